//! `GET /passkeys`, `PATCH /passkeys/{id}` and `DELETE /passkeys/{id}`: the passkeys of the bearer token's account.

use actix_web::web::{Data, Path, Payload};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use serde_json::json;

use super::access::{not_found, parse_id, require_aal, require_enabled};
use crate::app_state::AppState;
use crate::audit_log::{self, Action, Actor};
use crate::authentication::require_user;
use crate::body;
use crate::client_context::ClientContext;
use crate::error::{Error, Result};

/// In bytes, as in supabase/auth.
const MAX_NAME: usize = 120;

#[derive(Default, Deserialize)]
#[serde(default)]
struct Name {
    friendly_name: String,
}

pub(super) async fn list(state: Data<AppState>, request: HttpRequest) -> Result<HttpResponse> {
    require_enabled(&state)?;
    let signed_in = require_user(&state, &request).await?;
    let passkeys = state.database.connection().await?.passkeys(signed_in.user.id).await?;
    Ok(HttpResponse::Ok().json(passkeys.iter().map(|passkey| passkey.object()).collect::<Vec<_>>()))
}

pub(super) async fn rename(
    state: Data<AppState>,
    request: HttpRequest,
    id: Path<String>,
    payload: Payload,
) -> Result<HttpResponse> {
    require_enabled(&state)?;
    let signed_in = require_user(&state, &request).await?;
    let client = ClientContext::of_request(&request);
    let id = parse_id(&id)?;
    let body: Name = body::json(payload).await?;
    if body.friendly_name.is_empty() {
        return Err(Error::invalid("friendly_name is required"));
    }
    if body.friendly_name.len() > MAX_NAME {
        return Err(Error::invalid("friendly_name must be 120 characters or less"));
    }
    let user = &signed_in.user;
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    let renamed = transaction.rename_passkey(user.id, id, &body.friendly_name).await?;
    let passkey = renamed.ok_or_else(not_found)?;
    let traits = json!({ "passkey_id": id });
    let entry = audit_log::payload(Action::PasskeyUpdated, &Actor::User(user), Some(traits));
    transaction.log(&entry, &client).await?;
    transaction.commit().await?;
    Ok(HttpResponse::Ok().json(passkey.object()))
}

pub(super) async fn delete(
    state: Data<AppState>,
    request: HttpRequest,
    id: Path<String>,
) -> Result<HttpResponse> {
    require_enabled(&state)?;
    let signed_in = require_user(&state, &request).await?;
    require_aal(&signed_in)?;
    let client = ClientContext::of_request(&request);
    let id = parse_id(&id)?;
    let user = &signed_in.user;
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    if !transaction.delete_passkey(user.id, id).await? {
        return Err(not_found());
    }
    let traits = json!({ "passkey_id": id });
    let entry = audit_log::payload(Action::PasskeyDeleted, &Actor::User(user), Some(traits));
    transaction.log(&entry, &client).await?;
    transaction.commit().await?;
    Ok(HttpResponse::NoContent().finish())
}
