//! Runs any hook, as a function of Postgres or over HTTP.

use std::time::Instant;

use serde_json::Value;

use super::{function, webhook};
use crate::app_state::AppState;
use crate::database::AuthTransaction;
use crate::error::{Error, Result};
use crate::settings::{Code, Hook, Target};

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
    let transaction = connection.begin();
    let output = dispatch(state, Some(&transaction), hook, target, payload).await?;
    transaction.commit().await?;
    Ok(output)
}

/// Runs a hook within the caller's transaction, which a function sees and takes part in. Its failure ends the
/// transaction.
///
/// # Errors
/// See [`run`].
pub(super) async fn run_in(
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
