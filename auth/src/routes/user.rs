//! `GET /user` and `PUT /user`: the account of the bearer token.

use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use chrono::Utc;
use password_hashing::Verification;
use serde::Deserialize;
use serde_json::json;

use super::signup::{identity_data, providers};
use crate::app_state::AppState;
use crate::audit_log::{self, Action, Actor};
use crate::authentication::{SignedIn, require_user};
use crate::body;
use crate::client_context::ClientContext;
use crate::database::{AuthTransaction, Changes, NewIdentity};
use crate::email_address;
use crate::error::{Error, ErrorCode, Result, email_exists};
use crate::metadata::{Metadata, merge};
use crate::models::User;
use crate::password_rules;

#[derive(Default, Deserialize)]
#[serde(default)]
struct Update {
    email: String,
    phone: String,
    password: Option<String>,
    data: Option<Metadata>,
    app_metadata: Option<Metadata>,
}

pub(super) async fn read(state: Data<AppState>, request: HttpRequest) -> Result<HttpResponse> {
    Ok(HttpResponse::Ok().json(require_user(&state, &request).await?.user))
}

pub(super) async fn update(
    state: Data<AppState>,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse> {
    let signed_in = require_user(&state, &request).await?;
    let client = ClientContext::of_request(&request);
    let mut update: Update = body::json(payload).await?;
    let new_email = check(&state, &signed_in, &mut update).await?;
    let hash = match update.password.as_deref().filter(|password| !password.is_empty()) {
        Some(password) => {
            let user_id = Some(signed_in.user.id);
            let attempt = state.settings.rate_limits.sign_in(client.rate_limit_key, "", user_id);
            attempt.record(&state.database).await?;
            Some(new_hash(&state, &signed_in.user, password).await?)
        }
        None => None,
    };

    let mut connection = state.database.connection().await?;
    let transaction = connection.begin().await?;
    let gone = || Error::forbidden(ErrorCode::UserNotFound, "User from sub claim in JWT does not exist");
    let user = transaction.lock_user(signed_in.user.id).await?.ok_or_else(gone)?;
    let mut metadata = user.user_metadata.clone();
    if let Some(data) = update.data {
        merge(&mut metadata, data);
    }
    let mut app_metadata = user.app_metadata.clone();
    if let Some(data) = update.app_metadata {
        merge(&mut app_metadata, data);
    }
    if let Some(email) = &new_email {
        merge(&mut app_metadata, providers("email"));
        add_email(&transaction, &user, email, &mut metadata).await?;
    }
    let changes = Changes {
        encrypted_password: hash.as_deref(),
        app_metadata: Some(&app_metadata),
        user_metadata: Some(&metadata),
        ..Changes::default()
    };
    transaction.update_user(user.id, &changes).await?;
    if hash.is_some() {
        transaction.delete_one_time_tokens(user.id).await?;
        transaction.delete_sessions(user.id, signed_in.session_id).await?;
        let entry = audit_log::payload(Action::UserUpdatedPassword, &Actor::User(&user), None);
        transaction.log(&entry, &client).await?;
    }
    let entry = audit_log::payload(Action::UserModified, &Actor::User(&user), None);
    transaction.log(&entry, &client).await?;
    let user = transaction.lock_user(user.id).await?.ok_or_else(gone)?;
    transaction.commit().await?;
    Ok(HttpResponse::Ok().json(user))
}

/// Checks the update. Returns the new e-mail address of an anonymous account, which makes it permanent.
async fn check(state: &AppState, signed_in: &SignedIn, update: &mut Update) -> Result<Option<String>> {
    let (user, settings) = (&signed_in.user, &state.settings);
    if let Some(password) = &update.password {
        password_rules::check(password, settings)?;
    }
    if update.app_metadata.is_some() && !settings.admin_roles.contains(&signed_in.role) {
        let message = "Updating app_metadata requires admin privileges";
        return Err(Error::forbidden(ErrorCode::NotAdmin, message));
    }
    let has_password = update.password.as_deref().is_some_and(|password| !password.is_empty());
    if user.is_anonymous && has_password && update.email.is_empty() && update.phone.is_empty() {
        let message = "Updating password of an anonymous user without an email or phone is not allowed";
        return Err(Error::unprocessable(ErrorCode::ValidationFailed, message));
    }
    if user.is_sso_user && (has_password || !update.email.is_empty() || !update.phone.is_empty()) {
        let message = "Updating email, phone, password of a SSO account only possible via SSO";
        return Err(Error::unprocessable(ErrorCode::UserSsoManaged, message));
    }
    if !update.phone.is_empty() && Some(email_address::phone(&update.phone)?) != user.phone {
        let message = "A phone number cannot be changed without SMS, which this service does not send";
        return Err(Error::unprocessable(ErrorCode::PhoneProviderDisabled, message));
    }
    if update.email.is_empty() {
        return Ok(None);
    }
    let email = email_address::email(&update.email)?;
    if user.email.as_deref() == Some(&email) {
        return Ok(None);
    }
    let connection = state.database.connection().await?;
    if connection.find_by_email(&email, &settings.audience).await?.is_some() {
        return Err(email_exists());
    }
    if !user.is_anonymous || !settings.confirms_email {
        let message = "An e-mail address cannot be changed without mail, which this service does not send";
        return Err(Error::unprocessable(ErrorCode::EmailProviderDisabled, message));
    }
    Ok(Some(email))
}

/// The hash of a new password, which must differ from the current one.
async fn new_hash(state: &AppState, user: &User, password: &str) -> Result<String> {
    if let Some(stored) = user.encrypted_password.as_deref()
        && state.passwords.verify(password, Some(stored)).await? != Verification::Mismatch
    {
        let message = "New password should be different from the old password.";
        return Err(Error::unprocessable(ErrorCode::SamePassword, message));
    }
    Ok(state.passwords.hash(password).await?)
}

/// Turns an anonymous account into a permanent one with this address.
async fn add_email(
    transaction: &AuthTransaction<'_>,
    user: &User,
    email: &str,
    metadata: &mut Metadata,
) -> Result<()> {
    let mut data = identity_data(user.id, Some(email), None, &Metadata::new());
    if let Some(claims) = data.as_object_mut() {
        claims.insert("email_verified".to_owned(), json!(true));
    }
    let identity = NewIdentity { user_id: user.id, provider: "email", data: &data };
    transaction.upsert_identity(&identity).await?;
    metadata.insert("email_verified".to_owned(), json!(true));
    let changes = Changes {
        email: Some(email),
        email_confirmed_at: Some(Utc::now()),
        is_anonymous: Some(false),
        ..Changes::default()
    };
    transaction.update_user(user.id, &changes).await
}
