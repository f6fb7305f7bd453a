//! `mfa_verification_attempt`: the project may reject the verification of a factor, e.g. after too many attempts.

use serde::Deserialize;
use serde_json::json;
use uuid::Uuid;

use super::dispatch::{is_enabled, run};
use super::{Hook, Metadata, output};
use crate::app_state::AppState;
use crate::client_context::ClientContext;
use crate::error::{Error, ErrorCode, Result};
use crate::models::Factor;

const DEFAULT_MESSAGE: &str = "Further MFA verification attempts will be rejected.";

#[derive(Default, Deserialize)]
#[serde(default)]
struct Decision {
    decision: String,
    message: String,
}

/// Reports whether a code was right. The caller must not hold a connection of the pool.
///
/// # Errors
/// 403 `mfa_verification_rejected` when the hook rejects the attempt, after ending the account's sessions; those of
/// [`run`].
pub(crate) async fn mfa_verification_attempt(
    state: &AppState,
    client: &ClientContext,
    user_id: Uuid,
    factor: &Factor,
    is_valid: bool,
) -> Result<()> {
    let hook = Hook::MfaVerificationAttempt;
    if !is_enabled(state, hook) {
        return Ok(());
    }
    let payload = json!({
        "metadata": Metadata::new(hook, client), "user_id": user_id, "factor_id": factor.id,
        "factor_type": factor.factor_type.name(), "valid": is_valid,
    });
    let answer: Decision = output::typed(run(state, hook, &payload).await?)?;
    if answer.decision != "reject" {
        return Ok(());
    }
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    transaction.delete_sessions(user_id, None).await?;
    transaction.commit().await?;
    let message = if answer.message.is_empty() { DEFAULT_MESSAGE.to_owned() } else { answer.message };
    Err(Error::forbidden(ErrorCode::MfaVerificationRejected, message))
}
