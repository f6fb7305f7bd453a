//! The HTTP response of an error: the body `{code, details, hint, message}`, its headers, and `Proxy-Status`.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use serde_json::{Value, json};

use super::reason::reason_phrase;
use super::verbosity::ErrorVerbosity;

/// `Retry-After` in seconds, for a 503: the database is unreachable or the server is overloaded.
pub(super) const RETRY_AFTER: &str = "1";

pub(crate) struct ErrorResponse {
    pub status: StatusCode,
    pub reason: Option<String>,
    pub code: String,
    pub message: String,
    pub details: Value,
    pub hint: Value,
    pub headers: Vec<(HeaderName, HeaderValue)>,
}

impl ErrorResponse {
    pub fn body(&self, verbosity: ErrorVerbosity) -> String {
        let ErrorResponse { code, message, details, hint, .. } = self;
        let body = match verbosity {
            ErrorVerbosity::Verbose => {
                json!({ "code": code, "details": details, "hint": hint, "message": message })
            }
            ErrorVerbosity::Minimal => json!({ "code": code, "message": message }),
        };
        body.to_string()
    }

    pub fn into_response(self, verbosity: ErrorVerbosity) -> HttpResponse {
        let mut response = HttpResponse::build(self.status);
        if let Some(reason) = self.reason.as_deref().and_then(reason_phrase) {
            response.reason(reason);
        }
        for (name, value) in &self.headers {
            response.insert_header((name.clone(), value.clone()));
        }
        let proxy_status = format!("PostgREST; error={}", self.code);
        if let Ok(value) = HeaderValue::from_str(&proxy_status) {
            response.insert_header((HeaderName::from_static("proxy-status"), value));
        }
        response.insert_header((header::CONTENT_TYPE, "application/json; charset=utf-8"));
        response.body(self.body(verbosity))
    }
}
