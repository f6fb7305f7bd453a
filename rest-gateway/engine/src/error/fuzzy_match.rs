//! Suggests the name that a client probably meant, with PostgREST's fuzzy matching: candidates that share a trigram
//! with the name, or else a bigram, ranked by edit distance.

use std::collections::HashMap;

/// Maximum length in bytes of a name or parameter list to match. Matching longer ones would only cost time.
const MAX_LENGTH: usize = 256;

/// Maximum number of candidates whose edit distance is computed.
const MAX_COMPARED: usize = 50;

/// Required similarity of tables and functions. A weaker match would mislead and disclose unrelated names.
pub(crate) const MIN_SIMILARITY: f64 = 0.75;

/// Required similarity of parameter lists and of relations in relationships.
pub(crate) const LOOSE_SIMILARITY: f64 = 0.33;

/// The n-grams of a name, of up to three letters, with their counts.
type NGrams = HashMap<[char; 3], f64>;

/// The candidate most similar to `name`, if it is at least `min_similarity` (0 to 1).
pub(crate) fn closest_match<'a>(
    name: &str,
    candidates: impl Iterator<Item = &'a str>,
    min_similarity: f64,
) -> Option<&'a str> {
    if name.len() > MAX_LENGTH {
        return None;
    }
    let name = name.to_lowercase();
    let candidates: Vec<(&str, String)> = candidates.map(|name| (name, name.to_lowercase())).collect();
    let same = candidates.iter().find(|(_, key)| *key == name);
    same.map(|(name, _)| *name)
        .or_else(|| closest_by_ngrams(&name, &candidates, 3, min_similarity))
        .or_else(|| closest_by_ngrams(&name, &candidates, 2, min_similarity))
}

fn closest_by_ngrams<'a>(
    name: &str,
    candidates: &[(&'a str, String)],
    length: usize,
    min_similarity: f64,
) -> Option<&'a str> {
    let ngrams = count_ngrams(name, length);
    let mut sharing: Vec<(f64, &(&str, String))> = candidates
        .iter()
        .map(|candidate| (cosine(&ngrams, &count_ngrams(&candidate.1, length)), candidate))
        .filter(|(cosine, _)| *cosine > 0.0)
        .collect();
    sharing.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.1.cmp(&b.1.1)));
    let mut best: Option<(f64, &str)> = None;
    for (_, (candidate, key)) in sharing.into_iter().take(MAX_COMPARED) {
        let similarity = similarity(name, key);
        if similarity >= min_similarity && best.is_none_or(|(most, _)| similarity > most) {
            best = Some((similarity, candidate));
        }
    }
    best.map(|(_, name)| name)
}

/// Counts the n-grams of a name, with a dash at either end. Punctuation except commas is ignored.
fn count_ngrams(name: &str, length: usize) -> NGrams {
    let counts = |c: &char| c.is_alphanumeric() || c.is_whitespace() || *c == ',';
    let letters: Vec<char> =
        std::iter::once('-').chain(name.chars().filter(counts)).chain(std::iter::once('-')).collect();
    let mut ngrams = NGrams::new();
    for ngram in letters.windows(length) {
        let mut key = ['\0'; 3];
        key.iter_mut().zip(ngram).for_each(|(place, letter)| *place = *letter);
        *ngrams.entry(key).or_insert(0.0) += 1.0;
    }
    ngrams
}

/// Cosine similarity of two n-gram vectors.
fn cosine(a: &NGrams, b: &NGrams) -> f64 {
    let shared: f64 = a.iter().filter_map(|(ngram, count)| b.get(ngram).map(|other| count * other)).sum();
    let norm = |ngrams: &NGrams| ngrams.values().map(|count| count * count).sum::<f64>().sqrt();
    if shared == 0.0 { 0.0 } else { shared / (norm(a) * norm(b)) }
}

/// 1 for equal names, 0 for names without a common letter.
fn similarity(a: &str, b: &str) -> f64 {
    let longest = a.chars().count().max(b.chars().count()).max(1);
    1.0 - edit_distance(a, b) as f64 / longest as f64
}

/// Levenshtein distance.
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut previous: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut current = vec![i + 1];
        for (j, to) in b.iter().enumerate() {
            let replaced = previous[j] + usize::from(from != *to);
            current.push(replaced.min(previous[j + 1] + 1).min(current[j] + 1));
        }
        previous = current;
    }
    previous.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggests_a_misspelt_name() {
        let names = ["films", "directors", "actors"];
        assert_eq!(closest_match("film", names.into_iter(), MIN_SIMILARITY), Some("films"));
        assert_eq!(closest_match("FILMS", names.into_iter(), MIN_SIMILARITY), Some("films"));
        assert_eq!(closest_match("planets", names.into_iter(), MIN_SIMILARITY), None);
    }

    #[test]
    fn a_loose_match_suffices_with_the_loose_threshold() {
        let names = ["sales", "models", "brands"];
        assert_eq!(closest_match("sales_2021_01", names.into_iter(), LOOSE_SIMILARITY), Some("sales"));
        assert_eq!(closest_match("sales_2021_01", names.into_iter(), MIN_SIMILARITY), None);
        assert_eq!(closest_match("noclosealternative", names.into_iter(), LOOSE_SIMILARITY), None);
    }
}
