//! `custom_access_token`: the project replaces the claims of an access token.

use serde::Serialize;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::dispatch::run_in;
use super::failure::failure;
use super::{Hook, Metadata, required_claims};
use crate::app_state::AppState;
use crate::client_context::ClientContext;
use crate::database::AuthTransaction;
use crate::error::Result;

/// The hook's input.
pub(crate) struct AccessTokenPayload<'a, C: Serialize> {
    pub user_id: Uuid,
    pub claims: &'a C,
    /// How the token was obtained: `password`, `otp`, …, or `token_refresh`.
    pub authentication_method: &'a str,
}

/// The claims that the hook returns. Called only if the hook is enabled.
///
/// # Errors
/// 500 when the claims are missing or do not have the required form; those of [`run_in`].
pub(crate) async fn custom_access_token<C: Serialize>(
    state: &AppState,
    transaction: &AuthTransaction<'_>,
    client: &ClientContext,
    payload: &AccessTokenPayload<'_, C>,
) -> Result<Map<String, Value>> {
    let hook = Hook::CustomAccessToken;
    let payload = json!({
        "metadata": Metadata::new(hook, client),
        "user_id": payload.user_id,
        "claims": payload.claims,
        "authentication_method": payload.authentication_method,
    });
    let claims = match run_in(state, transaction, hook, &payload).await? {
        Value::Null => Map::new(),
        Value::Object(mut output) => match output.remove("claims") {
            None => return Err(failure("output claims field is missing")),
            Some(Value::Object(claims)) => claims,
            Some(Value::Null) => Map::new(),
            Some(_) => return Err(failure("Error unmarshaling JSON output.")),
        },
        _ => return Err(failure("Error unmarshaling JSON output.")),
    };
    required_claims::check(&claims).map_err(failure)?;
    Ok(claims)
}
