//! An administrator's request, and the account that its path names.

use actix_web::HttpRequest;
use actix_web::web::Payload;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::app_state::AppState;
use crate::audit_log::{self, Action, Actor};
use crate::authentication::require_admin;
use crate::body;
use crate::client_context::ClientContext;
use crate::database::AuthTransaction;
use crate::error::{Error, ErrorCode, Result};
use crate::models::User;

/// The sender of a request to `/admin`.
pub(super) struct Administrator {
    role: String,
    pub client: ClientContext,
}

impl Administrator {
    /// # Errors
    /// 401 or 403 for anybody else.
    pub async fn of_request(state: &AppState, request: &HttpRequest) -> Result<Administrator> {
        let role = require_admin(state, request).await?;
        Ok(Administrator { role, client: ClientContext::of_request(request) })
    }

    /// The sender and the body of a request.
    ///
    /// # Errors
    /// Those of [`Administrator::of_request`] and of the body.
    pub async fn with_body<T: DeserializeOwned>(
        state: &AppState,
        request: &HttpRequest,
        payload: Payload,
    ) -> Result<(Administrator, T)> {
        let administrator = Administrator::of_request(state, request).await?;
        Ok((administrator, body::json(payload).await?))
    }

    /// The sender of a request, and the account with the id of its path.
    ///
    /// # Errors
    /// Those of [`Administrator::of_request`] and of [`find`].
    pub async fn with_account(
        state: &AppState,
        request: &HttpRequest,
        id: &str,
    ) -> Result<(Administrator, User)> {
        let administrator = Administrator::of_request(state, request).await?;
        Ok((administrator, find(state, id).await?))
    }

    /// Logs an action on an account.
    pub async fn log(&self, transaction: &AuthTransaction<'_>, action: Action, user: &User) -> Result<()> {
        self.log_with(transaction, action, traits(user)).await
    }

    /// Logs an action with details of its own.
    pub async fn log_with(
        &self,
        transaction: &AuthTransaction<'_>,
        action: Action,
        traits: Value,
    ) -> Result<()> {
        let entry = audit_log::payload(action, &Actor::Role(&self.role), Some(traits));
        transaction.log(&entry, &self.client).await
    }
}

/// # Errors
/// 404 for an id that is no UUID, and for one without an account.
async fn find(state: &AppState, id: &str) -> Result<User> {
    let id = Uuid::try_parse(id)
        .map_err(|_| Error::not_found(ErrorCode::ValidationFailed, "user_id must be an UUID"))?;
    state.database.connection().await?.find_by_id(id).await?.ok_or_else(not_found)
}

pub(super) fn not_found() -> Error {
    Error::not_found(ErrorCode::UserNotFound, "User not found")
}

fn traits(user: &User) -> Value {
    json!({
        "user_id": user.id,
        "user_email": user.email.as_deref().unwrap_or_default(),
        "user_phone": user.phone.as_deref().unwrap_or_default(),
    })
}
