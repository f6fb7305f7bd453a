//! The rules for values of fields, in JSON and in texts alike.

use crate::field_error::FieldError;
use chrono::NaiveDate;
use std::ops::RangeInclusive;

/// An integer type of at most 64 bits.
pub trait Integer: Copy + PartialOrd + Into<i64> + TryFrom<i64> {}
impl<T: Copy + PartialOrd + Into<i64> + TryFrom<i64>> Integer for T {}

/// Whether a text has neither control characters nor characters that change the direction of the text around them. A
/// name with either could break a line of a mail or a log, or reorder the text beside it.
pub fn is_plain(text: &str) -> bool {
    !text.chars().any(|character| character.is_control() || is_separator_or_bidirectional(character))
}

/// Line and paragraph separators, and the bidirectional controls of Unicode (UAX #9).
fn is_separator_or_bidirectional(character: char) -> bool {
    matches!(
        character,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

/// Text of at most `maximum` characters.
pub(crate) fn check_length(text: &str, maximum: usize) -> Result<&str, FieldError> {
    if text.chars().count() > maximum { Err(FieldError::TooLong { maximum }) } else { Ok(text) }
}

/// Text that [`is_plain`].
pub(crate) fn check_plain(text: &str) -> Result<&str, FieldError> {
    if is_plain(text) { Ok(text) } else { Err(FieldError::NotPlain) }
}

/// An integer within `bounds`.
pub(crate) fn integer<T: Integer>(number: Option<i64>, bounds: &RangeInclusive<T>) -> Result<T, FieldError> {
    let number = number.and_then(|number| T::try_from(number).ok()).filter(|number| bounds.contains(number));
    number.ok_or_else(|| FieldError::NotInteger {
        minimum: (*bounds.start()).into(),
        maximum: (*bounds.end()).into(),
    })
}

/// An amount in euros from 0 to `maximum`: digits, optionally with a point and one or two more. `f64`'s parser alone
/// would also accept a sign, `1e9` and `NaN`.
pub(crate) fn amount(text: &str, maximum: u32) -> Result<f64, FieldError> {
    let (euros, cents) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let well_formed = digits(euros) && digits(cents) && cents.len() <= 2;
    let amount = well_formed.then(|| text.parse().ok()).flatten();
    amount.filter(|amount| *amount <= f64::from(maximum)).ok_or(FieldError::NotAmount { maximum })
}

/// A date of exactly ten characters. chrono alone would also accept `2026-1-2` and a sign.
pub(crate) fn iso_date(text: &str) -> Result<NaiveDate, FieldError> {
    let well_formed = text.len() == 10 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    well_formed.then(|| text.parse().ok()).flatten().ok_or(FieldError::NotDate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_exactly_year_month_day() {
        assert_eq!(iso_date("2028-02-29").unwrap().to_string(), "2028-02-29");
        for wrong in
            ["", "2027-02-29", "2026-1-2", "+2026-01-1", "20260102", "2026-01-02T00:00:00Z", "02/01/2026"]
        {
            assert_eq!(iso_date(wrong), Err(FieldError::NotDate), "{wrong}");
        }
    }

    #[test]
    fn an_amount_is_not_negative_and_has_at_most_two_decimals() {
        for (text, expected) in [("0", 0.0), ("85", 85.0), ("85.5", 85.5), ("1000.00", 1000.0)] {
            assert_eq!(amount(text, 1000), Ok(expected), "{text}");
        }
        for wrong in
            ["-1", "+1", "1e2", "NaN", "inf", "85,5", "1.234", ".5", "5.", "1000.01", "", " 5", "5 €"]
        {
            assert_eq!(amount(wrong, 1000), Err(FieldError::NotAmount { maximum: 1000 }), "{wrong}");
        }
    }

    #[test]
    fn a_name_may_use_any_script_but_no_invisible_controls() {
        for name in ["Zoë O'Neil", "Ghjulia 🏝\u{fe0f}", "👩\u{200d}🍳", "山田 太郎", "محمد", "नेहा\u{200d}"]
        {
            assert!(is_plain(name), "{name:?}");
        }
        for name in [
            "a\nb",
            "a\tb",
            "\u{7f}",
            "\u{85}",
            "\u{202e}cod",
            "\u{2067}x",
            "x\u{200f}",
            "\u{61c}",
            "\u{2028}",
        ] {
            assert_eq!(check_plain(name), Err(FieldError::NotPlain), "{name:?}");
        }
    }
}
