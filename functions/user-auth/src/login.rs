//! `action: login`: checks a password and opens a session. An unknown e-mail and a wrong password are told apart
//! neither by the answer nor by the time that it takes.

use crate::queries;
use crate::settings::Settings;
use crate::token::{self, Session};
use crate::view::UserView;
use chrono::Utc;
use schema::models::profile::Profile;
use schema::models::user::User;
use serde::Serialize;
use service_kit::password::Verdict;
use service_kit::{Error, Fields, Problem, Refusal};
use std::net::IpAddr;

const MAXIMUM_PASSWORD_LENGTH: usize = 1024;
/// How often a password is compared when the account's hash changes under way. Of logins at once to an account with an
/// older hash, all but the first see it change once.
const MOST_COMPARISONS: usize = 3;

#[derive(Serialize)]
pub(crate) struct LoggedIn {
    session: Session,
    user: UserView,
    profile: Option<Profile>,
}

/// Where a login comes from.
#[derive(Clone, Copy)]
pub(crate) struct Device<'a> {
    pub(crate) address: IpAddr,
    /// The `User-Agent`.
    pub(crate) agent: Option<&'a str>,
}

/// `email` may also be the user name of an account that has one, as administrators do. A success gives back the attempt
/// that it took, so that only failures are limited.
pub(crate) async fn login(
    fields: &Fields,
    device: Device<'_>,
    settings: &Settings,
) -> Result<LoggedIn, Error> {
    let name = fields.text("email", 255)?.trim().to_lowercase();
    let password = fields.optional_text("password", MAXIMUM_PASSWORD_LENGTH)?.filter(|text| !text.is_empty());
    let password = password.ok_or_else(|| Refusal::field("password", Problem::Required))?;

    let account = queries::find_account(&settings.database, &name).await?;
    let attempt = settings.limit.login(device.address, &name, account.as_ref());
    attempt.take(&settings.database).await?;
    let mut opened = verify_and_open(account, password, device.agent, settings).await?;
    for _ in 1..MOST_COMPARISONS {
        if opened.is_some() {
            break;
        }
        // The hash changed after it was read: the password has to match the new one.
        let account = queries::find_account(&settings.database, &name).await?;
        opened = verify_and_open(account, password, device.agent, settings).await?;
    }
    let logged_in = opened.ok_or_else(|| Error::unavailable("the account's password keeps changing"))?;
    attempt.give_back(&settings.database).await;
    Ok(logged_in)
}

/// Nothing when the account's hash changed between its comparison and the opening of the session.
async fn verify_and_open(
    account: Option<User>,
    password: &str,
    agent: Option<&str>,
    settings: &Settings,
) -> Result<Option<LoggedIn>, Error> {
    let stored = account.as_ref().and_then(|account| account.encrypted_password.clone());
    let verdict = settings.passwords.verify(password, stored.as_deref()).await?;
    let account = admit(account, verdict)?;
    let renewed_hash = match verdict {
        Verdict::Outdated => Some(settings.passwords.hash(password).await?),
        Verdict::Right | Verdict::Wrong => None,
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

/// That an account is banned is told only to those who know its password.
fn admit(account: Option<User>, verdict: Verdict) -> Result<User, Error> {
    let account = account.filter(|_| verdict != Verdict::Wrong).ok_or(Refusal::InvalidCredentials)?;
    if account.banned_until.is_some_and(|until| until > Utc::now()) {
        return Err(Refusal::AccountBanned.into());
    }
    Ok(account)
}
