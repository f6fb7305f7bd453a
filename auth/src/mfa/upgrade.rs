//! Raises a session to `aal2` after a factor was verified.

use chrono::Utc;

use crate::access_token::{self, TokenRequest};
use crate::app_state::AppState;
use crate::authentication::SignedIn;
use crate::client_context::ClientContext;
use crate::database::{AuthTransaction, StoredSession};
use crate::error::{Error, ErrorCode, Result};
use crate::models::Factor;
use crate::refresh_token::{self, CounterKey};
use crate::session::Session;

/// Gives the session the factor, `aal2` and new tokens. Ends the account's sessions below `aal2`, and deletes its
/// unverified factors of this type. The refresh token of before cannot be used to reach the new level.
///
/// # Errors
/// 403 when the session is gone; when the database, the signature or the token's hook fails.
pub(crate) async fn raise_session(
    state: &AppState,
    transaction: &AuthTransaction<'_>,
    signed_in: &SignedIn,
    factor: &Factor,
    client: &ClientContext,
) -> Result<Session> {
    let gone = || {
        let message = "Session from session_id claim in JWT does not exist";
        Error::forbidden(ErrorCode::SessionNotFound, message)
    };
    let (now, method) = (Utc::now(), factor.factor_type.method());
    let session_id = signed_in.session_id.ok_or_else(gone)?;
    transaction.add_method(session_id, method, now).await?;
    let mut session = transaction.lock_session(session_id).await?.ok_or_else(gone)?;
    let user_id = session.user.id;
    let refresh_token = replace_refresh_token(state, transaction, &session).await?;
    transaction.raise_session(session_id, user_id, factor.id).await?;
    transaction.delete_unverified_factors(user_id, factor.factor_type).await?;
    session.claims.aal = "aal2".to_owned();
    // Read again, because the account's factors have changed.
    let user = transaction.lock_user(user_id).await?.ok_or_else(gone)?;
    let session_created_at = session.created_at;
    let request =
        TokenRequest { user: &user, session: &session.claims, session_created_at, method, client, now };
    let (access_token, expires_at) = access_token::sign(state, transaction, &request).await?;
    Ok(Session::new(access_token, state.settings.token_lifetime, expires_at, refresh_token, user))
}

/// A counter advances by two: the counter directly before the current one would be accepted once more.
async fn replace_refresh_token(
    state: &AppState,
    transaction: &AuthTransaction<'_>,
    session: &StoredSession,
) -> Result<String> {
    let session_id = session.claims.session_id;
    let (Some(stored), Some(counter)) = (&session.counter_key, session.counter) else {
        let token = refresh_token::generate();
        transaction.replace_refresh_token(session_id, session.user.id, &token).await?;
        return Ok(token);
    };
    let opened = state.settings.column_keys.open(session_id, stored).map_err(Error::internal)?;
    let invalid = || Error::internal("the session's key is not base64url");
    let key = CounterKey::from_text(&opened.text).ok_or_else(invalid)?;
    transaction.set_counter(session_id, counter + 2, None).await?;
    Ok(key.token(session_id, counter + 2))
}
