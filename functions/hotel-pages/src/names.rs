//! Folds names as the site does (`frontend/src/text/fold.ts` and `frontend/src/domain/hotelNames.ts`).

use unicode_normalization::UnicodeNormalization;

/// Characters that count as a space, besides white space.
const SEPARATORS: &str = "-'’‘`´‐‑·・=＝&＆_";
/// Letters that Unicode does not decompose into a base letter and an accent.
const BASE_LETTERS: [(char, &str); 6] =
    [('ß', "ss"), ('ø', "o"), ('æ', "ae"), ('œ', "oe"), ('ð', "d"), ('ł', "l")];

/// A hotel's name without accents, 'Hôtel' and 'Le'.
pub(crate) fn bare(name: &str) -> String {
    let folded = fold(name.trim());
    let rest = ["l hotel ", "hotel "].iter().find_map(|start| folded.strip_prefix(start)).unwrap_or(&folded);
    rest.strip_prefix("le ").unwrap_or(rest).to_owned()
}

/// The letters and digits in ASCII, joined by hyphens.
pub(crate) fn slug(name: &str) -> String {
    words(&fold(name), |character| character.is_ascii_alphanumeric(), "-")
}

/// The words of a name, for a comparison in which case, accents and punctuation do not count.
pub(crate) fn searched(name: &str) -> String {
    words(&fold(name), char::is_alphanumeric, " ")
}

fn words(text: &str, belongs: impl Fn(char) -> bool, separator: &str) -> String {
    let words: Vec<&str> =
        text.split(|character| !belongs(character)).filter(|word| !word.is_empty()).collect();
    words.join(separator)
}

fn fold(text: &str) -> String {
    let is_separator = |character: char| character.is_whitespace() || SEPARATORS.contains(character);
    let spaced = text.chars().map(|character| if is_separator(character) { ' ' } else { character });
    let plain = spaced.nfkd().filter(|character| !('\u{300}'..='\u{36f}').contains(character)).nfc();
    let mut folded = String::with_capacity(text.len());
    for character in plain.flat_map(char::to_lowercase) {
        match BASE_LETTERS.iter().find(|(letter, _)| *letter == character) {
            Some((_, base)) => folded.push_str(base),
            None => folded.push(character),
        }
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folds_as_the_site_does() {
        for name in ["Hôtel Les Mouettes", "l’Hôtel Les Mouettes", " LES MOUETTES "] {
            assert_eq!(bare(name), "les mouettes", "{name}");
        }
        assert_eq!(bare("Le Maquis"), "maquis");
        assert_eq!(slug("Grand Hôtel Napoléon"), "grand-hotel-napoleon");
        assert_eq!(slug(" L'Œil d’Or! "), "l-oeil-d-or");
        assert_eq!(slug("コルシカ"), "");
        assert_eq!(searched("haute-corse"), "haute corse");
        assert_eq!(searched("  Golfe de PORTÓ "), "golfe de porto");
    }
}
