//! Reads what a hook answers: its output, or `{"error": {"http_code", "message"}}`.

use actix_web::http::StatusCode;
use serde::Deserialize;
use serde_json::Value;

use super::failure::failure;
use crate::error::{Error, ErrorCode, Result};

#[derive(Default, Deserialize)]
#[serde(default)]
struct HookError {
    http_code: u16,
    message: String,
}

/// The output of a hook.
///
/// # Errors
/// The hook's own error, with its status (500 by default); 500 for an answer that is not JSON.
pub(super) fn parse(answer: &[u8]) -> Result<Value> {
    let output: Value =
        serde_json::from_slice(answer).map_err(|_| failure("Error unmarshaling JSON output."))?;
    let error = output.get("error").and_then(|error| HookError::deserialize(error).ok());
    match error {
        // An error without a message is none.
        Some(error) if !error.message.is_empty() => Err(rejection(error)),
        _ => Ok(output),
    }
}

/// The output as a `T`. A missing output has the default of each field.
///
/// # Errors
/// 500 when the output has another form.
pub(super) fn typed<T: Default + for<'de> Deserialize<'de>>(output: Value) -> Result<T> {
    if output.is_null() {
        return Ok(T::default());
    }
    serde_json::from_value(output).map_err(|_| failure("Error unmarshaling JSON output."))
}

fn rejection(error: HookError) -> Error {
    let asked = StatusCode::from_u16(error.http_code).ok().filter(|status| !status.is_informational());
    let status = asked.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let code = match status {
        StatusCode::INTERNAL_SERVER_ERROR => ErrorCode::UnexpectedFailure,
        _ => ErrorCode::Unknown,
    };
    Error::Rejected { status, code, message: error.message.into() }
}
