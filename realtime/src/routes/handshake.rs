//! The checks before a client gets a connection, by WebSocket or long polling. An error is sent after a delay, because
//! clients reconnect at once.

use std::borrow::Cow;
use std::time::Duration;

use actix_web::HttpRequest;
use percent_encoding::percent_decode_str;

use super::caller::headers_as_json;
use crate::app_state::AppState;
use crate::protocol::Serializer;
use crate::socket::Handshake;
use crate::token::{self, TokenError};

/// The version of a client that sends none.
const DEFAULT_VERSION: &str = "1.0.0";

/// Why a handshake is rejected.
#[derive(Debug, thiserror::Error)]
pub(super) enum HandshakeError {
    #[error("API key is missing")]
    NoKey,
    #[error("{}", .0.handshake_text())]
    Token(#[from] TokenError),
    #[error("Too many connected users")]
    TooManyUsers,
    #[error("Too many joins per second")]
    TooManyJoins,
}

/// The serializer of the client's version. `None` if there is no such version.
pub(super) fn serializer(request: &HttpRequest) -> Option<Serializer> {
    let version = parameter(request, "vsn").unwrap_or(Cow::Borrowed(DEFAULT_VERSION));
    Serializer::of_version(&version)
}

/// Checks the key and the limits. Waits before it returns an error.
pub(super) async fn admit(
    request: &HttpRequest,
    state: &AppState,
    serializer: Serializer,
    idle_timeout: Duration,
) -> Result<Handshake, HandshakeError> {
    match check(request, state) {
        Ok(key) => Ok(Handshake { serializer, key, headers: headers_as_json(request, "x-"), idle_timeout }),
        Err(error) => {
            tracing::debug!("a handshake is rejected: {error}");
            tokio::time::sleep(state.settings.connect_error_backoff).await;
            Err(error)
        }
    }
}

/// The API key, if it is valid and no limit is reached.
fn check(request: &HttpRequest, state: &AppState) -> Result<String, HandshakeError> {
    let header = request.headers().get("x-api-key").and_then(|key| key.to_str().ok()).map(Cow::Borrowed);
    let key = header.or_else(|| parameter(request, "apikey")).filter(|key| !key.is_empty());
    let key = key.ok_or(HandshakeError::NoKey)?;
    let claims = token::verify(&state.verifier, &key)?;
    if state.users.is_full() {
        return Err(HandshakeError::TooManyUsers);
    }
    if state.rates.joins.is_triggered() {
        return Err(HandshakeError::TooManyJoins);
    }
    tracing::debug!(role = claims.role(), "a client connects");
    Ok(key.into_owned())
}

/// The decoded value of a query parameter.
pub(super) fn parameter<'a>(request: &'a HttpRequest, name: &str) -> Option<Cow<'a, str>> {
    let query = request.uri().query()?;
    let (_, value) =
        query.split('&').filter_map(|pair| pair.split_once('=')).find(|(key, _)| *key == name)?;
    percent_decode_str(value).decode_utf8().ok()
}
