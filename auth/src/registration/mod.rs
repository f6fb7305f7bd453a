//! New accounts of people who prove an e-mail address or a phone number.
//!
//! - [`Draft`]: an account that is to be inserted.
//! - [`register_unconfirmed`] and [`request_again`]: accounts whose address or number is still to be proven.

mod draft;

pub(crate) use draft::{Contact, Draft, identity_data, providers};

use serde_json::json;
use uuid::Uuid;

use crate::app_state::AppState;
use crate::audit_log::{self, Action, Actor};
use crate::client_context::ClientContext;
use crate::database::AuthTransaction;
use crate::error::{Error, ErrorCode, Result};
use crate::hooks;
use crate::metadata::Metadata;
use crate::models::{Identities, User};
use crate::one_time_code::TokenKind;
use crate::one_time_code::mail::{self, CodeMail, Purpose};
use crate::one_time_code::sms::{self, CodeSms};
use crate::pkce::Challenge;

/// How the confirmation of an address or a number is asked for.
pub(crate) struct ConfirmationRequest<'a> {
    /// The challenge of a client that uses PKCE. Mails only.
    pub challenge: Option<&'a Challenge>,
    /// The final redirect target of the link in the mail.
    pub redirect_to: &'a str,
    pub client: &'a ClientContext,
}

enum Code {
    Mail(CodeMail),
    Sms(CodeSms),
}

/// Inserts an account and sends it a code. If another request has inserted it meanwhile, sends that one a code.
///
/// # Errors
/// 429 when a code was sent a moment ago, and those of the hooks, the mail or the message.
pub(crate) async fn register_unconfirmed(
    state: &AppState,
    draft: &Draft,
    request: &ConfirmationRequest<'_>,
) -> Result<User> {
    hooks::before_user_created(state, request.client, &draft.user(&state.settings)).await?;
    match insert_with_code(state, draft, request).await {
        Err(Error::Rejected { code: ErrorCode::EmailExists | ErrorCode::PhoneExists, .. }) => {
            let existing = find(state, &draft.contact).await?;
            let existing = existing.ok_or_else(|| Error::internal("the account was deleted meanwhile"))?;
            request_again(state, existing.id, &draft.contact, request).await
        }
        Err(error) => Err(error),
        Ok((user, code)) => {
            send(state, &user, &code, request).await?;
            hooks::after_user_created(state, request.client, &user).await?;
            Ok(user)
        }
    }
}

async fn insert_with_code(
    state: &AppState,
    draft: &Draft,
    request: &ConfirmationRequest<'_>,
) -> Result<(User, Code)> {
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    let user = draft.insert(state, &transaction).await?;
    let code = store_code(state, &transaction, &user, &draft.contact, request).await?;
    let user = reload(&transaction, user.id).await?;
    transaction.commit().await?;
    Ok((user, code))
}

/// Sends a code to an account that is not confirmed. The account stays as it is, because the requester has not proven
/// ownership. The returned account of an invited person has no metadata, which the inviter may have written.
///
/// # Errors
/// 429 when a code was sent a moment ago, and those of the mail or the message.
pub(crate) async fn request_again(
    state: &AppState,
    user_id: Uuid,
    contact: &Contact,
    request: &ConfirmationRequest<'_>,
) -> Result<User> {
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    let user = reload(&transaction, user_id).await?;
    let code = store_code(state, &transaction, &user, contact, request).await?;
    let mut user = reload(&transaction, user_id).await?;
    transaction.commit().await?;
    drop(connection);
    send(state, &user, &code, request).await?;
    if user.invited_at.is_some() {
        user.user_metadata = Metadata::new();
        user.identities = Some(Identities::OMITTED);
    }
    Ok(user)
}

/// The account with this address or number.
pub(crate) async fn find(state: &AppState, contact: &Contact) -> Result<Option<User>> {
    let connection = state.database.connection().await?;
    let aud = &state.settings.audience;
    match contact {
        Contact::Email(email) => connection.find_by_email(email, aud).await,
        Contact::Phone(phone) => connection.find_by_phone(phone, aud).await,
    }
}

async fn store_code(
    state: &AppState,
    transaction: &AuthTransaction<'_>,
    user: &User,
    contact: &Contact,
    request: &ConfirmationRequest<'_>,
) -> Result<Code> {
    let traits = json!({ "provider": contact.provider() });
    let entry = audit_log::payload(Action::UserConfirmationRequested, &Actor::User(user), Some(traits));
    transaction.log(&entry, request.client).await?;
    Ok(match contact {
        Contact::Email(_) => {
            let purpose = Purpose::Confirmation;
            Code::Mail(mail::store(state, transaction, user, purpose, request.challenge).await?)
        }
        Contact::Phone(phone) => {
            Code::Sms(sms::store(state, transaction, user, TokenKind::Confirmation, phone).await?)
        }
    })
}

async fn send(state: &AppState, user: &User, code: &Code, request: &ConfirmationRequest<'_>) -> Result<()> {
    match code {
        Code::Mail(code) => mail::send(state, user, std::slice::from_ref(code), request.redirect_to).await,
        Code::Sms(code) => sms::send(state, user, code, request.client).await.map(drop),
    }
}

async fn reload(transaction: &AuthTransaction<'_>, id: Uuid) -> Result<User> {
    transaction.lock_user(id).await?.ok_or_else(|| Error::internal("the account was deleted meanwhile"))
}
