//! `POST /recover`: mails a link that signs in, so that a person can set a new password.

use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use serde_json::json;

use crate::app_state::AppState;
use crate::audit_log::{self, Action, Actor};
use crate::captcha::protected_json;
use crate::client_context::ClientContext;
use crate::email_address;
use crate::error::{Error, ErrorCode, Result};
use crate::models::User;
use crate::one_time_code::mail::{self, Purpose};
use crate::pkce::Challenge;

#[derive(Default, Deserialize)]
#[serde(default)]
struct Recovery {
    email: String,
    code_challenge: String,
    code_challenge_method: String,
}

pub(super) async fn recover(
    state: Data<AppState>,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse> {
    let client = ClientContext::of_request(&request);
    state.settings.rate_limits.otp(client.rate_limit_key).record(&state.database).await?;
    if !state.settings.is_email_enabled {
        return Err(Error::bad_request(ErrorCode::EmailProviderDisabled, "Email logins are disabled"));
    }
    let body: Recovery = protected_json(&state, &request, payload).await?;
    if body.email.is_empty() {
        return Err(Error::invalid("Password recovery requires an email"));
    }
    let email = email_address::email(&body.email)?;
    let challenge = Challenge::of_request(&body.code_challenge_method, &body.code_challenge)?;
    let found = state.database.connection().await?.find_by_email(&email, &state.settings.audience).await?;
    if let Some(user) = found {
        let redirect_to = state.settings.redirects.destination(&request);
        send_sign_in_link(&state, &user, Purpose::Recovery, challenge.as_ref(), &redirect_to, &client)
            .await?;
    }
    Ok(HttpResponse::Ok().json(json!({})))
}

/// Mails a link that signs in to an existing account.
///
/// # Errors
/// 429 when the last one was sent a moment ago; 500 when the mail cannot be sent.
pub(super) async fn send_sign_in_link(
    state: &AppState,
    user: &User,
    purpose: Purpose,
    challenge: Option<&Challenge>,
    redirect_to: &str,
    client: &ClientContext,
) -> Result<()> {
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin().await?;
    let Some(user) = transaction.lock_user(user.id).await? else { return Ok(()) };
    let entry = audit_log::payload(Action::UserRecoveryRequested, &Actor::User(&user), None);
    transaction.log(&entry, client).await?;
    let code = mail::store(state, &transaction, &user, purpose, challenge).await?;
    transaction.commit().await?;
    drop(connection);
    mail::send(state, &user, &[code], redirect_to).await
}
