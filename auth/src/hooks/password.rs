//! `password_verification_attempt`: the project may reject a sign-in by password, e.g. after too many attempts.

use serde::Deserialize;
use serde_json::json;
use uuid::Uuid;

use super::dispatch::{is_enabled, run};
use super::{Hook, Metadata, output};
use crate::app_state::AppState;
use crate::client_context::ClientContext;
use crate::error::{Error, ErrorCode, Result};

const DEFAULT_MESSAGE: &str = "Further password verification attempts will be rejected.";

#[derive(Default, Deserialize)]
#[serde(default)]
struct Decision {
    decision: String,
    message: String,
    should_logout_user: bool,
}

/// Reports whether a password was right. The caller must not hold a connection of the pool.
///
/// # Errors
/// 400 `invalid_credentials` when the hook rejects the attempt, after ending the account's sessions if the hook asks
/// for it; those of [`run`].
pub(crate) async fn password_verification_attempt(
    state: &AppState,
    client: &ClientContext,
    user_id: Uuid,
    is_valid: bool,
) -> Result<()> {
    let hook = Hook::PasswordVerificationAttempt;
    if !is_enabled(state, hook) {
        return Ok(());
    }
    let payload = json!({ "metadata": Metadata::new(hook, client), "user_id": user_id, "valid": is_valid });
    let answer: Decision = output::typed(run(state, hook, &payload).await?)?;
    if answer.decision != "reject" {
        return Ok(());
    }
    if answer.should_logout_user {
        let mut connection = state.database.connection().await?;
        let transaction = connection.begin();
        transaction.delete_sessions(user_id, None).await?;
        transaction.commit().await?;
    }
    let message = if answer.message.is_empty() { DEFAULT_MESSAGE.to_owned() } else { answer.message };
    Err(Error::bad_request(ErrorCode::InvalidCredentials, message))
}
