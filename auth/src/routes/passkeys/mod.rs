//! `/passkeys`: keys of authenticators that sign in without a password.

mod authentication;
mod manage;
mod model_names;
mod registration;

use actix_web::web::{self, ServiceConfig};
use serde::Deserialize;
use serde_json::Value;
use uuid::Uuid;

use crate::app_state::AppState;
use crate::authentication::SignedIn;
use crate::error::{Error, ErrorCode, Result};
use crate::webauthn::{Challenge, WebAuthnError};

/// Registers the routes.
pub(super) fn configure(config: &mut ServiceConfig) {
    config
        .route("/passkeys/authentication/options", web::post().to(authentication::options))
        .route("/passkeys/authentication/verify", web::post().to(authentication::verify))
        .route("/passkeys/registration/options", web::post().to(registration::options))
        .route("/passkeys/registration/verify", web::post().to(registration::verify))
        .route("/passkeys", web::get().to(manage::list))
        .route("/passkeys/", web::get().to(manage::list))
        .route("/passkeys/{id}", web::patch().to(manage::rename))
        .route("/passkeys/{id}", web::delete().to(manage::delete));
}

/// The second step of a ceremony.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Answer {
    challenge_id: String,
    credential: Option<Value>,
}

impl Answer {
    /// The response of the authenticator, and the state of its ceremony, which is deleted.
    ///
    /// # Errors
    /// 400 for a body without them, for a challenge that is used or not this account's, and for an expired one.
    async fn into_parts(
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

/// # Errors
/// 404 where passkeys are not enabled; 500 where the site that they belong to is not configured.
pub(super) fn require_enabled(state: &AppState) -> Result<()> {
    let settings = &state.settings.web_authn;
    if !settings.are_passkeys_enabled {
        return Err(Error::not_found(ErrorCode::PasskeyDisabled, "Passkeys are disabled"));
    }
    if settings.rp_id.is_empty() {
        return Err(Error::internal("GOTRUE_WEBAUTHN_RP_ID is missing"));
    }
    Ok(())
}

/// # Errors
/// 403 for an account with a verified factor, unless a factor has raised the session to `aal2`.
fn require_aal(signed_in: &SignedIn) -> Result<()> {
    if signed_in.user.has_verified_factor() && !signed_in.has_aal2 {
        let message = "AAL2 session is required to manage passkeys when MFA is enabled";
        return Err(Error::forbidden(ErrorCode::InsufficientAal, message));
    }
    Ok(())
}

/// The id of a path.
///
/// # Errors
/// 404 for a text that is no UUID.
pub(super) fn parse_id(text: &str) -> Result<Uuid> {
    Uuid::try_parse(text).map_err(|_| not_found())
}

/// The account has no such passkey.
pub(super) fn not_found() -> Error {
    Error::not_found(ErrorCode::ValidationFailed, "Passkey not found")
}

fn malformed(_: serde_json::Error) -> Error {
    Error::bad_request(ErrorCode::WebauthnVerificationFailed, "Invalid credential response")
}

fn rejected(error: WebAuthnError) -> Error {
    tracing::info!(%error, "a passkey was not verified");
    not_verified()
}

fn not_verified() -> Error {
    Error::bad_request(ErrorCode::WebauthnVerificationFailed, "Credential verification failed")
}
