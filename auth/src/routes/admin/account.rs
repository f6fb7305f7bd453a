//! The account that a path names, and how the audit log describes it.

use serde_json::{Value, json};
use uuid::Uuid;

use crate::app_state::AppState;
use crate::error::{Error, ErrorCode, Result};
use crate::models::User;

/// # Errors
/// 404 for an id that is no UUID, and for one without an account.
pub(super) async fn find(state: &AppState, id: &str) -> Result<User> {
    let id = Uuid::try_parse(id)
        .map_err(|_| Error::not_found(ErrorCode::ValidationFailed, "user_id must be an UUID"))?;
    state.database.connection().await?.find_by_id(id).await?.ok_or_else(not_found)
}

pub(super) fn not_found() -> Error {
    Error::not_found(ErrorCode::UserNotFound, "User not found")
}

pub(super) fn traits(user: &User) -> Value {
    json!({
        "user_id": user.id,
        "user_email": user.email.as_deref().unwrap_or_default(),
        "user_phone": user.phone.as_deref().unwrap_or_default(),
    })
}
