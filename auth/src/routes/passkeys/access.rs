//! Access to passkeys, and the passkey in a path.

use uuid::Uuid;

use crate::app_state::AppState;
use crate::authentication::SignedIn;
use crate::error::{Error, ErrorCode, Result};

/// # Errors
/// 404 where passkeys are not enabled; 500 where the site that they belong to is not configured.
pub(in crate::routes) fn require_enabled(state: &AppState) -> Result<()> {
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
pub(super) fn require_aal(signed_in: &SignedIn) -> Result<()> {
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
pub(in crate::routes) fn parse_id(text: &str) -> Result<Uuid> {
    Uuid::try_parse(text).map_err(|_| not_found())
}

/// The account has no such passkey.
pub(in crate::routes) fn not_found() -> Error {
    Error::not_found(ErrorCode::ValidationFailed, "Passkey not found")
}
