//! `PUT /user`: changes the account of the bearer token. A new e-mail address or phone number is pending until its code
//! confirms it.

use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;

use super::new_password::{self, NewPassword};
use super::reauthenticate::use_nonce;
use crate::app_state::AppState;
use crate::audit_log::{self, Action, Actor};
use crate::authentication::{SignedIn, require_user};
use crate::body;
use crate::client_context::ClientContext;
use crate::confirmation::{change_email, change_phone};
use crate::database::{AuthTransaction, Changes};
use crate::email_address;
use crate::error::{Error, ErrorCode, Result, email_exists, phone_exists};
use crate::mail::EmailKind;
use crate::metadata::{Metadata, merge};
use crate::models::User;
use crate::notification::notify;
use crate::one_time_code::TokenKind;
use crate::one_time_code::mail::{self, CodeMail};
use crate::one_time_code::sms::{self, CodeSms};
use crate::password_rules;
use crate::pkce::Challenge;

#[derive(Default, Deserialize)]
#[serde(default)]
struct Update {
    email: String,
    phone: String,
    password: Option<String>,
    current_password: String,
    nonce: String,
    data: Option<Metadata>,
    app_metadata: Option<Metadata>,
    channel: String,
    code_challenge: String,
    code_challenge_method: String,
}

/// The address and the number that differ from the account's.
#[derive(Default)]
struct NewContacts {
    email: Option<String>,
    phone: Option<String>,
}

/// The codes that are to be sent after the commit.
#[derive(Default)]
struct Codes {
    mails: Vec<CodeMail>,
    message: Option<CodeSms>,
}

