//! An error that Postgres raised. Its SQLSTATE decides the status; message, detail and hint are passed on. `RAISE
//! SQLSTATE 'PGRST'` carries a whole response as JSON.

use std::fmt;

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use postgres_wire::ServerError;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::response::{ErrorResponse, RETRY_AFTER};

#[derive(Debug)]
pub(crate) struct DatabaseError {
    code: String,
    message: String,
    detail: Option<String>,
    hint: Option<String>,
    anonymous: bool,
}

impl fmt::Display for DatabaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl DatabaseError {
    /// `anonymous`: the anonymous role ran the query, so that a missing permission is a 401 instead of a 403.
    pub fn new(error: &ServerError, anonymous: bool) -> DatabaseError {
        let ServerError { code, message, detail, hint, routine: _ } = error.clone();
        DatabaseError { code, message, detail, hint, anonymous }
    }

    /// Postgres' own error for an unknown column.
    pub fn no_column(relation: &str, column: &str) -> DatabaseError {
        DatabaseError {
            code: "42703".to_owned(),
            message: format!("column {relation}.{column} does not exist"),
            detail: None,
            hint: None,
            anonymous: false,
        }
    }

    pub fn code(&self) -> &str {
        &self.code
    }

    pub fn status(&self) -> StatusCode {
        if self.code == "PGRST" {
            return self.response().status;
        }
        StatusCode::from_u16(self.status_number()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    fn status_number(&self) -> u16 {
        let message = self.message.as_str();
        match self.code.as_str() {
            "23503" | "23505" => 409,
            "25006" => 405,
            "21000" if message.ends_with("requires a WHERE clause") => 400,
            "21000" => 500,
            "22023" if message.starts_with("role") && message.ends_with("does not exist") => 401,
            "22023" => 400,
            "53400" => 500,
            "57P01" => 503,
            "P0001" => 400,
            "42883" if message.starts_with("function xmlagg(") => 406,
            "42883" | "42P01" => 404,
            "42P17" => 500,
            "42501" if self.anonymous => 401,
            "42501" => 403,
            code => match code.as_bytes() {
                [b'P', b'T', number @ ..] => {
                    std::str::from_utf8(number).ok().and_then(|n| n.parse().ok()).unwrap_or(500)
                }
                [b'0', b'8', ..] | [b'5', b'3', ..] => 503,
                [b'0', b'L' | b'P', ..] | [b'2', b'8', ..] => 403,
                [b'0', b'9', ..] | [b'2', b'5' | b'D', ..] | [b'3', b'8' | b'9' | b'B', ..] => 500,
                [b'4', b'0', ..] | [b'5', b'4' | b'5' | b'7' | b'8', ..] => 500,
                [b'F', b'0', ..] | [b'H', b'V', ..] | [b'P', b'0', ..] | [b'X', b'X', ..] => 500,
                _ => 400,
            },
        }
    }

    /// The response to the client. For `PGRST`, the one that the function raised.
    pub fn response(&self) -> ErrorResponse {
        if self.code == "PGRST" {
            return self.raised_response().unwrap_or_else(|error| error.response());
        }
        let status = self.status();
        let mut headers = Vec::new();
        if status == StatusCode::UNAUTHORIZED {
            headers.push((header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer")));
        }
        if status == StatusCode::SERVICE_UNAVAILABLE {
            headers.push((header::RETRY_AFTER, HeaderValue::from_static(RETRY_AFTER)));
        }
        let reason = self.code.starts_with("PT").then(|| self.message.clone());
        ErrorResponse {
            status,
            reason,
            code: self.code.clone(),
            message: self.message.clone(),
            details: json!(self.detail),
            hint: json!(self.hint),
            headers,
        }
    }

    fn raised_response(&self) -> Result<ErrorResponse, RaiseError> {
        let message: RaisedMessage =
            serde_json::from_str(&self.message).map_err(|_| RaiseError::Message(self.message.clone()))?;
        let detail = self.detail.as_ref().ok_or(RaiseError::NoDetail)?;
        let bad_detail = || RaiseError::Detail(detail.clone());
        let raised: RaisedDetail = serde_json::from_str(detail).map_err(|_| bad_detail())?;
        let status = StatusCode::from_u16(raised.status).map_err(|_| bad_detail())?;
        let mut headers = Vec::new();
        for (name, value) in &raised.headers {
            let name = HeaderName::from_bytes(name.as_bytes()).map_err(|_| bad_detail())?;
            let value =
                value.as_str().and_then(|text| HeaderValue::from_str(text).ok()).ok_or_else(bad_detail)?;
            headers.push((name, value));
        }
        Ok(ErrorResponse {
            status,
            reason: raised.status_text,
            code: message.code,
            message: message.message,
            details: json!(message.details),
            hint: json!(message.hint),
            headers,
        })
    }
}

#[derive(Deserialize)]
struct RaisedMessage {
    code: String,
    message: String,
    details: Option<String>,
    hint: Option<String>,
}

#[derive(Deserialize)]
struct RaisedDetail {
    status: u16,
    status_text: Option<String>,
    headers: Map<String, Value>,
}

enum RaiseError {
    Message(String),
    Detail(String),
    NoDetail,
}

impl RaiseError {
    fn response(self) -> ErrorResponse {
        let (details, hint) = match self {
            RaiseError::Message(text) => (
                format!("Invalid JSON value for MESSAGE: '{text}'"),
                "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
            ),
            RaiseError::Detail(text) => (format!("Invalid JSON value for DETAIL: '{text}'"), DETAIL_HINT),
            RaiseError::NoDetail => ("DETAIL is missing in the RAISE statement".to_owned(), DETAIL_HINT),
        };
        ErrorResponse {
            status: StatusCode::INTERNAL_SERVER_ERROR,
            reason: None,
            code: "PGRST121".to_owned(),
            message: "Could not parse JSON in the \"RAISE SQLSTATE 'PGRST'\" error".to_owned(),
            details: json!(details),
            hint: json!(hint),
            headers: Vec::new(),
        }
    }
}

const DETAIL_HINT: &str =
    "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.";
