//! `POST /token?grant_type=refresh_token`: exchanges a refresh token for new tokens.
//!
//! A token is used once. Two exceptions keep clients that lose a response, or that refresh in several tabs, signed in:
//! the parent of the active token gets the active token again, and a token that was used within the reuse interval is
//! exchanged once more. Any other reuse revokes the session's tokens.

use std::time::Duration;

use actix_web::HttpResponse;
use chrono::{DateTime, Utc};
use serde::Deserialize;

use crate::access_token::{self, TokenRequest};
use crate::app_state::AppState;
use crate::audit_log::{self, Action, Actor};
use crate::client_context::ClientContext;
use crate::database::{AuthTransaction, RefreshState, Swap};
use crate::error::{Error, ErrorCode, Result};
use crate::refresh_token;
use crate::session::Session;
use crate::settings::Settings;

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Refresh {
    refresh_token: String,
}

/// Characters of a refresh token in the header `sb-auth-refresh-token-prefix`.
const PREFIX: usize = 5;

/// # Errors
/// 400 for an unknown, used or expired token and for a banned account; 409 when the session stays locked.
pub(super) async fn refresh(state: &AppState, body: Refresh, client: &ClientContext) -> Result<HttpResponse> {
    let presented = body.refresh_token;
    if presented.is_empty() {
        return Err(Error::OAuth { error: "invalid_request", description: "refresh_token required" });
    }
    state.settings.rate_limits.refresh(client.rate_limit_key).record(&state.database).await?;
    let now = Utc::now();
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin().await?;
    let Some(found) = transaction.lock_refresh_token(&presented).await? else {
        return Err(rejected(ErrorCode::RefreshTokenNotFound, "Refresh Token Not Found"));
    };
    if found.user.is_banned() || found.user.deleted_at.is_some() {
        return Err(rejected(ErrorCode::UserBanned, "User Banned"));
    }
    check_session(&found, &state.settings, now)?;
    let Some((refresh_token, is_reuse)) =
        next_token(&transaction, &found, &presented, &state.settings, now).await?
    else {
        if state.settings.rotates_refresh_tokens {
            transaction.revoke_refresh_tokens(found.claims.session_id).await?;
        }
        transaction.commit().await?;
        return Err(rejected(ErrorCode::RefreshTokenAlreadyUsed, "Already Used"));
    };
    let entry = audit_log::payload(Action::TokenRefreshed, &Actor::User(&found.user), None);
    transaction.log(&entry, client).await?;
    transaction.touch_session(found.claims.session_id, client, now).await?;
    let request =
        TokenRequest { user: &found.user, session: &found.claims, method: "token_refresh", client, now };
    let (access_token, expires_at) = access_token::sign(state, &transaction, &request).await?;
    transaction.commit().await?;

    let prefix = refresh_token.chars().take(PREFIX).collect::<String>();
    let (user_id, session_id) = (found.user.id.to_string(), found.claims.session_id.to_string());
    let session =
        Session::new(access_token, state.settings.token_lifetime, expires_at, refresh_token, found.user);
    let mut response = session.response();
    for (name, value) in [
        ("sb-auth-user-id", user_id.as_str()),
        ("sb-auth-session-id", &session_id),
        ("sb-auth-refresh-token-prefix", &prefix),
        ("sb-auth-refresh-token-reuse", if is_reuse { "true" } else { "false" }),
    ] {
        if let Ok(value) = value.parse() {
            response.headers_mut().insert(actix_web::http::header::HeaderName::from_static(name), value);
        }
    }
    Ok(response)
}

/// The token that the client gets, and whether the presented one had been used before. `None` for a reuse that is not
/// allowed.
async fn next_token(
    transaction: &AuthTransaction<'_>,
    found: &RefreshState,
    presented: &str,
    settings: &Settings,
    now: DateTime<Utc>,
) -> Result<Option<(String, bool)>> {
    if found.is_revoked {
        if let Some(active) = &found.active
            && active.parent.as_deref() == Some(presented)
        {
            return Ok(Some((active.token.clone(), true)));
        }
        if elapsed(found.token_updated_at, now) > settings.reuse_interval {
            return Ok(None);
        }
    }
    let new = refresh_token::generate();
    let swap = Swap {
        session_id: found.claims.session_id,
        user_id: found.user.id,
        old_id: found.token_id,
        old: presented,
        new: &new,
    };
    transaction.swap_refresh_token(&swap).await?;
    Ok(Some((new, found.is_revoked)))
}

fn check_session(found: &RefreshState, settings: &Settings, now: DateTime<Utc>) -> Result<()> {
    let expired = |detail| Err(rejected(ErrorCode::SessionExpired, detail));
    if found.not_after.is_some_and(|not_after| not_after <= now) {
        return expired("Session Expired");
    }
    if settings.session_timebox.is_some_and(|limit| elapsed(found.session_created_at, now) > limit) {
        return expired("Session Expired");
    }
    let refreshed =
        found.session_refreshed_at.unwrap_or(found.session_created_at).max(found.token_updated_at);
    if settings.session_inactivity.is_some_and(|limit| elapsed(refreshed, now) > limit) {
        return expired("Session Expired (Inactivity)");
    }
    Ok(())
}

fn elapsed(since: DateTime<Utc>, now: DateTime<Utc>) -> Duration {
    (now - since).to_std().unwrap_or_default()
}

fn rejected(code: ErrorCode, detail: &str) -> Error {
    Error::bad_request(code, format!("Invalid Refresh Token: {detail}"))
}
