//! The response for each error: details, hint and, for a 401, the challenge.

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use serde_json::{Value, json};

use super::kind::{Error, RangeError};
use super::response::{ErrorResponse, RETRY_AFTER};
use super::verbosity::ErrorVerbosity;

impl From<&Error> for ErrorResponse {
    fn from(error: &Error) -> ErrorResponse {
        if let Error::Database(database) = error {
            return database.response();
        }
        let status = error.status();
        let message = error.to_string();
        let mut headers = Vec::new();
        if status == StatusCode::UNAUTHORIZED {
            headers.push((header::WWW_AUTHENTICATE, challenge(error, &message)));
        }
        if status == StatusCode::SERVICE_UNAVAILABLE {
            headers.push((header::RETRY_AFTER, HeaderValue::from_static(RETRY_AFTER)));
        }
        ErrorResponse {
            status,
            reason: None,
            code: error.code().to_owned(),
            details: details(error),
            hint: hint(error),
            message,
            headers,
        }
    }
}

impl Error {
    /// The body of the response, for the log.
    pub(crate) fn payload(&self) -> String {
        ErrorResponse::from(self).body(ErrorVerbosity::Verbose)
    }
}

fn challenge(error: &Error, message: &str) -> HeaderValue {
    let text = match error {
        Error::JwtDecode { .. } | Error::JwtClaims(_) => {
            format!("Bearer error=\"invalid_token\", error_description=\"{}\"", message.replace('"', "'"))
        }
        _ => "Bearer".to_owned(),
    };
    HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static("Bearer"))
}

fn details(error: &Error) -> Value {
    match error {
        Error::QueryString { details, .. } | Error::NoFunction { details, .. } => json!(details),
        Error::Range(error) => json!(range_details(error)),
        Error::NotSingular(rows) => json!(format!("The result contains {rows} rows")),
        Error::RelatedOrder { origin, target } => {
            json!(format!("'{origin}' and '{target}' do not form a many-to-one or one-to-one relationship"))
        }
        Error::Preferences(unknown) => json!(format!("Invalid preferences: {}", unknown.join(", "))),
        Error::MaxAffected(rows) => json!(format!("The query affects {rows} rows")),
        Error::NotImplemented(what) => json!(what),
        Error::NotEmbedded { alias: Some(_), .. } => {
            json!("Target names are not allowed in filters if they have an alias")
        }
        Error::NoRelationship { parent, child, used_hint, schema, .. } => {
            let using =
                used_hint.as_ref().map(|hint| format!("' using the hint '{hint}")).unwrap_or_default();
            json!(format!(
                "Searched for a foreign key relationship between '{parent}' and '{child}{using}' in the schema \
                 '{schema}', but no matches were found."
            ))
        }
        Error::AmbiguousRelationship { candidates, .. } => json!(candidates),
        Error::JwtDecode { details, .. } => json!(details),
        Error::Connection(cause) | Error::Client(cause) => json!(cause),
        _ => Value::Null,
    }
}

fn range_details(error: &RangeError) -> String {
    match error {
        RangeError::NegativeLimit => "Limit should be greater than or equal to zero.".to_owned(),
        RangeError::LowerAboveUpper => {
            "The lower boundary must be lower than or equal to the upper boundary in the Range header."
                .to_owned()
        }
        RangeError::OutOfBounds { offset, total } => {
            format!("An offset of {offset} was requested, but there are only {total} rows.")
        }
    }
}

fn hint(error: &Error) -> Value {
    match error {
        Error::NotEmbedded { name, alias: None } => {
            json!(format!("Verify that '{name}' is included in the 'select' query parameter."))
        }
        Error::NotEmbedded { name, alias: Some(alias) } => {
            json!(format!("Change '{name}' to '{alias}' in filters, orders or limits."))
        }
        Error::UnacceptableSchema { exposed, .. } => {
            json!(format!("Only the following schemas are exposed: {}", exposed.join(", ")))
        }
        Error::NoRelationship { suggestion, .. } | Error::NoFunction { suggestion, .. } => json!(suggestion),
        Error::NoTable { schema, suggestion, .. } => {
            json!(suggestion.as_ref().map(|name| format!("Perhaps you meant the table '{schema}.{name}'")))
        }
        Error::AmbiguousRelationship { child, choices, .. } => json!(format!(
            "Try changing '{child}' to one of the following: {choices}. Find the desired relationship in the 'details' key."
        )),
        Error::AmbiguousFunction(_) => json!(
            "Try renaming the parameters or the function itself in the database so function overloading can be resolved"
        ),
        _ => Value::Null,
    }
}
