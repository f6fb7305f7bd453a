//! Runs hooks that are Postgres functions, as the service's own role `supabase_auth_admin`.

use serde_json::Value;

use super::failure::failure;
use super::output;
use crate::database::AuthTransaction;
use crate::error::Result;

/// Calls the function `name` (quoted, with its schema) with the payload.
pub(super) async fn run(
    transaction: &AuthTransaction<'_>,
    name: &str,
    uri: &str,
    payload: &Value,
) -> Result<Value> {
    let answer = transaction.call_hook(name, payload).await.map_err(|error| {
        tracing::warn!(cause = %error, "the function of a hook failed");
        failure(format!("Error running hook URI: {uri}"))
    })?;
    match answer {
        None => Ok(Value::Null),
        Some(text) => output::parse(text.as_bytes()),
    }
}
