//! A verification that is under way, and how it ends.

use actix_web::HttpResponse;
use serde_json::json;

use crate::app_state::AppState;
use crate::audit_log::{self, Action, Actor};
use crate::authentication::SignedIn;
use crate::client_context::ClientContext;
use crate::database::{AuthTransaction, Challenge};
use crate::error::{Error, ErrorCode, Result};
use crate::mfa::upgrade::raise_session;
use crate::models::Factor;

/// A verification that is under way.
pub(super) struct Verification<'a> {
    pub state: &'a AppState,
    pub signed_in: &'a SignedIn,
    pub factor: &'a Factor,
    pub challenge: &'a Challenge,
    pub client: &'a ClientContext,
}

impl Verification<'_> {
    /// Records the verification, raises the session and commits.
    pub(super) async fn finish(&self, transaction: AuthTransaction<'_>) -> Result<HttpResponse> {
        let Verification { state, signed_in, factor, challenge, client } = self;
        let traits = json!({
            "factor_id": factor.id, "challenge_id": challenge.id, "factor_type": factor.factor_type.name(),
        });
        let entry =
            audit_log::payload(Action::VerificationAttempted, &Actor::User(&signed_in.user), Some(traits));
        transaction.log(&entry, client).await?;
        if !factor.is_verified {
            transaction.set_factor_verified(factor.id).await?;
        }
        let session = raise_session(state, &transaction, signed_in, factor, client).await?;
        transaction.commit().await?;
        Ok(session.response())
    }
}

/// The challenge has been answered, or belongs to another address.
pub(super) fn used() -> Error {
    let message = "Challenge and verify IP addresses mismatch.";
    Error::unprocessable(ErrorCode::MfaIpAddressMismatch, message)
}
