//! `POST /signup`: a new account with an e-mail address or a phone number, or an anonymous one without either. The
//! account counts as confirmed at once and gets a session.

use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use chrono::Utc;
use serde::Deserialize;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::app_state::AppState;
use crate::audit_log::{self, Action, Actor};
use crate::body;
use crate::client_context::ClientContext;
use crate::database::{NewIdentity, NewUser};
use crate::email_address;
use crate::error::{Error, ErrorCode, Result};
use crate::hooks;
use crate::metadata::Metadata;
use crate::models::User;
use crate::password_rules;
use crate::session::Session;
use crate::sign_in::{SignIn, start_session};

#[derive(Default, Deserialize)]
#[serde(default)]
struct Registration {
    email: String,
    phone: String,
    password: String,
    data: Option<Metadata>,
}

/// The e-mail address or phone number of a new account.
enum Contact {
    Email(String),
    Phone(String),
}

impl Contact {
    fn provider(&self) -> &'static str {
        match self {
            Contact::Email(_) => "email",
            Contact::Phone(_) => "phone",
        }
    }
}

pub(super) async fn signup(
    state: Data<AppState>,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse> {
    if state.settings.is_signup_disabled {
        let message = "Signups not allowed for this instance";
        return Err(Error::unprocessable(ErrorCode::SignupDisabled, message));
    }
    let client = ClientContext::of_request(&request);
    let registration: Registration = body::json(payload).await?;
    let session = if registration.email.is_empty() && registration.phone.is_empty() {
        anonymous(&state, registration, &client).await?
    } else {
        with_password(&state, registration, &client).await?
    };
    Ok(session.response())
}

async fn anonymous(state: &AppState, registration: Registration, client: &ClientContext) -> Result<Session> {
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
        user_metadata: &registration.data.unwrap_or_default(),
        is_anonymous: true,
        banned_until: None,
    };
    register(state, &user, None, client).await
}

async fn with_password(
    state: &AppState,
    registration: Registration,
    client: &ClientContext,
) -> Result<Session> {
    let settings = &state.settings;
    if registration.password.is_empty() {
        return Err(Error::invalid("Signup requires a valid password"));
    }
    password_rules::check(&registration.password, settings)?;
    let contact = contact(state, &registration)?;
    settings.rate_limits.sign_up(client.rate_limit_key).record(&state.database).await?;
    let connection = state.database.connection().await?;
    let existing = match &contact {
        Contact::Email(email) => connection.find_by_email(email, &settings.audience).await?,
        Contact::Phone(phone) => connection.find_by_phone(phone, &settings.audience).await?,
    };
    drop(connection);
    let hash = state.passwords.hash(&registration.password).await?;
    if let Some(existing) = existing {
        return Err(log_repeated(state, &existing, &contact, client).await?);
    }

    let provider = contact.provider();
    let id = Uuid::new_v4();
    let now = Utc::now();
    let mut metadata = registration.data.unwrap_or_default();
    let (email, phone) = match &contact {
        Contact::Email(email) => (Some(email.as_str()), None),
        Contact::Phone(phone) => (None, Some(phone.as_str())),
    };
    let identity = identity_data(id, email, phone, &metadata);
    for (name, value) in [
        ("sub", json!(id)),
        ("email_verified", json!(email.is_some())),
        ("phone_verified", json!(phone.is_some())),
    ] {
        metadata.insert(name.to_owned(), value);
    }
    if let Some(email) = email {
        metadata.insert("email".to_owned(), json!(email));
    }
    let app_metadata = providers(provider);
    let user = NewUser {
        id,
        aud: &settings.audience,
        role: &settings.default_role,
        email,
        phone,
        encrypted_password: Some(&hash),
        email_confirmed_at: email.map(|_| now),
        phone_confirmed_at: phone.map(|_| now),
        app_metadata: &app_metadata,
        user_metadata: &metadata,
        is_anonymous: false,
        banned_until: None,
    };
    let identity = NewIdentity { user_id: id, provider, data: &identity };
    register(state, &user, Some(&identity), client).await.map_err(|error| match error {
        // Another request has registered the address meanwhile.
        Error::Rejected { code: ErrorCode::EmailExists | ErrorCode::PhoneExists, .. } => already_registered(),
        other => other,
    })
}

