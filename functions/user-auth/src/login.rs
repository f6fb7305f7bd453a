//! `action: login`: verifies a password and opens a session. An unknown e-mail address and a wrong password get the
//! same response after the same time.

use crate::error::AuthError;
use crate::passwords::password_error;
use crate::queries;
use crate::settings::Settings;
use crate::token::{self, Session};
use crate::view::UserView;
use chrono::Utc;
use functions_shared::{FieldError, Fields};
use password_hashing::Verification;
use schema::models::profile::Profile;
use schema::models::user::User;
use serde::Serialize;
use service_kit::Error;
use std::net::IpAddr;

const MAXIMUM_PASSWORD_LENGTH: usize = 1024;
/// How often a password is verified if the account's hash changes in between. Of concurrent logins to an account
/// with an outdated hash, all but the first see it change once.
const MAX_VERIFICATIONS: usize = 3;

#[derive(Serialize)]
pub(crate) struct LoggedIn {
    session: Session,
    user: UserView,
    profile: Option<Profile>,
}

/// The client of a login.
#[derive(Clone, Copy)]
pub(crate) struct Device<'a> {
    pub(crate) address: IpAddr,
    /// The `User-Agent`.
    pub(crate) agent: Option<&'a str>,
}

/// `email` may also be the user name of an account that has one, as administrators' accounts do. Only failed logins
/// count for the rate limit: a success reverts its attempt.
pub(crate) async fn login(
    fields: &Fields,
    device: Device<'_>,
    settings: &Settings,
) -> Result<LoggedIn, Error> {
    let name = fields.text("email", 255)?.trim().to_lowercase();
    let password = fields.optional_text("password", MAXIMUM_PASSWORD_LENGTH)?.filter(|text| !text.is_empty());
    let password = password.ok_or_else(|| fields.error("password", FieldError::Required))?;

    let account = queries::find_account(&settings.database, &name).await?;
    let attempt = settings.limit.login(device.address, &name, account.as_ref());
    attempt.record(&settings.database).await?;
    let mut opened = verify_and_open(account, password, device.agent, settings).await?;
    for _ in 1..MAX_VERIFICATIONS {
        if opened.is_some() {
            break;
        }
        // The hash changed after it was read: the password must match the new one.
        let account = queries::find_account(&settings.database, &name).await?;
        opened = verify_and_open(account, password, device.agent, settings).await?;
    }
    let logged_in = opened.ok_or_else(|| Error::unavailable("the account's password keeps changing"))?;
    attempt.revert(&settings.database).await;
    Ok(logged_in)
}

/// `None` when the account's hash changed between the verification and the opening of the session.
async fn verify_and_open(
    account: Option<User>,
    password: &str,
    agent: Option<&str>,
    settings: &Settings,
) -> Result<Option<LoggedIn>, Error> {
    let stored = account.as_ref().and_then(|account| account.encrypted_password.clone());
    let verified = settings.passwords.verify(password, stored.as_deref()).await;
    let verification = verified.map_err(password_error)?;
    let account = admit(account, verification)?;
    let renewed_hash = match verification {
        Verification::OutdatedMatch => Some(settings.passwords.hash(password).await.map_err(password_error)?),
        Verification::Match | Verification::Mismatch => None,
    };
    let refresh_token = token::refresh_token();
    let opening = queries::Opening {
        user_id: account.id,
        agent,
        refresh_token: &refresh_token,
        verified_hash: stored.as_deref().unwrap_or_default(),
        renewed_hash: renewed_hash.as_deref(),
    };
    let Some(opened) = queries::open_session(&settings.database, opening).await? else { return Ok(None) };
    let (account, session_id, profile) = opened;
    let session = token::session(settings, &account, session_id, refresh_token)?;
    Ok(Some(LoggedIn { session, user: UserView::from(account), profile }))
}

/// Rejects a mismatch, and then a banned account: only a caller with the right password learns of the ban.
fn admit(account: Option<User>, verification: Verification) -> Result<User, AuthError> {
    let account =
        account.filter(|_| verification != Verification::Mismatch).ok_or(AuthError::InvalidCredentials)?;
    if account.banned_until.is_some_and(|until| until > Utc::now()) {
        return Err(AuthError::AccountBanned);
    }
    Ok(account)
}
