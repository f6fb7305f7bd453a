//! `POST /token?grant_type=refresh_token`: exchanges a refresh token for new tokens.

mod counters;
mod outcome;
mod rotation;
mod single_statement;

use actix_web::HttpResponse;
use chrono::{DateTime, Utc};
use serde::Deserialize;
use uuid::Uuid;

use self::outcome::Outcome;
use crate::access_token::{self, TokenRequest, low_aal_end};
use crate::app_state::AppState;
use crate::audit_log::{self, Action, Actor};
use crate::client_context::ClientContext;
use crate::database::{AuthTransaction, NewerSession, Refresh, StoredSession, TokenRow};
use crate::error::{Error, ErrorCode, Result};
use crate::refresh_token::CounterToken;
use crate::session::Session;
use crate::settings::Settings;
use crate::timestamp::elapsed;

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct RefreshBody {
    refresh_token: String,
}

/// A presented token.
enum Presented {
    /// A random text, with its row.
    Random(TokenRow),
    /// A signed counter.
    Counter(CounterToken),
}

/// `grant_type=refresh_token` of the site's own sessions.
///
/// # Errors
/// Those of [`exchange`].
pub(super) async fn refresh(
    state: &AppState,
    body: RefreshBody,
    client: &ClientContext,
) -> Result<HttpResponse> {
    let text = body.refresh_token;
    if text.is_empty() {
        return Err(Error::oauth("invalid_request", "refresh_token required"));
    }
    Ok(exchange(state, &text, None, client).await?.response())
}

/// Exchanges a refresh token of a session for `application`, a client of the OAuth server, or of the site's own.
///
/// # Errors
/// 400 for an unknown, used or expired token, for one of another application, and for a banned account; 409 when the
/// session stays locked.
pub(super) async fn exchange(
    state: &AppState,
    text: &str,
    application: Option<Uuid>,
    client: &ClientContext,
) -> Result<Session> {
    state.settings.rate_limits.refresh(client.rate_limit_key).record(&state.database).await?;
    let now = Utc::now();
    if single_statement::is_enough(state, text, application)
        && let Some(session) = single_statement::exchange(state, text, client, now).await?
    {
        return Ok(session);
    }
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    let not_found = || rejected(ErrorCode::RefreshTokenNotFound, "Refresh Token Not Found");
    let (session, presented) = find(&transaction, text).await?.ok_or_else(not_found)?;
    check_application(&session, application)?;
    if session.user.is_banned() || session.user.deleted_at.is_some() {
        return Err(rejected(ErrorCode::UserBanned, "User Banned"));
    }
    let refreshed_at = last_refresh(&session, &presented);
    check_session(&session, refreshed_at, &state.settings, now)?;
    check_newest(&transaction, &session, refreshed_at, &state.settings, now).await?;
    let outcome = match &presented {
        Presented::Random(row) => rotation::next_token(state, &transaction, &session, row, text, now).await?,
        Presented::Counter(token) => {
            let outcome = counters::next_token(state, &transaction, &session, token, now).await?;
            outcome.ok_or_else(not_found)?
        }
    };
    let Outcome::Issued { token, headers, update } = outcome else {
        transaction.commit().await?;
        return Err(rejected(ErrorCode::RefreshTokenAlreadyUsed, "Already Used"));
    };
    let StoredSession { user, claims, created_at: session_created_at, .. } = session;
    let method = "token_refresh";
    let request = TokenRequest { user: &user, session: &claims, session_created_at, method, client, now };
    let (access_token, expires_at) = access_token::sign(state, &transaction, &request).await?;
    let audit_entry = audit_log::payload(Action::TokenRefreshed, &Actor::User(&user), None);
    let session_id = claims.session_id;
    let refresh = Refresh { session_id, update, audit_entry: &audit_entry, client, now };
    transaction.commit_refresh(&refresh).await?;
    let lifetime = state.settings.token_lifetime;
    let session = Session::new(access_token, lifetime, expires_at, token, user);
    Ok(session.with_headers(session_id, headers))
}

/// Checks that the session is for the application that refreshes it.
fn check_application(session: &StoredSession, application: Option<Uuid>) -> Result<()> {
    let expected = session.claims.application.as_ref().map(|application| application.client_id);
    let message = match (expected, application) {
        (expected, application) if expected == application => return Ok(()),
        (Some(_), None) => "Client authentication required for OAuth session",
        (None, _) => "Client authentication not allowed for non-OAuth session",
        (Some(_), Some(_)) => "Client does not match the session's OAuth client",
    };
    Err(Error::oauth("invalid_client", message))
}

/// The session of a token, locked.
async fn find(transaction: &AuthTransaction<'_>, text: &str) -> Result<Option<(StoredSession, Presented)>> {
    if let Some(token) = CounterToken::parse(text) {
        let session = transaction.lock_session(token.session_id).await?;
        return Ok(session.map(|session| (session, Presented::Counter(token))));
    }
    let found = transaction.lock_refresh_token(text).await?;
    Ok(found.map(|(session, row)| (session, Presented::Random(row))))
}

/// When the session was last refreshed, or started.
fn last_refresh(session: &StoredSession, presented: &Presented) -> DateTime<Utc> {
    let refreshed_at = session.refreshed_at.unwrap_or(session.created_at);
    match presented {
        Presented::Random(row) => refreshed_at.max(row.updated_at),
        Presented::Counter(_) => refreshed_at,
    }
}

fn check_session(
    session: &StoredSession,
    refreshed_at: DateTime<Utc>,
    settings: &Settings,
    now: DateTime<Utc>,
) -> Result<()> {
    let expired = |detail| Err(rejected(ErrorCode::SessionExpired, detail));
    if session.not_after.is_some_and(|not_after| not_after <= now) {
        return expired("Session Expired");
    }
    if settings.session_timebox.is_some_and(|limit| elapsed(session.created_at, now) > limit) {
        return expired("Session Expired");
    }
    if settings.session_inactivity.is_some_and(|limit| elapsed(refreshed_at, now) > limit) {
        return expired("Session Expired (Inactivity)");
    }
    let low_aal_end = low_aal_end(settings, &session.user, &session.claims.aal, session.created_at);
    if low_aal_end.is_some_and(|end| end < now) {
        return expired("Session Expired (Low AAL: User Needs MFA Verification)");
    }
    Ok(())
}

/// With single sessions per user, checks that this session was refreshed last.
async fn check_newest(
    transaction: &AuthTransaction<'_>,
    session: &StoredSession,
    refreshed_at: DateTime<Utc>,
    settings: &Settings,
    now: DateTime<Utc>,
) -> Result<()> {
    if !settings.sessions.is_single_per_user {
        return Ok(());
    }
    let current = NewerSession {
        user_id: session.user.id,
        session_id: session.claims.session_id,
        tags: &settings.sessions.tags,
        refreshed_at,
        now,
        timebox: settings.session_timebox,
        inactivity: settings.session_inactivity,
    };
    if transaction.has_newer_session(&current).await? {
        return Err(rejected(ErrorCode::SessionExpired, "Session Expired (Revoked by Newer Login)"));
    }
    Ok(())
}

fn rejected(code: ErrorCode, detail: &str) -> Error {
    Error::bad_request(code, format!("Invalid Refresh Token: {detail}"))
}
