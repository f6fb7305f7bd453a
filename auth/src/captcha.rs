//! Captchas: proof that a request comes from a person. The client solves one and sends its token in the body, as
//! `gotrue_meta_security.captcha_token`; hCaptcha or Turnstile verify it.

use actix_web::HttpRequest;
use actix_web::web::{Bytes, Payload};
use http_body_util::Full;
use hyper::Request;
use hyper::header::CONTENT_TYPE;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use url::form_urlencoded;

use crate::app_state::AppState;
use crate::authentication::require_admin;
use crate::body;
use crate::client_context::ClientContext;
use crate::error::{Error, ErrorCode, Result};
use crate::settings::CaptchaSettings;

/// The largest answer, in bytes.
const MAX_RESPONSE: usize = 64 * 1024;

#[derive(Default, Deserialize)]
#[serde(default)]
struct Verdict {
    success: bool,
    #[serde(rename = "error-codes")]
    error_codes: Vec<String>,
}

/// Reads a body as [`body::json`] does, and verifies its captcha if captchas are enabled. Administrators need none.
///
/// # Errors
/// 400 `captcha_failed` without a valid captcha, 500 when its service does not answer, and those of the body.
pub(crate) async fn protected_json<T: DeserializeOwned>(
    state: &AppState,
    request: &HttpRequest,
    payload: Payload,
) -> Result<T> {
    let body: Value = body::json(payload).await?;
    if let Some(settings) = &state.settings.captcha
        && require_admin(state, request).await.is_err()
    {
        let token = body.pointer("/gotrue_meta_security/captcha_token").and_then(Value::as_str);
        let client = ClientContext::of_request(request);
        verify(state, settings, token.unwrap_or_default().trim(), &client).await?;
    }
    body::from_value(body)
}

async fn verify(
    state: &AppState,
    settings: &CaptchaSettings,
    token: &str,
    client: &ClientContext,
) -> Result<()> {
    if token.is_empty() {
        return Err(disallowed("no captcha_token found"));
    }
    let verdict = ask(state, settings, token, client).await.map_err(|cause| {
        tracing::warn!(%cause, "the captcha service gave no verdict");
        Error::failed("captcha verification process failed")
    })?;
    if verdict.success { Ok(()) } else { Err(disallowed(&verdict.error_codes.join(", "))) }
}

async fn ask(
    state: &AppState,
    settings: &CaptchaSettings,
    token: &str,
    client: &ClientContext,
) -> Result<Verdict, Box<dyn std::error::Error + Send + Sync>> {
    let address = client.address_text();
    let fields = [("secret", settings.secret.as_str()), ("response", token), ("remoteip", &address)];
    let form = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
    let request = Request::post(&settings.url)
        .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body(Full::new(Bytes::from(form)))?;
    let response = state.http.send(request, MAX_RESPONSE, settings.timeout).await?;
    Ok(serde_json::from_slice(&response.body)?)
}

fn disallowed(reason: &str) -> Error {
    let message = format!("captcha protection: request disallowed ({reason})");
    Error::bad_request(ErrorCode::CaptchaFailed, message)
}
