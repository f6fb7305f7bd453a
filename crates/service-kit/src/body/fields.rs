//! Fields by name and type; each refusal names the field.

use crate::error::{Error, Problem, Refusal};
use actix_web::web::Query;
use chrono::NaiveDate;
use serde_json::{Map, Value};
use std::ops::RangeInclusive;

/// A type of whole numbers, at most 64 bits wide.
pub trait Whole: Copy + PartialOrd + Into<i64> + TryFrom<i64> {}
impl<T: Copy + PartialOrd + Into<i64> + TryFrom<i64>> Whole for T {}

/// The fields of a JSON object.
#[derive(Debug, Default)]
pub struct Fields(Map<String, Value>);

impl Fields {
    /// The fields of `map`.
    pub fn new(map: Map<String, Value>) -> Fields {
        Fields(map)
    }

    /// A field as it came; null counts as absent.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    /// Text of at most `maximum` characters, if present.
    pub fn optional_text(&self, name: &'static str, maximum: usize) -> Result<Option<&str>, Error> {
        let Some(value) = self.value(name) else { return Ok(None) };
        let text = value.as_str().ok_or_else(|| Refusal::field(name, Problem::NotText))?;
        within(name, text, maximum).map(Some)
    }

    /// Text that is there and not blank, of at most `maximum` characters.
    pub fn text(&self, name: &'static str, maximum: usize) -> Result<&str, Error> {
        let text = self.optional_text(name, maximum)?.filter(|text| !text.trim().is_empty());
        text.ok_or_else(|| Refusal::field(name, Problem::Required).into())
    }

    /// The name of a person or a place, if present: text that [`is_plain`].
    pub fn optional_name(&self, name: &'static str, maximum: usize) -> Result<Option<&str>, Error> {
        self.optional_text(name, maximum)?.map(|text| plain(name, text)).transpose()
    }

    /// The name of a person or a place that is there and not blank: text that [`is_plain`].
    pub fn name(&self, name: &'static str, maximum: usize) -> Result<&str, Error> {
        plain(name, self.text(name, maximum)?)
    }

    /// A whole number within `bounds`, if present.
    pub fn optional_whole<T: Whole>(
        &self,
        name: &'static str,
        bounds: RangeInclusive<T>,
    ) -> Result<Option<T>, Error> {
        self.value(name).map(|value| whole(name, value.as_i64(), bounds)).transpose()
    }

    /// A date `YYYY-MM-DD`, if present.
    pub fn optional_date(&self, name: &'static str) -> Result<Option<NaiveDate>, Error> {
        let Some(value) = self.value(name) else { return Ok(None) };
        let parsed = value.as_str().and_then(iso_date);
        parsed.map(Some).ok_or_else(|| Refusal::field(name, Problem::NotDate).into())
    }

    /// The fields of a nested object; none when it is absent.
    pub fn optional_object(&self, name: &'static str) -> Result<Fields, Error> {
        match self.value(name) {
            None => Ok(Fields::default()),
            Some(Value::Object(fields)) => Ok(Fields(fields.clone())),
            Some(_) => Err(Refusal::field(name, Problem::NotObject).into()),
        }
    }
}

/// Texts by name: the parameters of a query, or the fields of a form. Of one that comes twice the last counts.
#[derive(Debug)]
pub struct Parameters(Vec<(String, String)>);

impl Parameters {
    /// These texts.
    pub fn new(pairs: Vec<(String, String)>) -> Parameters {
        Parameters(pairs)
    }

    pub(super) fn from_query(query: &str) -> Result<Parameters, Error> {
        let pairs = Query::<Vec<(String, String)>>::from_query(query)
            .map_err(|_| Refusal::MalformedBody)?
            .into_inner();
        if pairs.iter().any(|(name, value)| name.contains('\0') || value.contains('\0')) {
            return Err(Refusal::MalformedBody.into());
        }
        Ok(Parameters(pairs))
    }

    /// Text of at most `maximum` characters, if present.
    pub fn optional_text(&self, name: &'static str, maximum: usize) -> Result<Option<&str>, Error> {
        let found = self.0.iter().rev().find(|(given, _)| given == name);
        found.map(|(_, value)| within(name, value, maximum)).transpose()
    }

    /// The name of a person or a place, if present: text that [`is_plain`].
    pub fn optional_name(&self, name: &'static str, maximum: usize) -> Result<Option<&str>, Error> {
        self.optional_text(name, maximum)?.map(|text| plain(name, text)).transpose()
    }

    /// A whole number within `bounds`, if present.
    pub fn optional_whole<T: Whole>(
        &self,
        name: &'static str,
        bounds: RangeInclusive<T>,
    ) -> Result<Option<T>, Error> {
        let text = self.optional_text(name, 30)?;
        text.map(|text| whole(name, text.parse().ok(), bounds)).transpose()
    }

