//! The checks of a new password of `PUT /user`, and its hash.

use chrono::{DateTime, TimeDelta, Utc};
use password_hashing::Verification;

use crate::app_state::AppState;
use crate::authentication::SignedIn;
use crate::error::{Error, ErrorCode, Result};

/// The age of a session from which a new password needs a nonce, if the settings ask for one.
const RECENT: TimeDelta = TimeDelta::hours(24);
/// The methods of sessions that prove the address; such a session stands for the current password.
const RECOVERY_METHODS: [&str; 3] = ["otp", "magiclink", "recovery"];

/// A checked new password.
pub(super) struct NewPassword {
    pub hash: String,
    /// Whether the nonce of `GET /reauthenticate` is still to be checked.
    pub needs_nonce: bool,
}

/// The session of a request, as far as a new password depends on it.
struct Age {
    created_at: DateTime<Utc>,
    is_recovery: bool,
}

/// Checks a new password and hashes it.
///
/// # Errors
/// 400 without a required current password or nonce, and for a wrong current password; 422 for the current password
/// itself.
pub(super) async fn check(
    state: &AppState,
    signed_in: &SignedIn,
    password: &str,
    current: &str,
    nonce: &str,
) -> Result<NewPassword> {
    let session = session(state, signed_in).await?;
    let is_recent = session.as_ref().is_some_and(|session| Utc::now() - session.created_at < RECENT);
    let needs_nonce = state.settings.password_needs_reauthentication && !is_recent;
    if needs_nonce && nonce.is_empty() {
        let message = "Password update requires reauthentication";
        return Err(Error::bad_request(ErrorCode::ReauthenticationNeeded, message));
    }
    if let Some(stored) = signed_in.user.encrypted_password.as_deref() {
        let is_recovery = session.as_ref().is_some_and(|session| session.is_recovery);
        if state.settings.password_needs_current && !is_recovery {
            let message = "Current password required when setting new password.";
            if current.is_empty() {
                return Err(Error::bad_request(ErrorCode::CurrentPasswordRequired, message));
            }
            if state.passwords.verify(current, Some(stored)).await? == Verification::Mismatch {
                return Err(Error::bad_request(ErrorCode::CurrentPasswordInvalid, message));
            }
        }
        if state.passwords.verify(password, Some(stored)).await? != Verification::Mismatch {
            let message = "New password should be different from the old password.";
            return Err(Error::unprocessable(ErrorCode::SamePassword, message));
        }
    }
    Ok(NewPassword { hash: state.passwords.hash(password).await?, needs_nonce })
}

async fn session(state: &AppState, signed_in: &SignedIn) -> Result<Option<Age>> {
    let settings = &state.settings;
    if !settings.password_needs_reauthentication && !settings.password_needs_current {
        return Ok(None);
    }
    let Some(id) = signed_in.session_id else { return Ok(None) };
    let found = state.database.connection().await?.session_age(id).await?;
    Ok(found.map(|(created_at, methods)| Age {
        created_at,
        is_recovery: methods.iter().any(|method| RECOVERY_METHODS.contains(&method.as_str())),
    }))
}
