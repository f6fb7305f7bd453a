//! The usual refresh: an unused random token of a session without time limits or hooks. One statement exchanges it. The
//! access token is signed after the commit. If that fails, or the response is lost, the client can present the old
//! refresh token again and gets the new one.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{counters, rotation};
use crate::access_token::{self, TokenRequest};
use crate::app_state::AppState;
use crate::client_context::ClientContext;
use crate::database::{Rotation, StoredSession};
use crate::error::Result;
use crate::hooks::{self, Hook};
use crate::refresh_token::{self, CounterToken};
use crate::session::Session;

/// Whether the statement checks everything that the settings require for this token.
pub(super) fn is_enough(state: &AppState, text: &str, application: Option<Uuid>) -> bool {
    let settings = &state.settings;
    let sessions = &settings.sessions;
    let has_time_limit = settings.session_timebox.is_some()
        || settings.session_inactivity.is_some()
        || sessions.low_aal.is_some();
    application.is_none()
        && !has_time_limit
        && !sessions.is_single_per_user
        && !counters::may_upgrade(sessions)
        && !hooks::is_enabled(state, Hook::CustomAccessToken)
        && CounterToken::parse(text).is_none()
}

/// Exchanges a token. `None` when a transaction has to handle it.
///
/// # Errors
/// When the statement or signing fails.
pub(super) async fn exchange(
    state: &AppState,
    text: &str,
    client: &ClientContext,
    now: DateTime<Utc>,
) -> Result<Option<Session>> {
    let token = refresh_token::generate();
    let rotation = Rotation {
        old: text.to_owned(),
        new: token.clone(),
        user_agent: client.user_agent.clone(),
        address: client.address,
        is_audited: client.is_audited,
    };
    let Some(stored) = state.database.rotate_refresh_token(rotation).await? else { return Ok(None) };
    let StoredSession { user, claims, created_at: session_created_at, .. } = stored;
    let method = "token_refresh";
    let request = TokenRequest { user: &user, session: &claims, session_created_at, method, client, now };
    let (access_token, expires_at) = access_token::sign_without_hook(state, &request)?;
    let headers = rotation::headers(&token, false);
    let session = Session::new(access_token, state.settings.token_lifetime, expires_at, token, user);
    Ok(Some(session.with_headers(claims.session_id, headers)))
}
