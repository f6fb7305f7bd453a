//! `POST /token?grant_type=pkce`: exchanges the code at the end of a flow for a session.

use serde::Deserialize;

use crate::app_state::AppState;
use crate::client_context::ClientContext;
use crate::error::{Error, ErrorCode, Result};
use crate::session::Session;
use crate::sign_in::{SignIn, start_session};

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Exchange {
    auth_code: String,
    code_verifier: String,
}

/// Exchanges a code. The flow stays locked meanwhile, so that a code yields one session.
///
/// # Errors
/// 404 for an unknown or used code, 422 for an expired one, 400 for a verifier that does not fit, 403 for a banned
/// account.
pub(super) async fn exchange(state: &AppState, body: Exchange, client: &ClientContext) -> Result<Session> {
    if body.auth_code.is_empty() || body.code_verifier.is_empty() {
        let message = "invalid request: both auth code and code verifier should be non-empty";
        return Err(Error::invalid(message));
    }
    state.settings.rate_limits.refresh(client.rate_limit_key).record(&state.database).await?;
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    let flow = transaction.lock_flow_state_by_code(&body.auth_code).await?.ok_or_else(not_found)?;
    let (Some(user_id), Some(challenge)) = (flow.user_id, &flow.challenge) else { return Err(not_found()) };
    if flow.is_expired(state.settings.flow_lifetime) {
        let message = "invalid flow state, flow state has expired";
        return Err(Error::unprocessable(ErrorCode::FlowStateExpired, message));
    }
    challenge.verify(&body.code_verifier)?;
    let user = transaction.lock_user(user_id).await?.ok_or_else(not_found)?;
    if user.is_banned() {
        return Err(Error::forbidden(ErrorCode::UserBanned, "User is banned"));
    }
    let sign_in = SignIn {
        user,
        method: &flow.authentication_method,
        provider: Some(&flow.provider_type),
        verified_hash: None,
    };
    let session = start_session(state, &transaction, sign_in, client).await?;
    let mut session = session.ok_or_else(not_found)?;
    transaction.delete_flow_state(flow.id).await?;
    transaction.commit().await?;
    session.provider_token = flow.provider_access_token;
    session.provider_refresh_token = flow.provider_refresh_token;
    Ok(session)
}

fn not_found() -> Error {
    let message = "invalid flow state, no valid flow state found";
    Error::not_found(ErrorCode::FlowStateNotFound, message)
}
