//! `POST /signup`: a new account with an e-mail address or a phone number, or an anonymous one without either. It gets a
//! session if new addresses count as confirmed, and otherwise a code that confirms the address.

use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use serde_json::json;
use uuid::Uuid;

use crate::app_state::AppState;
use crate::audit_log::{self, Action, Actor};
use crate::captcha::protected_json;
use crate::client_context::ClientContext;
use crate::database::NewUser;
use crate::error::{Error, ErrorCode, Result};
use crate::hooks;
use crate::metadata::Metadata;
use crate::models::User;
use crate::one_time_code::sms;
use crate::password_rules;
use crate::pkce::Challenge;
use crate::registration::{self, ConfirmationRequest, Contact, Draft};
use crate::session::Session;
use crate::sign_in::{SignIn, start_session};

#[derive(Default, Deserialize)]
#[serde(default)]
struct Registration {
    email: String,
    phone: String,
    password: String,
    data: Option<Metadata>,
    channel: String,
    code_challenge: String,
    code_challenge_method: String,
}

pub(super) async fn signup(
    state: Data<AppState>,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse> {
    if state.settings.is_signup_disabled {
        return Err(signup_disabled());
    }
    let client = ClientContext::of_request(&request);
    let body: Registration = protected_json(&state, &request, payload).await?;
    if body.email.is_empty() && body.phone.is_empty() {
        return Ok(anonymous(&state, body, &client).await?.response());
    }
    let redirect_to = state.settings.redirects.destination(&request);
    with_password(&state, body, &redirect_to, &client).await
}

pub(super) fn signup_disabled() -> Error {
    Error::unprocessable(ErrorCode::SignupDisabled, "Signups not allowed for this instance")
}

async fn anonymous(state: &AppState, body: Registration, client: &ClientContext) -> Result<Session> {
    if !state.settings.is_anonymous_enabled {
        let message = "Anonymous sign-ins are disabled";
        return Err(Error::unprocessable(ErrorCode::AnonymousProviderDisabled, message));
    }
    state.settings.rate_limits.anonymous(client.rate_limit_key).record(&state.database).await?;
    let user = NewUser {
        id: Uuid::new_v4(),
        aud: &state.settings.audience,
        role: &state.settings.default_role,
        email: None,
        phone: None,
        encrypted_password: None,
        email_confirmed_at: None,
        phone_confirmed_at: None,
        app_metadata: &Metadata::new(),
        user_metadata: &body.data.unwrap_or_default(),
        is_anonymous: true,
        banned_until: None,
    };
    hooks::before_user_created(state, client, &user).await?;
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    transaction.insert_user(&user).await?;
    let inserted = transaction.lock_user(user.id).await?.ok_or_else(gone)?;
    let entry = audit_log::payload(Action::UserSignedup, &Actor::User(&inserted), None);
    transaction.log(&entry, client).await?;
    let sign_in = SignIn { user: inserted, method: "anonymous", provider: None, verified_hash: None };
    let session = start_session(state, &transaction, sign_in, client).await?.ok_or_else(gone)?;
    transaction.commit().await?;
    drop(connection);
    hooks::after_user_created(state, client, &session.user).await?;
    Ok(session)
}

async fn with_password(
    state: &AppState,
    body: Registration,
    redirect_to: &str,
    client: &ClientContext,
) -> Result<HttpResponse> {
    let settings = &state.settings;
    if body.password.is_empty() {
        return Err(Error::invalid("Signup requires a valid password"));
    }
    password_rules::check(state, &body.password).await?;
    let contact = Contact::of_registration(settings, &body.email, &body.phone)?;
    if contact.phone().is_some() {
        sms::check_channel(state, &body.channel)?;
        if !body.code_challenge.is_empty() {
            return Err(Error::invalid("PKCE not supported for phone signups"));
        }
    }
    let challenge = Challenge::of_request(&body.code_challenge_method, &body.code_challenge)?;
    settings.rate_limits.sign_up(client.rate_limit_key).record(&state.database).await?;
    let existing = registration::find(state, &contact).await?;
    // Hashed in any case, so that the time does not reveal whether the account exists.
    let hash = state.passwords.hash(&body.password).await?;
    let data = body.data.unwrap_or_default();
    let is_autoconfirmed = contact.is_autoconfirmed(settings);
    let confirmation = ConfirmationRequest { challenge: challenge.as_ref(), redirect_to, client };
    match existing {
        Some(existing) if is_autoconfirmed || contact.is_confirmed(&existing) => {
            log_repeated(state, &existing, &contact, client).await?;
            if settings.confirms_email || settings.confirms_phone {
                return Err(already_registered());
            }
            let user =
                User::decoy(&settings.audience, contact.provider(), contact.email(), contact.phone(), data);
            Ok(HttpResponse::Ok().json(user))
        }
        Some(existing) => {
            let user = registration::request_again(state, existing.id, &contact, &confirmation).await?;
            Ok(HttpResponse::Ok().json(user))
        }
        None => {
            let draft = Draft::signed_up(settings, contact, Some(hash), data);
            if !is_autoconfirmed {
                let user = registration::register_unconfirmed(state, &draft, &confirmation).await?;
                return Ok(HttpResponse::Ok().json(user));
            }
            Ok(register_confirmed(state, &draft, client).await?.response())
        }
    }
}

async fn register_confirmed(state: &AppState, draft: &Draft, client: &ClientContext) -> Result<Session> {
    hooks::before_user_created(state, client, &draft.user(&state.settings)).await?;
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    let user = draft.insert(state, &transaction).await.map_err(|error| match error {
        // Another request has registered the address meanwhile.
        Error::Rejected { code: ErrorCode::EmailExists | ErrorCode::PhoneExists, .. } => already_registered(),
        other => other,
    })?;
    let provider = draft.contact.provider();
    let traits = Some(json!({ "provider": provider }));
    let entry = audit_log::payload(Action::UserSignedup, &Actor::User(&user), traits);
    transaction.log(&entry, client).await?;
    let sign_in = SignIn { user, method: "password", provider: Some(provider), verified_hash: None };
    let session = start_session(state, &transaction, sign_in, client).await?.ok_or_else(gone)?;
    transaction.commit().await?;
    drop(connection);
    hooks::after_user_created(state, client, &session.user).await?;
    Ok(session)
}

/// Writes a repeated registration to the audit log.
async fn log_repeated(
    state: &AppState,
    user: &User,
    contact: &Contact,
    client: &ClientContext,
) -> Result<()> {
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    let traits = json!({ "provider": contact.provider() });
    let entry = audit_log::payload(Action::UserRepeatedSignup, &Actor::User(user), Some(traits));
    transaction.log(&entry, client).await?;
    transaction.commit().await
}

fn already_registered() -> Error {
    Error::unprocessable(ErrorCode::UserAlreadyExists, "User already registered")
}

fn gone() -> Error {
    Error::internal("a trigger deleted the new account")
}