    /// An amount in euros from 0 to `maximum`, with two decimals at most, if present.
    pub fn optional_amount(&self, name: &'static str, maximum: u32) -> Result<Option<f64>, Error> {
        let Some(text) = self.optional_text(name, 30)? else { return Ok(None) };
        let amount = amount(text).filter(|amount| *amount <= f64::from(maximum));
        amount.map(Some).ok_or_else(|| Refusal::field(name, Problem::NotAmount { maximum }).into())
    }

    /// A date `YYYY-MM-DD`, if present.
    pub fn optional_date(&self, name: &'static str) -> Result<Option<NaiveDate>, Error> {
        let Some(text) = self.optional_text(name, 30)? else { return Ok(None) };
        iso_date(text).map(Some).ok_or_else(|| Refusal::field(name, Problem::NotDate).into())
    }
}

fn within<'a>(name: &'static str, text: &'a str, maximum: usize) -> Result<&'a str, Error> {
    if text.chars().count() > maximum {
        return Err(Refusal::field(name, Problem::TooLong { maximum }).into());
    }
    Ok(text)
}

/// Whether a text has neither control characters nor characters that change the direction of the text around them. A
/// name with either could break a line of a mail or a log, or show the text beside it in another order.
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

fn plain<'a>(name: &'static str, text: &'a str) -> Result<&'a str, Error> {
    if is_plain(text) { Ok(text) } else { Err(Refusal::field(name, Problem::NotPlain).into()) }
}

fn whole<T: Whole>(name: &'static str, number: Option<i64>, bounds: RangeInclusive<T>) -> Result<T, Error> {
    let number = number.and_then(|number| T::try_from(number).ok()).filter(|number| bounds.contains(number));
    number.ok_or_else(|| {
        let (minimum, maximum) = ((*bounds.start()).into(), (*bounds.end()).into());
        Refusal::field(name, Problem::NotWhole { minimum, maximum }).into()
    })
}

/// Digits, perhaps with a point and one or two more: the parser alone would also take a sign, `1e9` and `NaN`.
fn amount(text: &str) -> Option<f64> {
    let (euros, cents) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (digits(euros) && digits(cents) && cents.len() <= 2).then(|| text.parse().ok())?
}

/// Exactly ten characters: chrono alone would also take `2026-1-2` and a sign.
fn iso_date(text: &str) -> Option<NaiveDate> {
    if text.len() != 10 || !text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') {
        return None;
    }
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sentences::Language;
    use serde_json::json;

    fn fields(value: Value) -> Fields {
        Fields(value.as_object().unwrap().clone())
    }

    #[test]
    fn text_is_counted_in_characters_and_not_in_bytes() {
        let fields = fields(json!({ "title": "é".repeat(100) }));
        assert!(fields.optional_text("title", 100).is_ok());
        let error = fields.optional_text("title", 99).unwrap_err();
        assert_eq!(
            error.sentence(Language::default()),
            "Le champ «\u{a0}title\u{a0}» ne doit pas dépasser 99 caractères."
        );
    }

    #[test]
    fn a_date_is_exactly_year_month_day() {
        let date = |text: &str| fields(json!({ "day": text })).optional_date("day").ok().flatten();
        assert_eq!(date("2028-02-29").unwrap().to_string(), "2028-02-29");
        for wrong in
            ["", "2027-02-29", "2026-1-2", "+2026-01-1", "20260102", "2026-01-02T00:00:00Z", "02/01/2026"]
        {
            assert_eq!(date(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_whole_number_is_neither_a_fraction_nor_text_nor_out_of_bounds() {
        for wrong in [json!(2.5), json!("2"), json!(0), json!(21), json!(true), json!(1e300)] {
            fields(json!({ "guests": wrong })).optional_whole("guests", 1..=20_i16).unwrap_err();
        }
        assert_eq!(fields(json!({ "guests": 20 })).optional_whole("guests", 1..=20).unwrap(), Some(20_i16));
    }

    #[test]
    fn an_amount_is_not_negative_and_has_two_decimals_at_most() {
        let price = |text: &str| {
            let fields = Parameters::new(vec![("price".into(), text.into())]);
            fields.optional_amount("price", 1000).ok().flatten()
        };
        for (text, expected) in [("0", 0.0), ("85", 85.0), ("85.5", 85.5), ("1000.00", 1000.0)] {
            assert_eq!(price(text), Some(expected), "{text}");
        }
        for wrong in
            ["-1", "+1", "1e2", "NaN", "inf", "85,5", "1.234", ".5", "5.", "1000.01", "", " 5", "5 €"]
        {
            assert_eq!(price(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_name_is_in_any_script_and_without_invisible_controls() {
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
            assert!(!is_plain(name), "{name:?}");
            let fields = fields(json!({ "firstName": name }));
            assert_eq!(fields.name("firstName", 100).unwrap_err().code(), "validation_failed");
        }
    }

    #[test]
    fn null_counts_as_absent() {
        let fields = fields(json!({ "day": null, "guests": null, "title": null }));
        assert_eq!(fields.optional_date("day").unwrap(), None);
        assert_eq!(fields.optional_whole("guests", 1..=20_i16).unwrap(), None);
        assert_eq!(fields.optional_text("title", 5).unwrap(), None);
    }
}
