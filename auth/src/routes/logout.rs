//! `POST /logout?scope=global|local|others`: ends all sessions, this one, or the other ones.

use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;

use crate::app_state::AppState;
use crate::audit_log::{self, Action, Actor};
use crate::authentication::require_user;
use crate::client_context::ClientContext;
use crate::error::{Error, Result};

#[derive(Deserialize)]
pub(super) struct Scope {
    #[serde(default)]
    scope: String,
}

pub(super) async fn logout(
    state: Data<AppState>,
    request: HttpRequest,
    scope: Query<Scope>,
) -> Result<HttpResponse> {
    let signed_in = require_user(&state, &request).await?;
    let client = ClientContext::of_request(&request);
    if !matches!(scope.scope.as_str(), "" | "global" | "local" | "others") {
        return Err(Error::invalid(format!("Unsupported logout scope {:?}", scope.scope)));
    }
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    let user_id = signed_in.user.id;
    match (scope.scope.as_str(), signed_in.session_id) {
        ("local", Some(session)) => transaction.delete_session(session).await?,
        ("others", Some(session)) => transaction.delete_sessions(user_id, Some(session)).await?,
        _ => transaction.delete_sessions(user_id, None).await?,
    }
    let entry = audit_log::payload(Action::Logout, &Actor::User(&signed_in.user), None);
    transaction.log(&entry, &client).await?;
    transaction.commit().await?;
    Ok(HttpResponse::NoContent().finish())
}
