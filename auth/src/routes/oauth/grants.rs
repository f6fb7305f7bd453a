//! `/user/oauth/grants`: the account lists which applications have access, and revokes it.

use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use serde_json::{Value, json};
use uuid::Uuid;

use super::client_details::ClientDetails;
use crate::app_state::AppState;
use crate::audit_log::{self, Action, Actor};
use crate::authentication::require_user;
use crate::client_context::ClientContext;
use crate::error::{Error, ErrorCode, Result};
use crate::models::scopes;
use crate::routes::admin::oauth_clients::require_oauth_server;
use crate::timestamp;

#[derive(Deserialize)]
pub(super) struct RevokeQuery {
    #[serde(default)]
    client_id: String,
}

pub(super) async fn list(state: Data<AppState>, request: HttpRequest) -> Result<HttpResponse> {
    let user = require_user(&state, &request).await?.user;
    require_oauth_server(&state)?;
    let grants = state.database.connection().await?.list_oauth_grants(user.id).await?;
    let grants: Vec<Value> = grants
        .iter()
        .map(|grant| {
            json!({
                "client": ClientDetails::new(&grant.client),
                "scopes": scopes(&grant.scopes).collect::<Vec<_>>(),
                "granted_at": timestamp::text(&grant.granted_at),
            })
        })
        .collect();
    Ok(HttpResponse::Ok().json(grants))
}

/// Revokes a grant, which ends the application's sessions.
pub(super) async fn revoke(
    state: Data<AppState>,
    request: HttpRequest,
    query: Query<RevokeQuery>,
) -> Result<HttpResponse> {
    let user = require_user(&state, &request).await?.user;
    require_oauth_server(&state)?;
    if query.client_id.is_empty() {
        return Err(Error::invalid("client_id query parameter is required"));
    }
    let client_id =
        Uuid::try_parse(&query.client_id).map_err(|_| Error::invalid("invalid client_id format"))?;
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    if !transaction.revoke_oauth_grant(user.id, client_id).await? {
        let message = "No active grant found for this client";
        return Err(Error::not_found(ErrorCode::OauthConsentNotFound, message));
    }
    let traits = json!({ "oauth_client_id": client_id, "action": "revoke_oauth_grant" });
    let entry = audit_log::payload(Action::TokenRevoked, &Actor::User(&user), Some(traits));
    transaction.log(&entry, &ClientContext::of_request(&request)).await?;
    transaction.commit().await?;
    Ok(HttpResponse::NoContent().finish())
}
