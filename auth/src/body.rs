//! JSON bodies of at most 1 MiB.

use std::time::Duration;

use actix_web::web::{Bytes, BytesMut, Payload};
use futures_util::StreamExt;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::time::timeout;

use crate::error::{Error, ErrorCode, Result};

/// In bytes, as in supabase/auth.
const MAX_BODY: usize = 1024 * 1024;
/// The timeout for the whole body, so that a slow client cannot occupy a handler.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Reads the body as JSON. An empty body counts as `{}`.
///
/// # Errors
/// 400 `bad_json` for other texts, 400 `validation_failed` for the NUL character, which Postgres cannot store, 413 for
/// a body that is too large, and 400 `request_timeout` for one that is too slow.
pub(crate) async fn json<T: DeserializeOwned>(payload: Payload) -> Result<T> {
    let bytes = bytes(payload).await?;
    parse(if bytes.is_empty() { b"{}" } else { &bytes })
}

/// Reads the body as it is.
///
/// # Errors
/// 413 for a body that is too large, and 400 `request_timeout` for one that is too slow.
pub(crate) async fn bytes(payload: Payload) -> Result<Bytes> {
    let read = timeout(TIMEOUT, read(payload)).await;
    read.map_err(|_| Error::bad_request(ErrorCode::RequestTimeout, "The body took too long"))?
}

/// The value of a body that has been read as JSON.
///
/// # Errors
/// 400 `bad_json` for a value of another shape.
pub(crate) fn from_value<T: DeserializeOwned>(value: Value) -> Result<T> {
    T::deserialize(value).map_err(unreadable)
}

fn unreadable(error: serde_json::Error) -> Error {
    Error::bad_request(ErrorCode::BadJson, format!("Could not parse request body as JSON: {error}"))
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T> {
    let mut value: Value = serde_json::from_slice(bytes).map_err(unreadable)?;
    if service_kit::nul::contains_nul(&value) {
        return Err(Error::invalid("The NUL character is not allowed"));
    }
    // A member that is null counts as missing, as it does for supabase/auth. Null in metadata removes a field.
    if let Value::Object(members) = &mut value {
        members.retain(|_, member| !member.is_null());
    }
    from_value(value)
}

async fn read(mut payload: Payload) -> Result<Bytes> {
    let mut body = BytesMut::new();
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|error| {
            Error::bad_request(ErrorCode::BadJson, format!("Could not read the body: {error}"))
        })?;
        if body.len() + chunk.len() > MAX_BODY {
            return Err(Error::too_large("Request body exceeds 1 MB"));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body.freeze())
}
