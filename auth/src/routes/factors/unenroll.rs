//! `DELETE /factors/{id}`: removes a factor.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use serde_json::json;

use super::lookup::find;
use crate::app_state::AppState;
use crate::audit_log::{self, Action, Actor};
use crate::authentication::require_user;
use crate::client_context::ClientContext;
use crate::error::{Error, ErrorCode, Result};
use crate::mail::EmailKind;
use crate::notification::notify;

pub(super) async fn unenroll(
    state: Data<AppState>,
    request: HttpRequest,
    id: Path<String>,
) -> Result<HttpResponse> {
    let signed_in = require_user(&state, &request).await?;
    let client = ClientContext::of_request(&request);
    let factor = find(&state, &signed_in, &id).await?;
    let user = &signed_in.user;
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    let locked = transaction.lock_factor(user.id, factor.id).await?;
    if locked.is_some_and(|locked| locked.is_verified) && !signed_in.has_aal2 {
        let message = "AAL2 required to unenroll verified factor";
        return Err(Error::unprocessable(ErrorCode::InsufficientAal, message));
    }
    transaction.delete_factor(user.id, &factor).await?;
    let traits = json!({
        "factor_id": factor.id, "factor_status": factor.status(), "session_id": signed_in.session_id,
    });
    let entry = audit_log::payload(Action::FactorUnenrolled, &Actor::User(user), Some(traits));
    transaction.log(&entry, &client).await?;
    transaction.commit().await?;
    // A mail takes longer than a connection of the pool should be held.
    drop(connection);
    let factor_type = factor.factor_type.name();
    notify(&state, EmailKind::MfaFactorUnenrolled { factor_type }, user).await;
    Ok(HttpResponse::Ok().json(json!({ "id": factor.id })))
}
