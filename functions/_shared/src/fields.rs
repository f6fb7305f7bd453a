//! The fields of a JSON body, read by name and type.

use crate::field_error::{FieldError, FieldLabels, InvalidField};
use crate::field_rules::{Integer, check_length, check_plain, integer, iso_date};
use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use chrono::NaiveDate;
use futures_util::future::LocalBoxFuture;
use serde_json::{Map, Value};
use service_kit::{Dictionary, Error};
use std::ops::RangeInclusive;

/// The fields of a JSON object. As an extractor it reads the body by [`service_kit::body::json_object`].
///
/// Each getter fails with [`InvalidField`], which names the field.
#[derive(Default)]
pub struct Fields {
    values: Map<String, Value>,
    labels: Option<&'static Dictionary>,
}

impl Fields {
    /// The value of a field, if present. Null counts as missing.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.values.get(name).filter(|value| !value.is_null())
    }

    /// The error of a field.
    pub fn error(&self, name: &'static str, error: FieldError) -> Error {
        InvalidField::new(name, error, self.labels).into()
    }

    /// Text of at most `maximum` characters, if present.
    pub fn optional_text(&self, name: &'static str, maximum: usize) -> Result<Option<&str>, Error> {
        let Some(value) = self.value(name) else { return Ok(None) };
        let text = value.as_str().ok_or(FieldError::NotText).and_then(|text| check_length(text, maximum));
        text.map(Some).map_err(|error| self.error(name, error))
    }

    /// Required text that is not blank, of at most `maximum` characters.
    pub fn text(&self, name: &'static str, maximum: usize) -> Result<&str, Error> {
        let text = self.optional_text(name, maximum)?.filter(|text| !text.trim().is_empty());
        text.ok_or_else(|| self.error(name, FieldError::Required))
    }

    /// The name of a person or a place, if present: text that [`crate::is_plain`].
    pub fn optional_name(&self, name: &'static str, maximum: usize) -> Result<Option<&str>, Error> {
        let text = self.optional_text(name, maximum)?;
        text.map(check_plain).transpose().map_err(|error| self.error(name, error))
    }

    /// The required name of a person or a place, not blank: text that [`crate::is_plain`].
    pub fn name(&self, name: &'static str, maximum: usize) -> Result<&str, Error> {
        check_plain(self.text(name, maximum)?).map_err(|error| self.error(name, error))
    }

    /// An integer within `bounds`, if present.
    pub fn optional_integer<T: Integer>(
        &self,
        name: &'static str,
        bounds: RangeInclusive<T>,
    ) -> Result<Option<T>, Error> {
        let number = self.value(name).map(|value| integer(value.as_i64(), &bounds));
        number.transpose().map_err(|error| self.error(name, error))
    }

    /// A date `YYYY-MM-DD`, if present.
    pub fn optional_date(&self, name: &'static str) -> Result<Option<NaiveDate>, Error> {
        let date = self.value(name).map(|value| value.as_str().ok_or(FieldError::NotDate).and_then(iso_date));
        date.transpose().map_err(|error| self.error(name, error))
    }

    /// The fields of a nested object; no fields when it is missing.
    pub fn optional_object(&self, name: &'static str) -> Result<Fields, Error> {
        match self.value(name) {
            None => Ok(Fields { values: Map::new(), labels: self.labels }),
            Some(Value::Object(values)) => Ok(Fields { values: values.clone(), labels: self.labels }),
            Some(_) => Err(self.error(name, FieldError::NotObject)),
        }
    }
}

impl FromRequest for Fields {
    type Error = Error;
    type Future = LocalBoxFuture<'static, Result<Fields, Error>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, payload) = (request.clone(), payload.take());
        Box::pin(async move {
            let values = service_kit::body::json_object(&request, payload).await?;
            Ok(Fields { values, labels: request.app_data::<FieldLabels>().map(|labels| labels.0) })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use service_kit::Language;

    fn fields(value: Value) -> Fields {
        Fields { values: value.as_object().unwrap().clone(), labels: None }
    }

    #[test]
    fn the_length_of_a_text_counts_characters_and_not_bytes() {
        let fields = fields(json!({ "title": "é".repeat(100) }));
        assert!(fields.optional_text("title", 100).is_ok());
        let error = fields.optional_text("title", 99).unwrap_err();
        assert_eq!(
            error.sentence(Language::default()),
            "Le champ «\u{a0}title\u{a0}» ne doit pas dépasser 99 caractères."
        );
    }

    #[test]
    fn a_date_is_text_of_the_form_year_month_day() {
        let date = |value: Value| fields(json!({ "day": value })).optional_date("day").ok().flatten();
        assert_eq!(date(json!("2028-02-29")).unwrap().to_string(), "2028-02-29");
        assert_eq!((date(json!("2027-02-29")), date(json!(20270228))), (None, None));
    }

    #[test]
    fn an_integer_is_neither_a_fraction_nor_text_nor_out_of_bounds() {
        for wrong in [json!(2.5), json!("2"), json!(0), json!(21), json!(true), json!(1e300)] {
            assert!(fields(json!({ "guests": wrong })).optional_integer("guests", 1..=20_i16).is_err());
        }
        assert_eq!(fields(json!({ "guests": 20 })).optional_integer("guests", 1..=20).unwrap(), Some(20_i16));
    }

    #[test]
    fn a_name_with_invisible_characters_is_invalid() {
        let fields = fields(json!({ "firstName": "\u{202e}cod" }));
        assert_eq!(fields.name("firstName", 100).unwrap_err().code(), "validation_failed");
    }

    #[test]
    fn null_counts_as_missing() {
        let fields = fields(json!({ "day": null, "guests": null, "title": null }));
        assert_eq!(fields.optional_date("day").unwrap(), None);
        assert_eq!(fields.optional_integer("guests", 1..=20_i16).unwrap(), None);
        assert_eq!(fields.optional_text("title", 5).unwrap(), None);
    }
}
