//! The factor that a path names, and who may use factors.

use actix_web::HttpRequest;
use uuid::Uuid;

use crate::app_state::AppState;
use crate::authentication::{SignedIn, require_user};
use crate::client_context::ClientContext;
use crate::error::{Error, ErrorCode, Result};
use crate::models::Factor;
use crate::rate_limit::Attempt;

/// A request about a factor of the bearer token's account.
pub(super) struct FactorRequest {
    pub signed_in: SignedIn,
    pub factor: Factor,
    pub client: ClientContext,
}

impl FactorRequest {
    /// Finds the factor, and counts the request for the limit of `action`.
    ///
    /// # Errors
    /// 429 over the limit, and those of [`find`].
    pub async fn limited(
        state: &AppState,
        request: &HttpRequest,
        id: &str,
        action: &str,
    ) -> Result<FactorRequest> {
        let signed_in = require_user(state, request).await?;
        let client = ClientContext::of_request(request);
        let factor = find(state, &signed_in, id).await?;
        let per_minute = state.settings.mfa.challenges_per_minute;
        let attempt = Attempt::on_factor(action, client.rate_limit_key, factor.id, per_minute);
        attempt.record(&state.database).await?;
        Ok(FactorRequest { signed_in, factor, client })
    }
}

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
