//! The headers of a response.

use actix_web::http::header::{self, HeaderName, HeaderValue};

use crate::api_request::{ApiRequest, MediaType, Preferences, encode};

#[derive(Default)]
pub(super) struct Headers(Vec<(HeaderName, HeaderValue)>);

impl Headers {
    /// Skips a value that is not a valid header value.
    pub fn add(&mut self, name: HeaderName, value: String) {
        if let Ok(value) = HeaderValue::from_str(&value) {
            self.0.push((name, value));
        }
    }

    pub fn content(&mut self, request: &ApiRequest, media_type: &MediaType) {
        self.add(header::CONTENT_TYPE, media_type.content_type());
        if request.schema_negotiated {
            self.add(HeaderName::from_static("content-profile"), request.schema.clone());
        }
    }

    pub fn applied(&mut self, preferences: &Preferences) {
        if let Some(applied) = preferences.applied() {
            self.add(HeaderName::from_static("preference-applied"), applied);
        }
    }

    /// `Location` of the inserted row. `key`: a JSON array of pairs of column and condition.
    pub fn location(&mut self, relation: &str, key: Option<&str>) {
        let pairs: Vec<(String, String)> =
            key.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
        if pairs.is_empty() {
            return;
        }
        let query: Vec<String> = pairs
            .iter()
            .map(|(column, condition)| format!("{}={}", encode(column), encode(condition)))
            .collect();
        self.add(header::LOCATION, format!("/{}?{}", encode(relation), query.join("&")));
    }

    /// `others` replace headers of the same name.
    pub fn overridden_by(mut self, others: Vec<(HeaderName, HeaderValue)>) -> Headers {
        self.0.retain(|(name, _)| !others.iter().any(|(other, _)| other == name));
        self.0.extend(others);
        self
    }

    pub fn into_iter(self) -> impl Iterator<Item = (HeaderName, HeaderValue)> {
        self.0.into_iter()
    }
}
