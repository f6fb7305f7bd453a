//! Hooks: code of the project that decides about an event or changes its outcome, as a Postgres function or behind a
//! signed HTTP request.
//!
//! - [`run`] and [`run_in`] run any hook; the functions of the submodules build the payload of one hook and read its
//!   output.
//! - `function`: runs Postgres functions. `webhook`: sends signed requests. `output`: the errors that a hook answers
//!   with. `required_claims`: what an access token must contain after its hook.

mod access_token;
mod function;
mod mfa;
mod output;
mod password;
mod payload;
mod required_claims;
mod send_email;
mod user_created;
mod webhook;

use std::time::Instant;

use actix_web::http::StatusCode;
use serde_json::Value;

pub(crate) use access_token::{AccessTokenPayload, custom_access_token};
pub(crate) use mfa::mfa_verification_attempt;
pub(crate) use password::password_verification_attempt;
pub(crate) use payload::Metadata;
pub(crate) use send_email::send_email;
pub(crate) use user_created::{after_user_created, before_user_created};

use crate::app_state::AppState;
use crate::database::AuthTransaction;
use crate::error::{Error, ErrorCode, Result};
pub(crate) use crate::settings::Hook;
use crate::settings::{Code, Target};

/// Whether a hook is enabled. Callers check it before they build a payload.
pub(crate) fn is_enabled(state: &AppState, hook: Hook) -> bool {
    state.settings.hooks.target(hook).is_some()
}

/// Runs a hook outside any transaction and returns its output, `null` if it has none. A function runs in a transaction
/// and on a connection of its own, so the caller must not hold a connection of the pool.
///
/// # Errors
/// The hook's own error; 422 `hook_timeout`, `hook_timeout_after_retry` and `hook_payload_over_size_limit`; 400
/// `hook_payload_invalid_content_type`; 500 when it fails otherwise.
pub(crate) async fn run(state: &AppState, hook: Hook, payload: &Value) -> Result<Value> {
    let Some(target) = state.settings.hooks.target(hook) else { return Ok(Value::Null) };
    let Code::Function(_) = target.code else { return dispatch(state, None, hook, target, payload).await };
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin().await?;
    let output = dispatch(state, Some(&transaction), hook, target, payload).await?;
    transaction.commit().await?;
    Ok(output)
}

/// Runs a hook within the caller's transaction, which a function sees and takes part in. Its failure ends the
/// transaction.
///
/// # Errors
/// See [`run`].
pub(crate) async fn run_in(
    state: &AppState,
    transaction: &AuthTransaction<'_>,
    hook: Hook,
    payload: &Value,
) -> Result<Value> {
    let Some(target) = state.settings.hooks.target(hook) else { return Ok(Value::Null) };
    dispatch(state, Some(transaction), hook, target, payload).await
}

async fn dispatch(
    state: &AppState,
    transaction: Option<&AuthTransaction<'_>>,
    hook: Hook,
    target: &Target,
    payload: &Value,
) -> Result<Value> {
    let started = Instant::now();
    let output = match (&target.code, transaction) {
        (Code::Function(name), Some(transaction)) => {
            function::run(transaction, name, &target.uri, payload).await
        }
        (Code::Function(_), None) => Err(Error::internal("a function needs a transaction")),
        (Code::Endpoint(keys), _) => webhook::send(&state.http, &target.uri, keys, payload).await,
    };
    let microseconds = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
    match &output {
        Ok(_) => tracing::info!(?hook, microseconds, "hook ran"),
        Err(error) => tracing::warn!(?hook, microseconds, %error, "hook failed"),
    }
    output
}

/// A 500 whose message the client sees, as supabase/auth answers when a hook fails.
fn failure(message: impl Into<std::borrow::Cow<'static, str>>) -> Error {
    let (status, code) = (StatusCode::INTERNAL_SERVER_ERROR, ErrorCode::UnexpectedFailure);
    Error::Rejected { status, code, message: message.into() }
}
