//! `POST /api/broadcast/{topic}/events/{event}`: one broadcast, whose payload is the body, JSON or bytes.

use actix_web::http::StatusCode;
use actix_web::http::header::CONTENT_TYPE;
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use serde_json::{Value, json};

use super::broadcast_rate::{self, RateError};
use super::caller::{caller, headers_as_json};
use crate::app_state::AppState;
use crate::authorization::{AuthorizationError, Rights, Subject};
use crate::hub::{Broadcast, RoomKey};
use crate::protocol::{Encoding, UserBroadcast};

/// Why a broadcast is not sent.
#[derive(Debug, thiserror::Error)]
enum BroadcastError {
    #[error("Unauthorized")]
    Unauthorized,
    #[error("Unauthorized")]
    Forbidden,
    #[error("Unsupported Media Type. Use application/json or application/octet-stream")]
    MediaType,
    #[error("the body is not JSON")]
    NoJson,
    #[error("Payload size exceeds tenant limit")]
    TooLarge,
    #[error(transparent)]
    Rate(#[from] RateError),
    #[error(transparent)]
    Rights(#[from] AuthorizationError),
}

impl BroadcastError {
    fn response(&self) -> HttpResponse {
        let message =
            |status: StatusCode, text: &str| HttpResponse::build(status).json(json!({ "message": text }));
        let unprocessable = StatusCode::UNPROCESSABLE_ENTITY;
        match self {
            BroadcastError::Unauthorized => message(StatusCode::UNAUTHORIZED, "Unauthorized"),
            BroadcastError::Forbidden => message(StatusCode::FORBIDDEN, "Unauthorized"),
            BroadcastError::MediaType => {
                HttpResponse::UnsupportedMediaType().json(json!({ "error": self.to_string() }))
            }
            BroadcastError::NoJson => HttpResponse::BadRequest().json(json!({ "error": "Bad Request" })),
            BroadcastError::TooLarge => HttpResponse::build(unprocessable)
                .json(json!({ "errors": { "payload": [self.to_string()] } })),
            BroadcastError::Rate(error) => error.response(),
            BroadcastError::Rights(error) => match error {
                AuthorizationError::Policy(_) => message(unprocessable, "RLS policy error"),
                AuthorizationError::Canceled(_) => message(unprocessable, "Query canceled"),
                AuthorizationError::MissingPartition => message(unprocessable, "Missing messages partition"),
                AuthorizationError::Unavailable(_) => message(unprocessable, "Tenant database unavailable"),
                AuthorizationError::PoolExhausted => {
                    message(StatusCode::TOO_MANY_REQUESTS, "Connection pool exhausted")
                }
            },
        }
    }
}

pub(super) async fn handle(
    request: HttpRequest,
    path: Path<(String, String)>,
    body: Bytes,
    state: Data<AppState>,
) -> HttpResponse {
    let (sub_topic, event) = path.into_inner();
    let response = match send(&request, &sub_topic, event, body, &state).await {
        Ok(()) => HttpResponse::Accepted().finish(),
        Err(error) => {
            tracing::debug!("a broadcast is rejected: {error}");
            error.response()
        }
    };
    broadcast_rate::with_headers(response, &state.rates.events)
}

async fn send(
    request: &HttpRequest,
    sub_topic: &str,
    event: String,
    payload: Bytes,
    state: &AppState,
) -> Result<(), BroadcastError> {
    let encoding = encoding_of(request)?;
    let claims = caller(request, &state.verifier).ok_or(BroadcastError::Unauthorized)?;
    if encoding == Encoding::Json && serde_json::from_slice::<Value>(&payload).is_err() {
        return Err(BroadcastError::NoJson);
    }
    if payload.len() > state.settings.max_payload {
        return Err(BroadcastError::TooLarge);
    }
    broadcast_rate::check(&state.rates.events, 1)?;
    let private =
        request.uri().query().is_some_and(|query| query.split('&').any(|pair| pair == "private=true"));
    if private {
        let mut rights = Rights::default();
        let headers = headers_as_json(request, "");
        let subject = Subject { claims: &claims, sub_topic, headers: &headers };
        state.authorizer.decide_write(subject, &mut rights).await?;
        if rights.broadcast.write != Some(true) {
            return Err(BroadcastError::Forbidden);
        }
    }
    let broadcast = UserBroadcast { event, metadata: String::new(), encoding, payload };
    let room = RoomKey { private, sub_topic: sub_topic.into() };
    state.hub.broadcast(&room, &Broadcast::User { broadcast: &broadcast, id: None });
    Ok(())
}

/// How the body is encoded. Without a type it is JSON.
fn encoding_of(request: &HttpRequest) -> Result<Encoding, BroadcastError> {
    let Some(header) = request.headers().get(CONTENT_TYPE) else { return Ok(Encoding::Json) };
    let essence = header.to_str().unwrap_or_default().split(';').next().unwrap_or_default();
    match essence.trim().to_ascii_lowercase().as_str() {
        "application/json" => Ok(Encoding::Json),
        "application/octet-stream" => Ok(Encoding::Bytes),
        _ => Err(BroadcastError::MediaType),
    }
}