pub(in crate::routes) async fn update(
    state: Data<AppState>,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse> {
    let signed_in = require_user(&state, &request).await?;
    let client = ClientContext::of_request(&request);
    state.settings.rate_limits.update(client.rate_limit_key).record(&state.database).await?;
    let update: Update = body::json(payload).await?;
    let contacts = check(&state, &signed_in, &update).await?;
    let challenge = Challenge::of_request(&update.code_challenge_method, &update.code_challenge)?;
    let password = match update.password.as_deref().filter(|password| !password.is_empty()) {
        Some(password) => {
            let user_id = Some(signed_in.user.id);
            let attempt = state.settings.rate_limits.sign_in(client.rate_limit_key, "", user_id);
            attempt.record(&state.database).await?;
            let (current, nonce) = (&update.current_password, &update.nonce);
            Some(new_password::check(&state, &signed_in, password, current, nonce).await?)
        }
        None => None,
    };

    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    let gone = || Error::forbidden(ErrorCode::UserNotFound, "User from sub claim in JWT does not exist");
    let user = transaction.lock_user(signed_in.user.id).await?.ok_or_else(gone)?;
    change_metadata(&transaction, &user, update.data, update.app_metadata).await?;
    if let Some(password) = &password {
        if password.needs_nonce {
            use_nonce(&state, &transaction, &user, &update.nonce).await?;
        }
        store_password(&transaction, &user, &signed_in, password, &client).await?;
    }
    let changed = transaction.lock_user(user.id).await?.ok_or_else(gone)?;
    let codes = change_contacts(&state, &transaction, &changed, &contacts, challenge.as_ref()).await?;
    let entry = audit_log::payload(Action::UserModified, &Actor::User(&user), None);
    transaction.log(&entry, &client).await?;
    let user = transaction.lock_user(user.id).await?.ok_or_else(gone)?;
    transaction.commit().await?;
    drop(connection);
    let redirect_to = state.settings.redirects.destination(&request);
    mail::send(&state, &user, &codes.mails, &redirect_to).await?;
    if password.is_some() {
        notify(&state, EmailKind::PasswordChanged, &user).await;
    }
    if let Some(message) = &codes.message {
        sms::send(&state, &user, message, &client).await?;
    }
    Ok(HttpResponse::Ok().json(user))
}

/// Checks the update. Returns the new address and number.
async fn check(state: &AppState, signed_in: &SignedIn, update: &Update) -> Result<NewContacts> {
    let (user, settings) = (&signed_in.user, &state.settings);
    if let Some(password) = &update.password {
        password_rules::check(state, password).await?;
    }
    if update.app_metadata.is_some() && !settings.admin_roles.contains(&signed_in.role) {
        let message = "Updating app_metadata requires admin privileges";
        return Err(Error::forbidden(ErrorCode::NotAdmin, message));
    }
    let mut contacts = NewContacts::default();
    if !update.email.is_empty() {
        let email = email_address::email(&update.email)?;
        contacts.email = Some(email).filter(|email| user.email.as_ref() != Some(email));
    }
    if !update.phone.is_empty() {
        let phone = email_address::phone(&update.phone)?;
        sms::check_channel(state, &update.channel)?;
        contacts.phone = Some(phone).filter(|phone| user.phone.as_ref() != Some(phone));
    }
    let has_password = update.password.as_deref().is_some_and(|password| !password.is_empty());
    let changes_contact = contacts.email.is_some() || contacts.phone.is_some();
    if user.has_verified_factor() && !signed_in.has_aal2 && (has_password || changes_contact) {
        let message = "AAL2 session is required to update email or password when MFA is enabled.";
        return Err(Error::unauthorized(ErrorCode::InsufficientAal, message));
    }
    if user.is_anonymous && has_password && update.email.is_empty() && update.phone.is_empty() {
        let message = "Updating password of an anonymous user without an email or phone is not allowed";
        return Err(Error::unprocessable(ErrorCode::ValidationFailed, message));
    }
    if user.is_sso_user && (has_password || changes_contact || !update.nonce.is_empty()) {
        let message = "Updating email, phone, password of a SSO account only possible via SSO";
        return Err(Error::unprocessable(ErrorCode::UserSsoManaged, message));
    }
    let connection = state.database.connection().await?;
    if let Some(email) = &contacts.email
        && connection.find_by_email(email, &settings.audience).await?.is_some()
    {
        return Err(email_exists());
    }
    if let Some(phone) = &contacts.phone
        && connection.find_by_phone(phone, &settings.audience).await?.is_some()
    {
        return Err(phone_exists());
    }
    Ok(contacts)
}

async fn change_metadata(
    transaction: &AuthTransaction<'_>,
    user: &User,
    data: Option<Metadata>,
    app_data: Option<Metadata>,
) -> Result<()> {
    let (mut metadata, mut app_metadata) = (user.user_metadata.clone(), user.app_metadata.clone());
    merge(&mut metadata, data.unwrap_or_default());
    merge(&mut app_metadata, app_data.unwrap_or_default());
    let changes =
        Changes { user_metadata: Some(&metadata), app_metadata: Some(&app_metadata), ..Changes::default() };
    transaction.update_user(user.id, &changes).await
}

/// Stores a new password, which ends the other sessions and invalidates every code.
async fn store_password(
    transaction: &AuthTransaction<'_>,
    user: &User,
    signed_in: &SignedIn,
    password: &NewPassword,
    client: &ClientContext,
) -> Result<()> {
    let changes = Changes { encrypted_password: Some(&password.hash), ..Changes::default() };
    transaction.update_user(user.id, &changes).await?;
    transaction.delete_one_time_tokens(user.id).await?;
    transaction.delete_sessions(user.id, signed_in.session_id).await?;
    let entry = audit_log::payload(Action::UserUpdatedPassword, &Actor::User(user), None);
    transaction.log(&entry, client).await
}

/// Changes the address and the number at once where they count as confirmed, and else stores codes for them. Permanent
/// accounts always confirm a new address.
async fn change_contacts(
    state: &AppState,
    transaction: &AuthTransaction<'_>,
    user: &User,
    contacts: &NewContacts,
    challenge: Option<&Challenge>,
) -> Result<Codes> {
    let mut codes = Codes::default();
    if let Some(email) = &contacts.email {
        if user.is_anonymous && state.settings.confirms_email {
            change_email(transaction, user, email).await?;
        } else {
            codes.mails = mail::store_email_change(state, transaction, user, email, challenge).await?;
        }
    }
    if let Some(phone) = &contacts.phone {
        if state.settings.confirms_phone {
            change_phone(transaction, user, phone).await?;
        } else {
            codes.message = Some(sms::store(state, transaction, user, TokenKind::PhoneChange, phone).await?);
        }
    }
    Ok(codes)
}
