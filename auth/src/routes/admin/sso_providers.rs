//! `/admin/sso/providers`: the SAML providers of a project that was moved here can be read and deleted. SAML itself is
//! not available, so that none can be added or changed.

use actix_web::web::{self, Data, Path, Query, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use serde_json::json;
use uuid::Uuid;

use crate::app_state::AppState;
use crate::authentication::require_admin;
use crate::database::SsoProviderKey;
use crate::error::{Error, ErrorCode, Result};
use crate::routes::saml;

/// The prefix in a path that marks a resource id.
const RESOURCE_PREFIX: &str = "resource_";

#[derive(Default, Deserialize)]
#[serde(default)]
struct ListQuery {
    resource_id: String,
    resource_id_prefix: String,
}

/// Registers the routes.
pub(super) fn configure(config: &mut ServiceConfig) {
    config
        .route("/admin/sso/providers", web::get().to(list))
        .route("/admin/sso/providers", web::post().to(create))
        .route("/admin/sso/providers/{id}", web::get().to(read))
        .route("/admin/sso/providers/{id}", web::put().to(create))
        .route("/admin/sso/providers/{id}", web::delete().to(delete));
}

async fn list(state: Data<AppState>, request: HttpRequest, query: Query<ListQuery>) -> Result<HttpResponse> {
    require_admin(&state, &request).await?;
    let ListQuery { resource_id, resource_id_prefix } = query.into_inner();
    if resource_id.contains('\0') || resource_id_prefix.contains('\0') {
        return Err(Error::invalid("The NUL character is not allowed"));
    }
    let resource_id = Some(resource_id).filter(|text| !text.is_empty());
    let prefix = Some(resource_id_prefix).filter(|text| !text.is_empty() && resource_id.is_none());
    let connection = state.database.connection().await?;
    let mut providers = connection.list_sso_providers(resource_id.as_deref(), prefix.as_deref()).await?;
    // The list leaves out the long metadata.
    for saml in providers.iter_mut().filter_map(|provider| provider.saml.as_mut()?.as_object_mut()) {
        saml.remove("metadata_xml");
    }
    Ok(HttpResponse::Ok().json(json!({ "items": providers })))
}

async fn create(state: Data<AppState>, request: HttpRequest) -> Result<HttpResponse> {
    require_admin(&state, &request).await?;
    saml::disabled().await
}

async fn read(state: Data<AppState>, request: HttpRequest, id: Path<String>) -> Result<HttpResponse> {
    require_admin(&state, &request).await?;
    let provider = state.database.connection().await?.find_sso_provider(&key(&id)?).await?;
    Ok(HttpResponse::Ok().json(provider.ok_or_else(not_found)?))
}

async fn delete(state: Data<AppState>, request: HttpRequest, id: Path<String>) -> Result<HttpResponse> {
    require_admin(&state, &request).await?;
    let provider = state.database.connection().await?.delete_sso_provider(&key(&id)?).await?;
    Ok(HttpResponse::Ok().json(provider.ok_or_else(not_found)?))
}

fn key(id: &str) -> Result<SsoProviderKey<'_>> {
    match id.strip_prefix(RESOURCE_PREFIX) {
        Some(resource_id) if !resource_id.contains('\0') => Ok(SsoProviderKey::ResourceId(resource_id)),
        _ => Uuid::try_parse(id).map(SsoProviderKey::Id).map_err(|_| not_found()),
    }
}

fn not_found() -> Error {
    Error::not_found(ErrorCode::SsoProviderNotFound, "SSO Identity Provider not found")
}
