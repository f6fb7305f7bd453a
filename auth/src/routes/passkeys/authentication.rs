//! `POST /passkeys/authentication/options` and `…/verify`: signs in with a passkey. The authenticator names the account.

use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};

use super::access::require_enabled;
use super::answer::{Answer, begin, malformed, not_verified, rejected};
use crate::app_state::AppState;
use crate::body;
use crate::client_context::ClientContext;
use crate::error::{Error, ErrorCode, Result};
use crate::models::User;
use crate::rate_limit::Attempt;
use crate::sign_in::{SignIn, start_session};
use crate::webauthn::{AssertionResponse, request_options, verify_assertion};

const CEREMONY: &str = "authentication";

pub(super) async fn options(state: Data<AppState>, request: HttpRequest) -> Result<HttpResponse> {
    require_enabled(&state)?;
    let client = ClientContext::of_request(&request);
    let settings = &state.settings.web_authn;
    Attempt::passkey(client.rate_limit_key, settings.passkey_sign_ins).record(&state.database).await?;
    begin(&state, CEREMONY, None, |challenge| request_options(settings, challenge, &[])).await
}

pub(super) async fn verify(
    state: Data<AppState>,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse> {
    require_enabled(&state)?;
    let client = ClientContext::of_request(&request);
    let body: Answer = body::json(payload).await?;
    let (challenge, response) = body.into_parts(&state, CEREMONY, None).await?;
    let response: AssertionResponse = serde_json::from_value(response).map_err(malformed)?;
    let user_id = response.user_id().ok_or_else(not_verified)?;
    let mut connection = state.database.connection().await?;
    let passkeys = connection.passkeys(user_id).await?;
    let used = passkeys.iter().find(|passkey| passkey.credential.id == response.credential_id);
    let passkey = used.ok_or_else(not_verified)?;
    let settings = &state.settings.web_authn;
    let verified =
        verify_assertion(settings, &challenge, &passkey.credential, &response).map_err(rejected)?;

    let transaction = connection.begin();
    let user = transaction.lock_user(user_id).await?.ok_or_else(not_verified)?;
    check_account(&user)?;
    if !transaction.touch_passkey(passkey.id, verified.sign_count).await? {
        return Err(not_verified());
    }
    let sign_in = SignIn { user, method: "passkey", provider: None, verified_hash: None };
    let session = start_session(&state, &transaction, sign_in, &client).await?.ok_or_else(not_verified)?;
    transaction.commit().await?;
    Ok(session.response())
}

fn check_account(user: &User) -> Result<()> {
    if user.deleted_at.is_some() {
        return Err(not_verified());
    }
    if user.email.is_some() && user.email_confirmed_at.is_none() {
        return Err(Error::forbidden(ErrorCode::EmailNotConfirmed, "Email not confirmed"));
    }
    if user.phone.is_some() && user.phone_confirmed_at.is_none() {
        return Err(Error::forbidden(ErrorCode::PhoneNotConfirmed, "Phone not confirmed"));
    }
    if user.is_banned() {
        return Err(Error::forbidden(ErrorCode::UserBanned, "User is banned"));
    }
    Ok(())
}
