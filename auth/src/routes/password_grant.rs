//! `POST /token?grant_type=password`: signs in with an e-mail address or a phone number, and a password.

use password_hashing::Verification;
use serde::Deserialize;

use crate::app_state::AppState;
use crate::client_context::ClientContext;
use crate::database::Changes;
use crate::email_address;
use crate::error::{Error, ErrorCode, Result};
use crate::hooks;
use crate::models::User;
use crate::password_rules;
use crate::session::{Session, WeakPassword};
use crate::sign_in::{SignIn, start_session};

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Credentials {
    email: String,
    phone: String,
    password: String,
}

/// How often a password is verified if the account's hash changes in between. Of concurrent sign-ins to an account with
/// an outdated hash, all but the first see it change once.
const MAX_VERIFICATIONS: usize = 3;

/// Signs in. An unknown account, an account without a password and a wrong password take the same work and get the same
/// response.
///
/// # Errors
/// 400 for wrong credentials, and for an account that is banned or not confirmed; 422 for a disabled provider; 429 over
/// the rate limit.
pub(super) async fn sign_in(
    state: &AppState,
    credentials: Credentials,
    client: &ClientContext,
) -> Result<Session> {
    let (mut user, provider) = find(state, &credentials).await?;
    let name = format!("{}{}", credentials.email.to_lowercase(), credentials.phone);
    let account = user.as_ref().map(|user| user.id);
    let attempt = state.settings.rate_limits.sign_in(client.rate_limit_key, &name, account);
    attempt.record(&state.database).await?;
    let mut session = None;
    for _ in 0..MAX_VERIFICATIONS {
        session = verify_and_start(state, user, provider, &credentials.password, client).await?;
        if session.is_some() {
            break;
        }
        // The hash has changed since it was read: the password must match the new one.
        (user, _) = find(state, &credentials).await?;
    }
    let session = session.ok_or_else(invalid_credentials)?;
    if let Err(error) = attempt.revert(&state.database).await {
        tracing::warn!(%error, "a successful sign-in still counts for the rate limit");
    }
    Ok(session)
}

/// Verifies the password and starts the session. `None` when the account's hash changed in between.
async fn verify_and_start(
    state: &AppState,
    user: Option<User>,
    provider: &'static str,
    password: &str,
    client: &ClientContext,
) -> Result<Option<Session>> {
    let stored = user.as_ref().and_then(|user| user.encrypted_password.clone());
    // As supabase/auth, before the password is verified. A server that signs people in learns of a ban only with the
    // right password, so that it can keep the ban from others.
    let is_banned = user.as_ref().is_some_and(|user| user.encrypted_password.is_some() && user.is_banned());
    if is_banned && !client.has_server {
        return Err(banned());
    }
    let verification = state.passwords.verify(password, stored.as_deref()).await?;
    let (Some(user), Some(stored)) = (user, stored) else { return Err(invalid_credentials()) };
    let is_valid = verification != Verification::Mismatch;
    hooks::password_verification_attempt(state, client, user.id, is_valid).await?;
    if !is_valid {
        return Err(invalid_credentials());
    }
    if user.is_banned() {
        return Err(banned());
    }
    check_confirmed(&user, provider)?;
    let weak_password = match password_rules::check(state, password).await {
        Err(Error::WeakPassword { message, reasons }) => Some(WeakPassword { message, reasons }),
        _ => None,
    };

    let renewed = match verification {
        Verification::OutdatedMatch => Some(state.passwords.hash(password).await?),
        _ => None,
    };
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    let user_id = user.id;
    let Some(user) = transaction.lock_user(user_id).await? else { return Err(invalid_credentials()) };
    if user.is_banned() {
        return Err(banned());
    }
    let sign_in = SignIn { user, method: "password", provider: Some(provider), verified_hash: Some(&stored) };
    let session = start_session(state, &transaction, sign_in, client).await?;
    let Some(mut session) = session else { return Ok(None) };
    if let Some(hash) = &renewed {
        let changes = Changes { encrypted_password: Some(hash), ..Changes::default() };
        transaction.update_user(user_id, &changes).await?;
    }
    transaction.commit().await?;
    session.weak_password = weak_password;
    Ok(Some(session))
}

async fn find(state: &AppState, credentials: &Credentials) -> Result<(Option<User>, &'static str)> {
    let settings = &state.settings;
    let disabled = |code, message| Err(Error::unprocessable(code, message));
    match (credentials.email.as_str(), credentials.phone.as_str()) {
        ("", "") => Err(Error::invalid("missing email or phone")),
        (email, "") => {
            if !settings.is_email_enabled {
                return disabled(ErrorCode::EmailProviderDisabled, "Email logins are disabled");
            }
            let connection = state.database.connection().await?;
            Ok((connection.find_by_email(&email.to_lowercase(), &settings.audience).await?, "email"))
        }
        ("", phone) => {
            if !settings.is_phone_enabled {
                return disabled(ErrorCode::PhoneProviderDisabled, "Phone logins are disabled");
            }
            let phone = email_address::plain_phone(phone);
            let connection = state.database.connection().await?;
            Ok((connection.find_by_phone(&phone, &settings.audience).await?, "phone"))
        }
        _ => Err(Error::invalid("Only an email address or phone number should be provided on login.")),
    }
}

fn check_confirmed(user: &User, provider: &str) -> Result<()> {
    match provider {
        "email" if user.email_confirmed_at.is_none() => {
            Err(Error::bad_request(ErrorCode::EmailNotConfirmed, "Email not confirmed"))
        }
        "phone" if user.phone_confirmed_at.is_none() => {
            Err(Error::bad_request(ErrorCode::PhoneNotConfirmed, "Phone not confirmed"))
        }
        _ => Ok(()),
    }
}

fn banned() -> Error {
    Error::bad_request(ErrorCode::UserBanned, "User is banned")
}

fn invalid_credentials() -> Error {
    Error::bad_request(ErrorCode::InvalidCredentials, "Invalid login credentials")
}
