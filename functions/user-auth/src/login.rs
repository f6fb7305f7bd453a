//! `action: login`: checks a password and opens a session. An unknown e-mail and a wrong password are told apart
//! neither by the answer nor by the time that it takes.

use crate::queries;
use crate::settings::Settings;
use crate::token::{self, Session};
use crate::view::UserView;
use chrono::Utc;
use edge::password::Verdict;
use edge::{Error, Fields, Problem, Refusal};
use schema::models::profile::Profile;
use schema::models::user::User;
use serde::Serialize;

const MAXIMUM_PASSWORD_LENGTH: usize = 1024;

#[derive(Serialize)]
pub(crate) struct LoggedIn {
    session: Session,
    user: UserView,
    profile: Option<Profile>,
}

/// `email` may also be the user name of an account that has one, as administrators do.
pub(crate) async fn login(
    fields: &Fields,
    agent: Option<&str>,
    settings: &Settings,
) -> Result<LoggedIn, Error> {
    let name = fields.text("email", 255)?.trim().to_lowercase();
    let password = fields.optional_text("password", MAXIMUM_PASSWORD_LENGTH)?.filter(|text| !text.is_empty());
    let password = password.ok_or_else(|| Refusal::field("password", Problem::Required))?;

    settings.by_account.check(&name)?;
    let account = queries::find_account(&settings.database, &name).await?;
    let stored = account.as_ref().and_then(|account| account.encrypted_password.as_deref());
    let verdict = settings.passwords.verify(password, stored).await?;
    let account = admit(account, verdict)?;
    let renewed_hash = match verdict {
        Verdict::Outdated => Some(settings.passwords.hash(password).await?),
        Verdict::Right | Verdict::Wrong => None,
    };

    let refresh_token = token::refresh_token();
    let opened = queries::Opening {
        user_id: account.id,
        agent,
        refresh_token: &refresh_token,
        renewed_hash: renewed_hash.as_deref(),
    };
    let (account, session_id, profile) = queries::open_session(&settings.database, opened).await?;
    let session = token::session(settings, &account, session_id, refresh_token)?;
    Ok(LoggedIn { session, user: UserView::from(account), profile })
}

/// That an account is banned is told only to those who know its password.
fn admit(account: Option<User>, verdict: Verdict) -> Result<User, Error> {
    let account = account.filter(|_| verdict != Verdict::Wrong).ok_or(Refusal::InvalidCredentials)?;
    if account.banned_until.is_some_and(|until| until > Utc::now()) {
        return Err(Refusal::AccountBanned.into());
    }
    Ok(account)
}
