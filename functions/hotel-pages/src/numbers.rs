//! Numbers and prices as the languages write them, like the site's `Intl.NumberFormat`.

use service_kit::Language;

/// How a language writes numbers.
struct Notation {
    decimal: char,
    group: char,
    /// The integer digits from which groups are separated.
    grouped_from: usize,
    /// Whether `€` stands before the amount.
    symbol_first: bool,
}

fn notation(language: Language) -> Notation {
    let (decimal, group, grouped_from, symbol_first) = match language.code() {
        "en" | "ja" | "ko" | "zh" => ('.', ',', 4, true),
        "de" | "da" => (',', '.', 4, false),
        "it" => (',', '.', 4, false),
        "es" => (',', '.', 5, false),
        "sv" => (',', '\u{a0}', 4, false),
        _ => (',', '\u{202f}', 4, false),
    };
    Notation { decimal, group, grouped_from, symbol_first }
}

/// An amount in euros, with cents if it has any.
pub(crate) fn price(euros: f64, language: Language) -> String {
    let number = decimal(euros, if euros.fract() == 0.0 { 0 } else { 2 }, language);
    if notation(language).symbol_first { format!("€{number}") } else { format!("{number}\u{a0}€") }
}

/// A number with exactly `digits` decimals.
pub(crate) fn decimal(value: f64, digits: usize, language: Language) -> String {
    let Notation { decimal, group, grouped_from, .. } = notation(language);
    let plain = format!("{value:.digits$}");
    let (whole, fraction) = plain.split_once('.').unwrap_or((&plain, ""));
    let mut text = String::new();
    for (index, digit) in whole.char_indices() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) && whole.len() >= grouped_from {
            text.push(group);
        }
        text.push(digit);
    }
    if !fraction.is_empty() {
        text.push(decimal);
        text.push_str(fraction);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn language(code: &str) -> Language {
        Language::from_code(code).unwrap()
    }

    #[test]
    fn writes_prices_as_the_language_does() {
        for (code, round, exact) in [
            ("fr", "1\u{202f}250\u{a0}€", "72,50\u{a0}€"),
            ("en", "€1,250", "€72.50"),
            ("de", "1.250\u{a0}€", "72,50\u{a0}€"),
            ("es", "1250\u{a0}€", "72,50\u{a0}€"),
            ("sv", "1\u{a0}250\u{a0}€", "72,50\u{a0}€"),
            ("ja", "€1,250", "€72.50"),
        ] {
            assert_eq!(price(1250.0, language(code)), round);
            assert_eq!(price(72.5, language(code)), exact);
        }
    }

    #[test]
    fn a_rating_has_one_decimal() {
        assert_eq!(decimal(8.46, 1, language("fr")), "8,5");
        assert_eq!(decimal(10.0, 1, language("en")), "10.0");
    }
}
