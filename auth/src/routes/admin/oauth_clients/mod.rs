//! `/admin/oauth/clients`: the applications that the OAuth server signs people in to.

mod body;
mod rules;
mod secret;

use actix_web::web::{self, Data, Path, Payload, Query, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use self::body::UpdateBody;
use self::secret::ClientSecret;
use super::pagination::Pagination;
use crate::app_state::AppState;
use crate::authentication::require_admin;
use crate::database::NewOAuthClient;
use crate::error::{Error, ErrorCode, Result};
use crate::models::{ClientType, OAuthClient};

pub(in crate::routes) use body::RegistrationBody;
pub(in crate::routes) use secret::{hash_secret, secret_matches};

/// Clients in a page when the request does not limit it.
const DEFAULT_PER_PAGE: i64 = 1000;

/// A client with its secret, which only the response to its creation shows.
#[derive(Serialize)]
pub(in crate::routes) struct ClientWithSecret {
    #[serde(flatten)]
    client: OAuthClient,
    #[serde(skip_serializing_if = "Option::is_none")]
    client_secret: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ListQuery {
    page: String,
    per_page: String,
}

/// Registers the routes.
pub(super) fn configure(config: &mut ServiceConfig) {
    config
        .route("/admin/oauth/clients", web::get().to(list))
        .route("/admin/oauth/clients", web::post().to(create))
        .route("/admin/oauth/clients/{id}", web::get().to(read))
        .route("/admin/oauth/clients/{id}", web::put().to(update))
        .route("/admin/oauth/clients/{id}", web::delete().to(delete))
        .route("/admin/oauth/clients/{id}/regenerate_secret", web::post().to(regenerate_secret));
}

/// Registers a client. A confidential one gets a secret.
///
/// # Errors
/// 400 for an invalid field.
pub(in crate::routes) async fn register(
    state: &AppState,
    body: RegistrationBody,
    registration_type: &str,
) -> Result<ClientWithSecret> {
    let registration = body.check()?;
    let secret = match registration.client_type {
        ClientType::Public => None,
        ClientType::Confidential => Some(ClientSecret::generate()),
    };
    let new = NewOAuthClient {
        id: Uuid::new_v4(),
        client_type: registration.client_type,
        secret_hash: secret.as_ref().map(|secret| secret.hash.as_str()).unwrap_or_default(),
        registration_type,
        auth_method: registration.auth_method,
        redirect_uris: &registration.redirect_uris,
        grant_types: &registration.grant_types,
        name: &registration.name,
        uri: &registration.uri,
        logo_uri: &registration.logo_uri,
    };
    let client = state.database.connection().await?.insert_oauth_client(&new).await?;
    Ok(ClientWithSecret { client, client_secret: secret.map(|secret| secret.text) })
}

/// # Errors
/// 404 where the OAuth server is disabled.
pub(in crate::routes) fn require_oauth_server(state: &AppState) -> Result<()> {
    if state.settings.oauth_server.is_enabled {
        return Ok(());
    }
    Err(Error::not_found(ErrorCode::FeatureDisabled, "OAuth server is disabled"))
}

async fn list(state: Data<AppState>, request: HttpRequest, query: Query<ListQuery>) -> Result<HttpResponse> {
    require_access(&state, &request).await?;
    let page = Pagination::parse_or(&query.page, &query.per_page, DEFAULT_PER_PAGE)?;
    let connection = state.database.connection().await?;
    let (clients, total) = connection.list_oauth_clients(page.limit(), page.offset()).await?;
    let mut response = HttpResponse::Ok();
    page.add_headers(&mut response, &request, total);
    // An empty list is left out, as in supabase/auth.
    let mut body = Map::new();
    if !clients.is_empty() {
        body.insert("clients".to_owned(), json!(clients));
    }
    Ok(response.json(Value::Object(body)))
}

async fn create(state: Data<AppState>, request: HttpRequest, payload: Payload) -> Result<HttpResponse> {
    require_access(&state, &request).await?;
    let body = crate::body::json(payload).await?;
    Ok(HttpResponse::Created().json(register(&state, body, "manual").await?))
}

async fn read(state: Data<AppState>, request: HttpRequest, id: Path<String>) -> Result<HttpResponse> {
    Ok(HttpResponse::Ok().json(find(&state, &request, &id).await?))
}

async fn update(
    state: Data<AppState>,
    request: HttpRequest,
    id: Path<String>,
    payload: Payload,
) -> Result<HttpResponse> {
    let client = find(&state, &request, &id).await?;
    let body: UpdateBody = crate::body::json(payload).await?;
    let changes = body.check(&client)?;
    let updated = state.database.connection().await?.update_oauth_client(client.id, &changes).await?;
    Ok(HttpResponse::Ok().json(updated.ok_or_else(not_found)?))
}

async fn delete(state: Data<AppState>, request: HttpRequest, id: Path<String>) -> Result<HttpResponse> {
    let client = find(&state, &request, &id).await?;
    if state.database.connection().await?.delete_oauth_client(client.id).await? {
        Ok(HttpResponse::NoContent().finish())
    } else {
        Err(not_found())
    }
}

async fn regenerate_secret(
    state: Data<AppState>,
    request: HttpRequest,
    id: Path<String>,
) -> Result<HttpResponse> {
    let client = find(&state, &request, &id).await?;
    if client.client_type == ClientType::Public {
        return Err(Error::invalid("Cannot regenerate secret for public client"));
    }
    let secret = ClientSecret::generate();
    let connection = state.database.connection().await?;
    let client = connection.replace_oauth_client_secret(client.id, &secret.hash).await?;
    let client = client.ok_or_else(not_found)?;
    Ok(HttpResponse::Ok().json(ClientWithSecret { client, client_secret: Some(secret.text) }))
}

/// Admits administrators, where the OAuth server is enabled.
async fn require_access(state: &AppState, request: &HttpRequest) -> Result<()> {
    require_admin(state, request).await?;
    require_oauth_server(state)
}

/// Admits administrators, and finds the client in the path.
async fn find(state: &AppState, request: &HttpRequest, id: &str) -> Result<OAuthClient> {
    require_access(state, request).await?;
    let id = Uuid::try_parse(id).map_err(|_| Error::invalid("invalid client_id format"))?;
    state.database.connection().await?.find_oauth_client(id).await?.ok_or_else(not_found)
}

fn not_found() -> Error {
    Error::not_found(ErrorCode::OauthClientNotFound, "OAuth client not found")
}
