//! `POST /resend`: sends the code of a sign-up, or of a change of the e-mail address or the phone number, again. The
//! response is the same for unknown people and for those who have nothing to confirm.

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
use crate::one_time_code::TokenKind;
use crate::one_time_code::mail::{self, Purpose};
use crate::one_time_code::sms;
use crate::registration::{self, Contact};

#[derive(Default, Deserialize)]
#[serde(default)]
struct Body {
    r#type: String,
    email: String,
    phone: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Signup,
    Sms,
    EmailChange,
    PhoneChange,
}

pub(super) async fn resend(
    state: Data<AppState>,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse> {
    let request: CodeRequest<Body> = CodeRequest::read(&state, &request, payload).await?;
    let (kind, contact) = check(&state, &request.body)?;
    let CodeRequest { challenge, redirect_to, client, .. } = request;
    let nothing = || Ok(HttpResponse::Ok().json(json!({})));
    let Some(user) = registration::find(&state, &contact).await? else { return nothing() };
    if !is_pending(kind, &user) {
        return nothing();
    }
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    let Some(user) = transaction.lock_user(user.id).await? else { return nothing() };
    if !is_pending(kind, &user) {
        return nothing();
    }
    let mut mails = Vec::new();
    let mut message = None;
    match kind {
        Kind::Signup => {
            let entry = audit_log::payload(Action::UserConfirmationRequested, &Actor::User(&user), None);
            transaction.log(&entry, &client).await?;
            let purpose = Purpose::Confirmation;
            mails.push(mail::store(&state, &transaction, &user, purpose, challenge.as_ref()).await?);
        }
        Kind::EmailChange => {
            let new_email = &user.new_email;
            mails =
                mail::store_email_change(&state, &transaction, &user, new_email, challenge.as_ref()).await?;
        }
        Kind::Sms => {
            let entry = audit_log::payload(Action::UserRecoveryRequested, &Actor::User(&user), None);
            transaction.log(&entry, &client).await?;
            let phone = user.phone.clone().unwrap_or_default();
            message = Some(sms::store(&state, &transaction, &user, TokenKind::Confirmation, &phone).await?);
        }
        Kind::PhoneChange => {
            let phone = &user.new_phone;
            message = Some(sms::store(&state, &transaction, &user, TokenKind::PhoneChange, phone).await?);
        }
    }
    transaction.commit().await?;
    drop(connection);
    mail::send(&state, &user, &mails, &redirect_to).await?;
    let id = match &message {
        Some(message) => sms::send(&state, &user, message, &client).await?,
        None => None,
    };
    Ok(HttpResponse::Ok().json(id.map_or_else(|| json!({}), |id| json!({ "message_id": id }))))
}

fn check(state: &AppState, body: &Body) -> Result<(Kind, Contact)> {
    let kind = match body.r#type.as_str() {
        "signup" => Kind::Signup,
        "email_change" => Kind::EmailChange,
        "sms" => Kind::Sms,
        "phone_change" => Kind::PhoneChange,
        _ => {
            let message = "Missing one of these types: signup, email_change, sms, phone_change";
            return Err(Error::invalid(message));
        }
    };
    match (body.email.as_str(), body.phone.as_str()) {
        ("", _) if kind == Kind::Signup => Err(Error::invalid("Type provided requires an email address")),
        (_, "") if kind == Kind::Sms => Err(Error::invalid("Type provided requires a phone number")),
        ("", "") => Err(Error::invalid("Missing email address or phone number")),
        (email, "") if state.settings.is_email_enabled => {
            Ok((kind, Contact::Email(email_address::email(email)?)))
        }
        (_, "") => Err(Error::bad_request(ErrorCode::EmailProviderDisabled, "Email logins are disabled")),
        ("", phone) if state.settings.is_phone_enabled => {
            Ok((kind, Contact::Phone(email_address::phone(phone)?)))
        }
        ("", _) => Err(Error::bad_request(ErrorCode::PhoneProviderDisabled, "Phone logins are disabled")),
        _ => Err(Error::invalid("Only an email address or phone number should be provided.")),
    }
}

fn is_pending(kind: Kind, user: &User) -> bool {
    match kind {
        Kind::Signup => user.email_confirmed_at.is_none(),
        Kind::Sms => user.phone_confirmed_at.is_none(),
        Kind::EmailChange => !user.new_email.is_empty(),
        Kind::PhoneChange => !user.new_phone.is_empty(),
    }
}
