//! What an authenticator answers, and why it does not count.

use serde::Deserialize;
use serde_json::Value;
use uuid::Uuid;

use crate::app_state::AppState;
use crate::error::{Error, ErrorCode, Result};
use crate::webauthn::{Challenge, WebAuthnError};

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
        if expires_at < chrono::Utc::now() {
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