fn contact(state: &AppState, registration: &Registration) -> Result<Contact> {
    let settings = &state.settings;
    match (registration.email.as_str(), registration.phone.as_str()) {
        (email, "") if settings.is_email_enabled => Ok(Contact::Email(email_address::email(email)?)),
        (_, "") => Err(Error::bad_request(ErrorCode::EmailProviderDisabled, "Email signups are disabled")),
        // Without SMS, nobody could confirm a number.
        ("", phone) if settings.is_phone_enabled && settings.confirms_phone => {
            Ok(Contact::Phone(email_address::phone(phone)?))
        }
        ("", _) => Err(Error::bad_request(ErrorCode::PhoneProviderDisabled, "Phone signups are disabled")),
        _ => Err(Error::invalid("Only an email address or phone number should be provided on signup.")),
    }
}

/// `app_metadata` of an account with one provider.
pub(super) fn providers(provider: &str) -> Metadata {
    let mut metadata = Metadata::new();
    metadata.insert("provider".to_owned(), json!(provider));
    metadata.insert("providers".to_owned(), json!([provider]));
    metadata
}

/// The claims of an identity, and the fields of the registration's `data` that do not have the name of a claim.
pub(super) fn identity_data(id: Uuid, email: Option<&str>, phone: Option<&str>, data: &Metadata) -> Value {
    let mut claims = data.clone();
    claims.insert("sub".to_owned(), json!(id));
    for (name, value) in [("email", email), ("phone", phone)] {
        if let Some(value) = value {
            claims.insert(name.to_owned(), json!(value));
        }
    }
    claims.insert("email_verified".to_owned(), json!(false));
    claims.insert("phone_verified".to_owned(), json!(false));
    Value::Object(claims)
}

async fn register(
    state: &AppState,
    user: &NewUser<'_>,
    identity: Option<&NewIdentity<'_>>,
    client: &ClientContext,
) -> Result<Session> {
    hooks::before_user_created(state, client, user).await?;
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin().await?;
    transaction.insert_user(user).await?;
    if let Some(identity) = identity {
        transaction.upsert_identity(identity).await?;
    }
    let gone = || Error::internal("a trigger deleted the new account");
    let inserted = transaction.lock_user(user.id).await?.ok_or_else(gone)?;
    let provider = identity.map(|identity| if identity.provider == "email" { "email" } else { "phone" });
    let traits = provider.map(|provider| json!({ "provider": provider }));
    let entry = audit_log::payload(Action::UserSignedup, &Actor::User(&inserted), traits);
    transaction.log(&entry, client).await?;
    let method = if identity.is_some() { "password" } else { "anonymous" };
    let sign_in = SignIn { user: inserted, method, provider, verified_hash: None };
    let session = start_session(state, &transaction, sign_in, client).await?.ok_or_else(gone)?;
    transaction.commit().await?;
    drop(connection);
    hooks::after_user_created(state, client, &session.user).await?;
    Ok(session)
}

/// Writes a repeated registration to the audit log and returns its error.
async fn log_repeated(
    state: &AppState,
    user: &User,
    contact: &Contact,
    client: &ClientContext,
) -> Result<Error> {
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin().await?;
    let traits = json!({ "provider": contact.provider() });
    let entry = audit_log::payload(Action::UserRepeatedSignup, &Actor::User(user), Some(traits));
    transaction.log(&entry, client).await?;
    transaction.commit().await?;
    Ok(already_registered())
}

fn already_registered() -> Error {
    Error::unprocessable(ErrorCode::UserAlreadyExists, "User already registered")
}
