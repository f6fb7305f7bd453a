//! Query parameters and the texts of a form, read by name and type.

use crate::field_error::{FieldError, FieldLabels, InvalidField};
use crate::field_rules::{Integer, amount, check_length, check_plain, integer, iso_date};
use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use chrono::NaiveDate;
use service_kit::{Dictionary, Error};
use std::future::{Ready, ready};
use std::ops::RangeInclusive;

/// The most characters of a number or a date.
const VALUE_LENGTH: usize = 30;

/// Texts by name. When a name occurs twice, the last text counts. As an extractor it reads the query string.
///
/// Each getter fails with [`InvalidField`], which names the parameter.
pub struct Parameters {
    texts: Vec<(String, String)>,
    labels: Option<&'static Dictionary>,
}

impl Parameters {
    /// Parameters from texts by name, e.g. of a form. `labels` holds the labels for errors.
    pub fn new(texts: Vec<(String, String)>, labels: &'static Dictionary) -> Parameters {
        Parameters { texts, labels: Some(labels) }
    }

    /// The error of a parameter.
    pub fn error(&self, name: &'static str, error: FieldError) -> Error {
        InvalidField::new(name, error, self.labels).into()
    }

    /// Text of at most `maximum` characters, if present.
    pub fn optional_text(&self, name: &'static str, maximum: usize) -> Result<Option<&str>, Error> {
        let text = self.texts.iter().rev().find(|(own, _)| own == name);
        self.checked_text(name, text, maximum)
    }

    fn checked_text<'a>(
        &self,
        name: &'static str,
        found: Option<&'a (String, String)>,
        maximum: usize,
    ) -> Result<Option<&'a str>, Error> {
        let text = found.map(|(_, text)| check_length(text, maximum)).transpose();
        text.map_err(|error| self.error(name, error))
    }

    /// Like [`Parameters::optional_text`], but of two texts the first one, which `URLSearchParams.get` returns.
    pub fn first_text(&self, name: &'static str, maximum: usize) -> Result<Option<&str>, Error> {
        let text = self.texts.iter().find(|(own, _)| own == name);
        self.checked_text(name, text, maximum)
    }

    /// The name of a person or a place, if present: text that [`crate::is_plain`].
    pub fn optional_name(&self, name: &'static str, maximum: usize) -> Result<Option<&str>, Error> {
        let text = self.optional_text(name, maximum)?;
        text.map(check_plain).transpose().map_err(|error| self.error(name, error))
    }

    /// An integer within `bounds`, if present.
    pub fn optional_integer<T: Integer>(
        &self,
        name: &'static str,
        bounds: RangeInclusive<T>,
    ) -> Result<Option<T>, Error> {
        let text = self.optional_text(name, VALUE_LENGTH)?;
        let number = text.map(|text| integer(text.parse().ok(), &bounds)).transpose();
        number.map_err(|error| self.error(name, error))
    }

    /// An amount in euros from 0 to `maximum`, with at most two decimals, if present.
    pub fn optional_amount(&self, name: &'static str, maximum: u32) -> Result<Option<f64>, Error> {
        let text = self.optional_text(name, VALUE_LENGTH)?;
        text.map(|text| amount(text, maximum)).transpose().map_err(|error| self.error(name, error))
    }

    /// A date `YYYY-MM-DD`, if present.
    pub fn optional_date(&self, name: &'static str) -> Result<Option<NaiveDate>, Error> {
        let text = self.optional_text(name, VALUE_LENGTH)?;
        text.map(iso_date).transpose().map_err(|error| self.error(name, error))
    }
}

impl FromRequest for Parameters {
    type Error = Error;
    type Future = Ready<Result<Parameters, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let labels = request.app_data::<FieldLabels>().map(|labels| labels.0);
        ready(service_kit::body::query_parameters(request).map(|texts| Parameters { texts, labels }))
    }
}
