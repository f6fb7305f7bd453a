//! `before_user_created`, which may reject a new account, and `after_user_created`.

use serde_json::{Value, json};

use super::dispatch::{is_enabled, run};
use super::failure::failure;
use super::{Hook, Metadata};
use crate::app_state::AppState;
use crate::client_context::ClientContext;
use crate::database::NewUser;
use crate::error::Result;
use crate::models::User;

/// The timestamp of an account that does not exist yet.
const NO_TIME: &str = "0001-01-01T00:00:00Z";

/// Lets the project reject an account before it is inserted. The caller must not hold a connection of the pool.
///
/// # Errors
/// The hook's own error, and those of [`run`].
pub(crate) async fn before_user_created(
    state: &AppState,
    client: &ClientContext,
    user: &NewUser<'_>,
) -> Result<()> {
    if !is_enabled(state, Hook::BeforeUserCreated) {
        return Ok(());
    }
    let payload = json!({ "metadata": Metadata::new(Hook::BeforeUserCreated, client), "user": object(user) });
    run(state, Hook::BeforeUserCreated, &payload).await.map(drop)
}

/// Runs the project's hook about an account that has been created and committed. The caller must not hold a connection
/// of the pool.
///
/// # Errors
/// 500 when the hook fails. The account exists nevertheless.
pub(crate) async fn after_user_created(state: &AppState, client: &ClientContext, user: &User) -> Result<()> {
    if !is_enabled(state, Hook::AfterUserCreated) {
        return Ok(());
    }
    let payload = json!({ "metadata": Metadata::new(Hook::AfterUserCreated, client), "user": user });
    match run(state, Hook::AfterUserCreated, &payload).await {
        Ok(_) => Ok(()),
        Err(error) => {
            tracing::warn!(%error, "after_user_created failed");
            Err(failure("Error invoking hook"))
        }
    }
}

/// The account as a `User` object. It has no role, identity or timestamp before it is inserted.
fn object(user: &NewUser<'_>) -> Value {
    json!({
        "id": user.id,
        "aud": user.aud,
        "role": "",
        "email": user.email.unwrap_or_default(),
        "phone": user.phone.unwrap_or_default(),
        "app_metadata": user.app_metadata,
        "user_metadata": user.user_metadata,
        "identities": [],
        "created_at": NO_TIME,
        "updated_at": NO_TIME,
        "is_anonymous": user.is_anonymous,
    })
}
