//! The factor that a path names, and who may use factors.

use uuid::Uuid;

use crate::app_state::AppState;
use crate::authentication::SignedIn;
use crate::error::{Error, ErrorCode, Result};
use crate::models::Factor;

/// The factor of the account with the id of the path.
///
/// # Errors
/// 403 for an anonymous account; 404 for an id that is no UUID or not a factor of the account.
pub(super) async fn find(state: &AppState, signed_in: &SignedIn, id: &str) -> Result<Factor> {
    require_permanent(signed_in)?;
    of_account(state, signed_in.user.id, id).await
}

/// The factor of an account with the id of the path.
///
/// # Errors
/// 404 for an id that is no UUID or not a factor of the account.
pub(in crate::routes) async fn of_account(state: &AppState, user_id: Uuid, id: &str) -> Result<Factor> {
    let id = Uuid::try_parse(id)
        .map_err(|_| Error::not_found(ErrorCode::ValidationFailed, "factor_id must be an UUID"))?;
    let found = state.database.connection().await?.find_factor(user_id, id).await?;
    found.ok_or_else(|| Error::not_found(ErrorCode::MfaFactorNotFound, "Factor not found"))
}

/// # Errors
/// 403 for an anonymous account.
pub(in crate::routes) fn require_permanent(signed_in: &SignedIn) -> Result<()> {
    if signed_in.user.is_anonymous {
        let message = "Anonymous user not allowed to perform these actions";
        return Err(Error::forbidden(ErrorCode::NoAuthorization, message));
    }
    Ok(())
}
