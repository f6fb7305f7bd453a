//! Authentication: extracts the [`Caller`] from a request's bearer token.
//!
//! Rejects a missing, malformed, forged or expired token with the messages of Supabase's token verifier (`jose`).

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header::AUTHORIZATION;
use actix_web::{FromRequest, HttpRequest, web};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde_json::Value;
use service_kit::{Claims, Verifier};

use crate::app_state::AppState;
use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::request_context::RequestContext;

impl FromRequest for Caller {
    type Error = Error;
    type Future = Ready<Result<Self>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(from_authorization_header(request))
    }
}

fn from_authorization_header(request: &HttpRequest) -> Result<Caller> {
    let state = request
        .app_data::<web::Data<AppState>>()
        .ok_or_else(|| Error::internal("the application state is not registered"))?;
    let header = request
        .headers()
        .get(AUTHORIZATION)
        .ok_or_else(|| Error::Validation("headers must have required property 'authorization'".to_owned()))?;
    let text = header.to_str().unwrap_or_default().trim();
    let token = match text.split_once(' ') {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => token.trim(),
        _ => text,
    };
    let claims = verify(&state.verifier, token)?;
    Ok(Caller::new(claims, RequestContext::new(request, token)))
}

fn verify(verifier: &Verifier, token: &str) -> Result<Claims> {
    verifier.verify(token).map_err(|_| Error::AccessDenied(rejection_message(token).to_owned()))
}

/// The message for a token that failed verification. Its payload is decoded without verification, which is safe
/// because nothing but the choice of the message depends on it.
fn rejection_message(token: &str) -> &'static str {
    let mut parts = token.split('.');
    let (Some(_), Some(payload), Some(_), None) = (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return "Invalid Compact JWS";
    };
    let claims = BASE64_URL_SAFE_NO_PAD
        .decode(payload)
        .ok()
        .and_then(|json| serde_json::from_slice::<Value>(&json).ok());
    let expires = claims.as_ref().and_then(|claims| claims.get("exp")).and_then(Value::as_i64);
    match (claims, expires) {
        (None, _) => "Invalid Compact JWS",
        (_, Some(expires)) if expires <= chrono::Utc::now().timestamp() => {
            "\"exp\" claim timestamp check failed"
        }
        _ => "signature verification failed",
    }
}
