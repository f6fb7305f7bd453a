//! The two steps of a ceremony: the challenge for an authenticator, and its answer.

use actix_web::HttpResponse;
use chrono::Utc;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::app_state::AppState;
use crate::error::{Error, ErrorCode, Result};
use crate::webauthn::{Challenge, WebAuthnError};

/// Begins a ceremony: stores a challenge, and responds with the options for the authenticator.
pub(super) async fn begin<T: Serialize>(
    state: &AppState,
    ceremony: &str,
    user_id: Option<Uuid>,
    options: impl FnOnce(&Challenge) -> T,
) -> Result<HttpResponse> {
    let settings = &state.settings.web_authn;
    let challenge = Challenge::generate(settings);
    let expires_at = Utc::now() + settings.challenge_expiry;
    let connection = state.database.connection().await?;
    let id = connection.insert_ceremony(user_id, ceremony, &challenge, expires_at).await?;
    Ok(HttpResponse::Ok().json(json!({
        "challenge_id": id, "options": options(&challenge), "expires_at": expires_at.timestamp(),
    })))
}

/// The second step of a ceremony.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Answer {
    challenge_id: String,
    credential: Option<Value>,
}

impl Answer {
    /// The response of the authenticator, and the state of its ceremony, which is deleted.
    ///
    /// # Errors
    /// 400 for a body without them, for a challenge that is used or not this account's, and for an expired one.
    pub async fn into_parts(
        self,
        state: &AppState,
        ceremony: &str,
        user_id: Option<Uuid>,
    ) -> Result<(Challenge, Value)> {
        if self.challenge_id.is_empty() {
            return Err(Error::invalid("challenge_id is required"));
        }
        let credential = self.credential.ok_or_else(|| Error::invalid("credential is required"))?;
        let id = Uuid::try_parse(&self.challenge_id)
            .map_err(|_| Error::invalid("challenge_id must be a valid UUID"))?;
        let taken = state.database.connection().await?.take_ceremony(id, ceremony, user_id).await?;
        let Some((challenge, expires_at)) = taken else {
            let message = "Challenge not found or already used";
            return Err(Error::bad_request(ErrorCode::WebauthnChallengeNotFound, message));
        };
        if expires_at < Utc::now() {
            return Err(Error::bad_request(ErrorCode::WebauthnChallengeExpired, "Challenge has expired"));
        }
        Ok((challenge, credential))
    }
}

pub(super) fn malformed(_: serde_json::Error) -> Error {
    Error::bad_request(ErrorCode::WebauthnVerificationFailed, "Invalid credential response")
}

pub(super) fn rejected(error: WebAuthnError) -> Error {
    tracing::info!(%error, "a passkey was not verified");
    not_verified()
}

pub(super) fn not_verified() -> Error {
    Error::bad_request(ErrorCode::WebauthnVerificationFailed, "Credential verification failed")
}
