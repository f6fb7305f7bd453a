//! Refreshes with a signed counter (algorithm 2), and the change from random tokens to counters.
//!
//! The current counter is used once and gives the next one. The counter before it gets the current one again, because
//! its client has not stored the last response. So does an older one within the reuse interval. Any other reuse ends the
//! session.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::outcome::Outcome;
use crate::app_state::AppState;
use crate::database::{AuthTransaction, NewCounter, StoredSession, TokenUpdate};
use crate::error::{Error, ErrorCode, Result};
use crate::refresh_token::{CounterKey, CounterToken};
use crate::settings::SessionSettings;
use crate::timestamp::elapsed;

/// The token that the client gets for `presented`. `None` for a token that the session's key has not signed.
pub(super) async fn next_token(
    state: &AppState,
    transaction: &AuthTransaction<'_>,
    session: &StoredSession,
    presented: &CounterToken,
    now: DateTime<Utc>,
) -> Result<Option<Outcome>> {
    let session_id = session.claims.session_id;
    let Some((key, resealed)) = session_key(state, session)? else { return Ok(None) };
    let Some(current) = session.counter.filter(|_| key.has_signed(presented)) else { return Ok(None) };
    let behind = current - presented.counter;
    if behind < 0 {
        let message = "Invalid Refresh Token: Not Issued By This Server";
        return Err(Error::bad_request(ErrorCode::ValidationFailed, message));
    }
    if behind == 0 {
        let headers = vec![("sb-auth-refresh-token-reuse", "false".to_owned())];
        return Ok(Some(issued(&key, session_id, NewCounter { value: current + 1, key: resealed }, headers)));
    }
    let last_refresh = session.refreshed_at.unwrap_or(session.created_at);
    let causes: Vec<&str> = [
        (elapsed(last_refresh, now) < state.settings.reuse_interval, "concurrent-refresh"),
        (behind == 1, "fail-to-save"),
        (state.settings.sessions.allows_counter_reuse, "always-allow"),
    ]
    .into_iter()
    .filter_map(|(applies, cause)| applies.then_some(cause))
    .collect();
    if causes.is_empty() {
        if state.settings.rotates_refresh_tokens {
            transaction.delete_session(session_id).await?;
        }
        return Ok(Some(Outcome::AlreadyUsed));
    }
    let headers = vec![("sb-auth-refresh-token-reuse-cause", causes.join(","))];
    Ok(Some(issued(&key, session_id, NewCounter { value: current, key: resealed }, headers)))
}

/// Whether sessions with random tokens move to counters.
pub(super) fn may_upgrade(settings: &SessionSettings) -> bool {
    settings.uses_counters && settings.upgrade_percentage > 0
}

/// Whether a session with random tokens moves to counters at its next refresh. The choice depends only on the session.
pub(super) fn is_upgraded(settings: &SessionSettings, session_id: Uuid) -> bool {
    let share = session_id.as_u128() % 100;
    may_upgrade(settings) && share < u128::from(settings.upgrade_percentage)
}

/// Gives the session a counter, or its next one.
pub(super) fn upgrade(state: &AppState, session: &StoredSession) -> Result<Outcome> {
    let session_id = session.claims.session_id;
    let (key, value, stored) = match (session_key(state, session)?, session.counter) {
        (Some((key, resealed)), Some(counter)) => (key, counter + 1, resealed),
        _ => {
            let key = CounterKey::generate();
            let sealed =
                state.settings.column_keys.seal(session_id, &key.to_text()).map_err(Error::internal)?;
            (key, 0, Some(sealed))
        }
    };
    let headers = vec![("sb-auth-refresh-token-reuse", "false".to_owned())];
    Ok(issued(&key, session_id, NewCounter { value, key: stored }, headers))
}

/// The key of the session's counter, and its new stored form if it is to be encrypted again.
fn session_key(state: &AppState, session: &StoredSession) -> Result<Option<(CounterKey, Option<String>)>> {
    let Some(stored) = &session.counter_key else { return Ok(None) };
    let (keys, id) = (&state.settings.column_keys, session.claims.session_id);
    let opened = keys.open(id, stored).map_err(Error::internal)?;
    let resealed =
        opened.is_outdated.then(|| keys.seal(id, &opened.text)).transpose().map_err(Error::internal)?;
    Ok(CounterKey::from_text(&opened.text).map(|key| (key, resealed)))
}

fn issued(
    key: &CounterKey,
    session_id: Uuid,
    counter: NewCounter,
    mut headers: Vec<(&'static str, String)>,
) -> Outcome {
    headers.push(("sb-auth-refresh-token-counter", counter.value.to_string()));
    let token = key.token(session_id, counter.value);
    Outcome::Issued { token, headers, update: TokenUpdate { swap: None, counter: Some(counter) } }
}
