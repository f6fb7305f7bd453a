//! `/admin/users/{id}/factors` and `/admin/users/{id}/passkeys`: an account's factors and passkeys.

use actix_web::web::{self, Data, Path, Payload, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use serde_json::json;

use super::account::Administrator;
use crate::app_state::AppState;
use crate::audit_log::Action;
use crate::body;
use crate::email_address;
use crate::error::{Error, ErrorCode, Result};
use crate::models::FactorType;
use crate::routes::factors::of_account;
use crate::routes::passkeys::{not_found, parse_id, require_enabled};

/// Registers the routes.
pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .route("/admin/users/{id}/factors", web::get().to(list))
        .route("/admin/users/{id}/factors/{factor}", web::put().to(update))
        .route("/admin/users/{id}/factors/{factor}", web::delete().to(delete))
        .route("/admin/users/{id}/passkeys", web::get().to(list_passkeys))
        .route("/admin/users/{id}/passkeys/{passkey}", web::delete().to(delete_passkey));
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Update {
    friendly_name: String,
    phone: String,
}

async fn list(state: Data<AppState>, request: HttpRequest, id: Path<String>) -> Result<HttpResponse> {
    let (_, user) = Administrator::with_account(&state, &request, &id).await?;
    Ok(HttpResponse::Ok().json(user.factors))
}

async fn update(
    state: Data<AppState>,
    request: HttpRequest,
    path: Path<(String, String)>,
    payload: Payload,
) -> Result<HttpResponse> {
    let (administrator, user) = Administrator::with_account(&state, &request, &path.0).await?;
    let factor = of_account(&state, user.id, &path.1).await?;
    let body: Update = body::json(payload).await?;
    let name = Some(body.friendly_name.as_str()).filter(|name| !name.is_empty());
    let phone = match body.phone.as_str() {
        "" => None,
        _ if factor.factor_type != FactorType::Phone => None,
        phone => Some(email_address::phone(phone)?),
    };
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    transaction.update_factor(factor.id, name, phone.as_deref()).await?;
    let traits = json!({
        "user_id": user.id, "factor_id": factor.id, "factor_type": factor.factor_type.name(),
    });
    administrator.log_with(&transaction, Action::FactorUpdated, traits).await?;
    let gone = || Error::not_found(ErrorCode::MfaFactorNotFound, "Factor not found");
    let updated = transaction.lock_factor(user.id, factor.id).await?.ok_or_else(gone)?;
    transaction.commit().await?;
    Ok(HttpResponse::Ok().json(updated.object))
}

async fn delete(
    state: Data<AppState>,
    request: HttpRequest,
    path: Path<(String, String)>,
) -> Result<HttpResponse> {
    let (administrator, user) = Administrator::with_account(&state, &request, &path.0).await?;
    let factor = of_account(&state, user.id, &path.1).await?;
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    transaction.delete_factor(user.id, &factor).await?;
    let traits = json!({ "user_id": user.id, "factor_id": factor.id });
    administrator.log_with(&transaction, Action::FactorDeleted, traits).await?;
    transaction.commit().await?;
    Ok(HttpResponse::Ok().json(factor.object))
}

async fn list_passkeys(
    state: Data<AppState>,
    request: HttpRequest,
    id: Path<String>,
) -> Result<HttpResponse> {
    let (_, user) = Administrator::with_account(&state, &request, &id).await?;
    let passkeys = state.database.connection().await?.passkeys(user.id).await?;
    Ok(HttpResponse::Ok().json(passkeys.iter().map(|passkey| passkey.object()).collect::<Vec<_>>()))
}

async fn delete_passkey(
    state: Data<AppState>,
    request: HttpRequest,
    path: Path<(String, String)>,
) -> Result<HttpResponse> {
    let (administrator, user) = Administrator::with_account(&state, &request, &path.0).await?;
    require_enabled(&state)?;
    let id = parse_id(&path.1)?;
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    if !transaction.delete_passkey(user.id, id).await? {
        return Err(not_found());
    }
    let traits = json!({ "user_id": user.id, "passkey_id": id });
    administrator.log_with(&transaction, Action::PasskeyDeleted, traits).await?;
    transaction.commit().await?;
    Ok(HttpResponse::NoContent().finish())
}
