//! `POST /recover`: mails a link that signs in, so that a person can set a new password.

use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use serde_json::json;

use super::code_request::CodeRequest;
use crate::app_state::AppState;
use crate::audit_log::{self, Action, Actor};
use crate::email_address;
use crate::error::{Error, ErrorCode, Result};
use crate::models::User;
use crate::one_time_code::mail::{self, Purpose};
use crate::registration::ConfirmationRequest;

#[derive(Default, Deserialize)]
#[serde(default)]
struct Recovery {
    email: String,
}

pub(super) async fn recover(
    state: Data<AppState>,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse> {
    let request: CodeRequest<Recovery> = CodeRequest::read(&state, &request, payload).await?;
    if !state.settings.is_email_enabled {
        return Err(Error::bad_request(ErrorCode::EmailProviderDisabled, "Email logins are disabled"));
    }
    if request.body.email.is_empty() {
        return Err(Error::invalid("Password recovery requires an email"));
    }
    let email = email_address::email(&request.body.email)?;
    let found = state.database.connection().await?.find_by_email(&email, &state.settings.audience).await?;
    if let Some(user) = found {
        send_sign_in_link(&state, &user, Purpose::Recovery, &request.confirmation()).await?;
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
    request: &ConfirmationRequest<'_>,
) -> Result<()> {
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    let Some(user) = transaction.lock_user(user.id).await? else { return Ok(()) };
    let entry = audit_log::payload(Action::UserRecoveryRequested, &Actor::User(&user), None);
    transaction.log(&entry, request.client).await?;
    let code = mail::store(state, &transaction, &user, purpose, request.challenge).await?;
    transaction.commit().await?;
    drop(connection);
    mail::send(state, &user, &[code], request.redirect_to).await
}
