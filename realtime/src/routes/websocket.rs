//! `GET /websocket`: the handshake. An error is sent after a delay, because clients reconnect at once.

use std::borrow::Cow;

use actix_http::{Response, ws};
use actix_web::body::{BodyStream, BoxBody};
use actix_web::http::StatusCode;
use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use percent_encoding::percent_decode_str;
use serde_json::json;

use super::caller::headers_as_json;
use crate::app_state::AppState;
use crate::protocol::Serializer;
use crate::queue::queue;
use crate::socket::{Handshake, Socket};
use crate::token::{self, TokenError};

/// The version of a client that sends none.
const DEFAULT_VERSION: &str = "1.0.0";

/// Why a handshake is rejected.
#[derive(Debug, thiserror::Error)]
enum HandshakeError {
    #[error("API key is missing")]
    NoKey,
    #[error("{}", .0.handshake_text())]
    Token(#[from] TokenError),
    #[error("Too many connected users")]
    TooManyUsers,
    #[error("Too many joins per second")]
    TooManyJoins,
}

impl HandshakeError {
    fn response(&self) -> HttpResponse {
        let status = match self {
            HandshakeError::NoKey | HandshakeError::Token(_) => StatusCode::UNAUTHORIZED,
            HandshakeError::TooManyUsers | HandshakeError::TooManyJoins => StatusCode::TOO_MANY_REQUESTS,
        };
        HttpResponse::build(status).json(json!({ "error": self.to_string() }))
    }
}

pub(super) async fn connect(request: HttpRequest, payload: Payload, state: Data<AppState>) -> HttpResponse {
    let mut response = match ws::handshake(request.head()) {
        Ok(response) => response,
        Err(error) => return HttpResponse::from(Response::<BoxBody>::from(error)),
    };
    let version = parameter(&request, "vsn").unwrap_or(Cow::Borrowed(DEFAULT_VERSION));
    let Some(serializer) = Serializer::of_version(&version) else {
        return HttpResponse::Forbidden().finish();
    };
    let handshake = match admit(&request, &state, serializer) {
        Ok(handshake) => handshake,
        Err(error) => {
            tracing::debug!("a handshake is rejected: {error}");
            tokio::time::sleep(state.settings.connect_error_backoff).await;
            return error.response();
        }
    };
    let (queue, frames) = queue();
    actix_web::rt::spawn(Socket::new(state, handshake, queue).run(payload));
    HttpResponse::from(response.body(BodyStream::new(frames)).map_into_boxed_body())
}

fn admit(
    request: &HttpRequest,
    state: &AppState,
    serializer: Serializer,
) -> Result<Handshake, HandshakeError> {
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
    Ok(Handshake { serializer, key: key.into_owned(), headers: headers_as_json(request, "x-") })
}

/// The decoded value of a query parameter.
fn parameter<'a>(request: &'a HttpRequest, name: &str) -> Option<Cow<'a, str>> {
    let query = request.uri().query()?;
    let (_, value) =
        query.split('&').filter_map(|pair| pair.split_once('=')).find(|(key, _)| *key == name)?;
    percent_decode_str(value).decode_utf8().ok()
}
