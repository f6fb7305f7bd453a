//! Refreshes with a random token, which has a row.
//!
//! A token is used once. Two exceptions keep clients that lose a response, or that refresh in several tabs, signed in:
//! the parent of the active token gets the active token again, and a token that was used within the reuse interval is
//! exchanged once more. Any other reuse revokes the session's tokens.

use chrono::{DateTime, Utc};

use super::counters;
use super::outcome::Outcome;
use crate::app_state::AppState;
use crate::database::{AuthTransaction, StoredSession, Swap, TokenRow, TokenUpdate};
use crate::error::Result;
use crate::refresh_token;
use crate::timestamp::elapsed;

/// Characters of a refresh token in the header `sb-auth-refresh-token-prefix`.
const PREFIX: usize = 5;

/// The token that the client gets for `presented`.
pub(super) async fn next_token(
    state: &AppState,
    transaction: &AuthTransaction<'_>,
    session: &StoredSession,
    row: &TokenRow,
    presented: &str,
    now: DateTime<Utc>,
) -> Result<Outcome> {
    let session_id = session.claims.session_id;
    if row.is_revoked {
        if let Some(active) = &row.active
            && active.parent.as_deref() == Some(presented)
        {
            return Ok(issued(active.token.clone(), true, None));
        }
        if elapsed(row.updated_at, now) > state.settings.reuse_interval {
            if state.settings.rotates_refresh_tokens {
                transaction.revoke_refresh_tokens(session_id).await?;
            }
            return Ok(Outcome::AlreadyUsed);
        }
    }
    let new = refresh_token::generate();
    let user_id = session.user.id;
    let swap = Swap { session_id, user_id, old_id: row.id, old: presented.to_owned(), new: new.clone() };
    if counters::is_upgraded(&state.settings.sessions, session_id) {
        transaction.swap_refresh_token(&swap).await?;
        transaction.revoke_refresh_tokens(session_id).await?;
        return counters::upgrade(state, session);
    }
    Ok(issued(new, row.is_revoked, Some(swap)))
}

/// The response's headers about a token.
pub(super) fn headers(token: &str, is_reuse: bool) -> Vec<(&'static str, String)> {
    let prefix = token.chars().take(PREFIX).collect();
    let reuse = if is_reuse { "true" } else { "false" };
    vec![("sb-auth-refresh-token-prefix", prefix), ("sb-auth-refresh-token-reuse", reuse.to_owned())]
}

fn issued(token: String, is_reuse: bool, swap: Option<Swap>) -> Outcome {
    let headers = headers(&token, is_reuse);
    Outcome::Issued { token, headers, update: TokenUpdate { swap, counter: None } }
}
