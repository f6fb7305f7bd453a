//! `/admin/custom-providers`: identity providers that administrators add at run time.

mod body;
mod rules;

use actix_web::web::{Data, Path, Payload, Query};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use serde_json::json;

use self::body::ProviderBody;
use self::rules::check_prefix;
use crate::app_state::AppState;
use crate::authentication::require_admin;
use crate::database::CustomProvider;
use crate::error::{Error, ErrorCode, Result};

#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct ListQuery {
    #[serde(rename = "type")]
    provider_type: String,
}

pub(crate) async fn list(
    state: Data<AppState>,
    request: HttpRequest,
    query: Query<ListQuery>,
) -> Result<HttpResponse> {
    require_access(&state, &request).await?;
    let provider_type = match query.provider_type.as_str() {
        "" => None,
        known @ ("oauth2" | "oidc") => Some(known),
        _ => return Err(Error::invalid("type must be either 'oauth2' or 'oidc'")),
    };
    let providers = state.database.connection().await?.list_custom_providers(provider_type).await?;
    Ok(HttpResponse::Ok().json(json!({ "providers": providers })))
}

pub(crate) async fn read(
    state: Data<AppState>,
    request: HttpRequest,
    identifier: Path<String>,
) -> Result<HttpResponse> {
    require_access(&state, &request).await?;
    Ok(HttpResponse::Ok().json(find(&state, &identifier).await?))
}

pub(crate) async fn create(
    state: Data<AppState>,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse> {
    require_access(&state, &request).await?;
    let body: ProviderBody = crate::body::json(payload).await?;
    let mut provider = body.into_provider()?;
    rules::check(&provider)?;
    let connection = state.database.connection().await?;
    let limit = state.settings.external.max_custom;
    if limit > 0
        && usize::try_from(connection.count_custom_providers().await?).is_ok_and(|count| count >= limit)
    {
        let message = "Maximum number of custom OAuth/OIDC providers reached";
        return Err(Error::bad_request(ErrorCode::OverCustomProviderQuota, message));
    }
    if connection.find_custom_provider(&provider.identifier).await?.is_some() {
        let message = "A custom OAuth provider with this identifier already exists";
        return Err(Error::bad_request(ErrorCode::Conflict, message));
    }
    drop(connection);
    discover(&state, &mut provider).await?;
    let stored = state.database.connection().await?.store_custom_provider(&provider).await?;
    Ok(HttpResponse::Created().json(stored))
}

pub(crate) async fn update(
    state: Data<AppState>,
    request: HttpRequest,
    identifier: Path<String>,
    payload: Payload,
) -> Result<HttpResponse> {
    require_access(&state, &request).await?;
    let body: ProviderBody = crate::body::json(payload).await?;
    let mut provider = find(&state, &identifier).await?;
    let changes_discovery = body.changes_discovery();
    body.apply_to(&mut provider);
    rules::check(&provider)?;
    if changes_discovery {
        discover(&state, &mut provider).await?;
    }
    let stored = state.database.connection().await?.store_custom_provider(&provider).await?;
    Ok(HttpResponse::Ok().json(stored))
}

pub(crate) async fn delete(
    state: Data<AppState>,
    request: HttpRequest,
    identifier: Path<String>,
) -> Result<HttpResponse> {
    require_access(&state, &request).await?;
    check_prefix(&identifier)?;
    if state.database.connection().await?.delete_custom_provider(&identifier).await? {
        Ok(HttpResponse::NoContent().finish())
    } else {
        Err(not_found())
    }
}

/// Admits administrators, where custom providers are enabled.
async fn require_access(state: &AppState, request: &HttpRequest) -> Result<()> {
    require_admin(state, request).await?;
    if state.settings.external.allows_custom {
        Ok(())
    } else {
        let message = "Custom OAuth providers are disabled";
        Err(Error::not_found(ErrorCode::FeatureDisabled, message))
    }
}

async fn find(state: &AppState, identifier: &str) -> Result<CustomProvider> {
    check_prefix(identifier)?;
    state.database.connection().await?.find_custom_provider(identifier).await?.ok_or_else(not_found)
}

fn not_found() -> Error {
    Error::not_found(ErrorCode::CustomProviderNotFound, "Custom OAuth provider not found")
}

/// Fetches the discovery document of an OpenID provider, so that a wrong issuer is found now and not at a sign-in.
async fn discover(state: &AppState, provider: &mut CustomProvider) -> Result<()> {
    let Some(issuer) = provider.issuer.clone() else { return Ok(()) };
    let (address, client) = (provider.discovery_address(), state.providers.custom());
    client.forget(&address);
    let found = client.discover(&address, &issuer).await;
    let found =
        found.map_err(|cause| Error::invalid(format!("OIDC discovery from {address:?} failed: {cause}")))?;
    let missing = found.missing();
    if !missing.is_empty() {
        let message = format!("OIDC discovery document is missing required fields: {}", missing.join(", "));
        return Err(Error::invalid(message));
    }
    provider.discovery_document = Some(found);
    Ok(())
}
