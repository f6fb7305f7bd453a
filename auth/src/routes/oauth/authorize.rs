//! `GET /oauth/authorize`: a client sends a browser here to ask for consent. Redirects to the site's page for it.

use actix_web::HttpResponse;
use actix_web::http::header::LOCATION;
use actix_web::web::{Data, Query};
use serde::Deserialize;
use url::Url;
use uuid::Uuid;

use super::random_text::random_text;
use super::redirect;
use crate::app_state::AppState;
use crate::database::NewAuthorization;
use crate::error::{Error, ErrorCode, Result};
use crate::models::{OAuthClient, SCOPES, scopes};
use crate::pkce::Challenge;
use crate::redirect::with_query;
use crate::routes::admin::oauth_clients::require_oauth_server;

/// The longest values of parameters that the table stores, in characters.
const MAX_STATE: usize = 4096;
const MAX_RESOURCE: usize = 2048;
const MAX_NONCE: usize = 255;
const MAX_SCOPE: usize = 4096;

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct AuthorizeQuery {
    client_id: String,
    redirect_uri: String,
    response_type: String,
    scope: String,
    state: String,
    resource: String,
    code_challenge: String,
    code_challenge_method: String,
    nonce: String,
}

/// An error of which a redirect informs the client.
struct Rejection {
    error: &'static str,
    description: String,
}

/// # Errors
/// 400 for an unknown client and for an address that it has not registered, which must not receive a redirect; 404 where
/// the OAuth server is disabled. Other errors go to the client.
pub(super) async fn authorize(state: Data<AppState>, query: Query<AuthorizeQuery>) -> Result<HttpResponse> {
    require_oauth_server(&state)?;
    let query = query.into_inner();
    let client = find_client(&state, &query).await?;
    let address = match store(&state, &client, &query).await {
        Ok(address) => address,
        Err(Rejection { error, description }) => {
            redirect::with_error(&query.redirect_uri, error, &description, Some(&query.state))
        }
    };
    Ok(HttpResponse::Found().insert_header((LOCATION, address)).finish())
}

async fn find_client(state: &AppState, query: &AuthorizeQuery) -> Result<OAuthClient> {
    if query.client_id.is_empty() {
        return Err(Error::invalid("client_id is required"));
    }
    if query.redirect_uri.is_empty() {
        return Err(Error::invalid("redirect_uri is required"));
    }
    let unknown = |message: &'static str| Error::bad_request(ErrorCode::OauthClientNotFound, message);
    let id = Uuid::try_parse(&query.client_id).map_err(|_| unknown("invalid client_id format"))?;
    let client = state.database.connection().await?.find_oauth_client(id).await?;
    let client = client.ok_or_else(|| unknown("invalid client_id"))?;
    // The whole address has to be equal, so that a code cannot be sent to another page.
    if client.redirect_uris.contains(&query.redirect_uri) {
        Ok(client)
    } else {
        Err(Error::invalid("invalid redirect_uri"))
    }
}

/// Stores the request. Returns the address of the site's page for it.
async fn store(state: &AppState, client: &OAuthClient, query: &AuthorizeQuery) -> Result<String, Rejection> {
    let settings = &state.settings.oauth_server;
    let scope = if query.scope.is_empty() { &settings.default_scope } else { &query.scope };
    let challenge = check_parameters(query, scope)
        .map_err(|description| Rejection { error: "invalid_request", description })?;
    let failed = |description: &str| Rejection { error: "server_error", description: description.to_owned() };
    if settings.authorization_path.is_empty() {
        return Err(failed("oauth authorization path not configured"));
    }
    let public_id = random_text();
    let new = NewAuthorization {
        public_id: &public_id,
        client_id: client.id,
        redirect_uri: &query.redirect_uri,
        scope,
        state: &query.state,
        resource: &query.resource,
        nonce: &query.nonce,
        challenge: &challenge,
        lifetime: settings.authorization_lifetime,
    };
    insert(state, &new).await.map_err(|error| {
        tracing::error!(cause = %crate::error::chain(&error), "the authorization was not stored");
        failed("error creating authorization")
    })?;
    let site = state.settings.redirects.site_url.trim_end_matches('/');
    let page = format!("{site}/{}", settings.authorization_path.trim_start_matches('/'));
    Ok(with_query(&page, &[("authorization_id", &public_id)]))
}

async fn insert(state: &AppState, new: &NewAuthorization<'_>) -> Result<()> {
    state.database.connection().await?.insert_authorization(new).await
}

/// Checks the parameters whose errors are redirected to the client. Returns the challenge for the exchange of its code.
fn check_parameters(query: &AuthorizeQuery, scope: &str) -> Result<Challenge, String> {
    if !matches!(query.response_type.as_str(), "" | "code") {
        return Err("only response_type=code is supported".to_owned());
    }
    if scopes(scope).next().is_none() {
        return Err("scope parameter cannot be empty".to_owned());
    }
    if let Some(unknown) = scopes(scope).find(|scope| !SCOPES.contains(scope)) {
        return Err(format!("unsupported scope: {unknown}"));
    }
    check_resource(&query.resource)?;
    for (name, value, limit) in [
        ("state", &query.state, MAX_STATE),
        ("resource", &query.resource, MAX_RESOURCE),
        ("nonce", &query.nonce, MAX_NONCE),
        ("scope", &query.scope, MAX_SCOPE),
    ] {
        if value.contains('\0') || value.chars().count() > limit {
            return Err(format!("{name} is too long or contains the NUL character"));
        }
    }
    match Challenge::of_request(&query.code_challenge_method, &query.code_challenge) {
        Ok(Some(challenge)) => Ok(challenge),
        Ok(None) => Err("PKCE flow requires both code_challenge and code_challenge_method".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// Checks a resource indicator (RFC 8707).
fn check_resource(resource: &str) -> Result<(), String> {
    if resource.is_empty() {
        return Ok(());
    }
    let url = Url::parse(resource).map_err(|_| "resource must be an absolute URI".to_owned())?;
    if url.fragment().is_some() {
        return Err("resource must not include a fragment component".to_owned());
    }
    if url.query().is_some() {
        return Err("resource must not include a query component".to_owned());
    }
    Ok(())
}
