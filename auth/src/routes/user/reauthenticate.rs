//! `GET /reauthenticate`: sends a nonce that proves that the person of a session is the account's owner.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde_json::json;

use crate::app_state::AppState;
use crate::audit_log::{self, Action, Actor};
use crate::authentication::require_user;
use crate::client_context::ClientContext;
use crate::database::AuthTransaction;
use crate::error::{Error, ErrorCode, Result};
use crate::models::User;
use crate::one_time_code::mail::{self, Purpose};
use crate::one_time_code::{TokenKind, hash, sms};

pub(in crate::routes) async fn reauthenticate(
    state: Data<AppState>,
    request: HttpRequest,
) -> Result<HttpResponse> {
    let signed_in = require_user(&state, &request).await?;
    let client = ClientContext::of_request(&request);
    let user = &signed_in.user;
    let unconfirmed = |code, message| Err(Error::unprocessable(code, message));
    match (&user.email, &user.phone) {
        (None, None) => {
            let message = "Reauthentication requires the user to have an email or a phone number";
            return Err(Error::invalid(message));
        }
        (Some(_), _) if user.email_confirmed_at.is_none() => {
            return unconfirmed(ErrorCode::EmailNotConfirmed, "Please verify your email first.");
        }
        (None, Some(_)) if user.phone_confirmed_at.is_none() => {
            return unconfirmed(ErrorCode::PhoneNotConfirmed, "Please verify your phone first.");
        }
        _ => {}
    }
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    let gone = || Error::forbidden(ErrorCode::UserNotFound, "User from sub claim in JWT does not exist");
    let user = transaction.lock_user(user.id).await?.ok_or_else(gone)?;
    let entry = audit_log::payload(Action::UserReauthenticate, &Actor::User(&user), None);
    transaction.log(&entry, &client).await?;
    let (mut mails, mut message) = (Vec::new(), None);
    match (&user.email, &user.phone) {
        (None, Some(phone)) => {
            message =
                Some(sms::store(&state, &transaction, &user, TokenKind::Reauthentication, phone).await?);
        }
        _ => mails.push(mail::store(&state, &transaction, &user, Purpose::Reauthentication, None).await?),
    }
    transaction.commit().await?;
    drop(connection);
    mail::send(&state, &user, &mails, &state.settings.redirects.destination(&request)).await?;
    let id = match &message {
        Some(message) => sms::send(&state, &user, message, &client).await?,
        None => None,
    };
    Ok(HttpResponse::Ok().json(id.map_or_else(|| json!({}), |id| json!({ "message_id": id }))))
}

/// Uses up a nonce. The account is locked.
///
/// # Errors
/// 422 `reauthentication_not_valid` for a wrong, used or expired one.
pub(super) async fn use_nonce(
    state: &AppState,
    transaction: &AuthTransaction<'_>,
    user: &User,
    nonce: &str,
) -> Result<()> {
    let kind = TokenKind::Reauthentication;
    let (address, lifetime) = match (&user.email, &user.phone) {
        (Some(email), _) => (email, state.settings.mail.otp_lifetime),
        (None, Some(phone)) => (phone, state.settings.sms.otp_lifetime),
        (None, None) => {
            let message = "Reauthentication requires an email or a phone number";
            return Err(Error::unprocessable(ErrorCode::ReauthenticationNotValid, message));
        }
    };
    let found = transaction.find_token(user.id, &[hash(address, nonce)], &[kind]).await?;
    if found.is_none() || kind.is_expired(user, lifetime) {
        let message = "Nonce has expired or is invalid";
        return Err(Error::unprocessable(ErrorCode::ReauthenticationNotValid, message));
    }
    transaction.delete_tokens(user.id).await
}
