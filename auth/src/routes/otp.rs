//! `POST /otp` and `POST /magiclink`: send a code or a link that signs in. Unless the client forbids it, an unknown
//! person is signed up.

use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use serde_json::json;

use super::code_request::CodeRequest;
use super::recover::send_sign_in_link;
use super::signup::signup_disabled;
use crate::app_state::AppState;
use crate::audit_log::{self, Action, Actor};
use crate::client_context::ClientContext;
use crate::email_address;
use crate::error::{Error, ErrorCode, Result};
use crate::hooks;
use crate::metadata::Metadata;
use crate::models::User;
use crate::one_time_code::TokenKind;
use crate::one_time_code::mail::Purpose;
use crate::one_time_code::sms;
use crate::registration::{self, ConfirmationRequest, Contact, Draft};

#[derive(Clone, Deserialize)]
#[serde(default)]
struct OtpBody {
    email: String,
    phone: String,
    /// Whether an unknown person is signed up.
    create_user: bool,
    data: Metadata,
    channel: String,
}

impl Default for OtpBody {
    fn default() -> OtpBody {
        OtpBody {
            email: String::new(),
            phone: String::new(),
            create_user: true,
            data: Metadata::new(),
            channel: String::new(),
        }
    }
}

pub(super) async fn otp(
    state: Data<AppState>,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse> {
    let request: CodeRequest<OtpBody> = CodeRequest::read(&state, &request, payload).await?;
    let body = &request.body;
    match (body.email.as_str(), body.phone.as_str()) {
        ("", "") => Err(Error::invalid("One of email or phone must be set")),
        (_, "") if !body.channel.is_empty() => {
            Err(Error::invalid("Channel should only be specified with Phone OTP"))
        }
        (_, "") => send_magic_link(&state, body, &request.confirmation()).await,
        ("", _) => send_sms(&state, body, &request.confirmation()).await,
        _ => Err(Error::invalid("Only an email address or phone number should be provided")),
    }
}

pub(super) async fn magic_link(
    state: Data<AppState>,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse> {
    let request: CodeRequest<OtpBody> = CodeRequest::read(&state, &request, payload).await?;
    let body = &request.body;
    if body.email.is_empty() {
        let message = "Password recovery requires an email";
        return Err(Error::unprocessable(ErrorCode::ValidationFailed, message));
    }
    let body = OtpBody { create_user: true, ..body.clone() };
    send_magic_link(&state, &body, &request.confirmation()).await
}

async fn send_magic_link(
    state: &AppState,
    body: &OtpBody,
    confirmation: &ConfirmationRequest<'_>,
) -> Result<HttpResponse> {
    let disabled = |message| Err(Error::unprocessable(ErrorCode::EmailProviderDisabled, message));
    if !state.settings.is_email_enabled {
        return disabled("Email logins are disabled");
    }
    if !state.settings.is_magic_link_enabled {
        return disabled("Login with magic link is disabled");
    }
    let contact = Contact::Email(email_address::email(&body.email)?);
    let existing = existing_or_created(state, contact, body, confirmation).await?;
    if let Some(user) = existing {
        send_sign_in_link(state, &user, Purpose::MagicLink, confirmation).await?;
    }
    Ok(HttpResponse::Ok().json(json!({})))
}

async fn send_sms(
    state: &AppState,
    body: &OtpBody,
    confirmation: &ConfirmationRequest<'_>,
) -> Result<HttpResponse> {
    if !state.settings.is_phone_enabled {
        return Err(Error::bad_request(ErrorCode::PhoneProviderDisabled, "Unsupported phone provider"));
    }
    let phone = email_address::phone(&body.phone)?;
    sms::check_channel(state, &body.channel)?;
    let channel = if body.channel.is_empty() { "sms".to_owned() } else { body.channel.clone() };
    let contact = Contact::Phone(phone.clone());
    let Some(user) = existing_or_created(state, contact, body, confirmation).await? else {
        return Ok(HttpResponse::Ok().json(json!({})));
    };
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    let Some(user) = transaction.lock_user(user.id).await? else {
        return Ok(HttpResponse::Ok().json(json!({})));
    };
    let traits = json!({ "channel": channel });
    let entry = audit_log::payload(Action::UserRecoveryRequested, &Actor::User(&user), Some(traits));
    transaction.log(&entry, confirmation.client).await?;
    let code = sms::store(state, &transaction, &user, TokenKind::Confirmation, &phone).await?;
    transaction.commit().await?;
    drop(connection);
    let id = sms::send(state, &user, &code, confirmation.client).await?;
    Ok(HttpResponse::Ok().json(id.map_or_else(|| json!({}), |id| json!({ "message_id": id }))))
}

/// The account that a code is to be sent to. `None` if it is not confirmed and has got a code that confirms it. An
/// unknown person gets an account without a password.
async fn existing_or_created(
    state: &AppState,
    contact: Contact,
    body: &OtpBody,
    confirmation: &ConfirmationRequest<'_>,
) -> Result<Option<User>> {
    let settings = &state.settings;
    let existing = registration::find(state, &contact).await?;
    let is_autoconfirmed = contact.is_autoconfirmed(settings);
    match existing {
        Some(user) if is_autoconfirmed || contact.is_confirmed(&user) => Ok(Some(user)),
        None if !body.create_user => {
            Err(Error::unprocessable(ErrorCode::OtpDisabled, "Signups not allowed for otp"))
        }
        _ if settings.is_signup_disabled => Err(signup_disabled()),
        Some(user) => {
            registration::request_again(state, user.id, &contact, confirmation).await?;
            Ok(None)
        }
        None => {
            let draft = Draft::signed_up(settings, contact, None, body.data.clone());
            if !is_autoconfirmed {
                registration::register_unconfirmed(state, &draft, confirmation).await?;
                return Ok(None);
            }
            create(state, &draft, confirmation.client).await
        }
    }
}

/// Inserts an account that counts as confirmed.
async fn create(state: &AppState, draft: &Draft, client: &ClientContext) -> Result<Option<User>> {
    hooks::before_user_created(state, client, &draft.user(&state.settings)).await?;
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    let user = match draft.insert(state, &transaction).await {
        // Another request has inserted it meanwhile.
        Err(Error::Rejected { code: ErrorCode::EmailExists | ErrorCode::PhoneExists, .. }) => {
            drop(transaction);
            drop(connection);
            return registration::find(state, &draft.contact).await;
        }
        inserted => inserted?,
    };
    let traits = json!({ "provider": draft.contact.provider() });
    let entry = audit_log::payload(Action::UserSignedup, &Actor::User(&user), Some(traits));
    transaction.log(&entry, client).await?;
    transaction.commit().await?;
    drop(connection);
    hooks::after_user_created(state, client, &user).await?;
    Ok(Some(user))
}
