//! `/.well-known/…`: the public keys that verify access tokens, and the metadata of OpenID Connect Discovery 1.0 and of
//! OAuth 2.0 (RFC 8414).

use actix_web::http::header::CACHE_CONTROL;
use actix_web::web::Data;
use actix_web::{HttpResponse, Responder};
use serde_json::{Value, json};

use super::admin::oauth_clients::require_oauth_server;
use crate::app_state::AppState;
use crate::error::Result;
use crate::models::{AuthMethod, SCOPES};

/// The public keys. A shared secret is never listed.
pub(super) async fn jwks(state: Data<AppState>) -> impl Responder {
    public(json!({ "keys": state.signer.public_keys() }))
}

pub(super) async fn openid_configuration(state: Data<AppState>) -> impl Responder {
    public(metadata(&state))
}

/// # Errors
/// 404 where the OAuth server is off.
pub(super) async fn authorization_server(state: Data<AppState>) -> Result<HttpResponse> {
    require_oauth_server(&state)?;
    Ok(public(metadata(&state)))
}

fn metadata(state: &AppState) -> Value {
    let issuer = &state.settings.issuer;
    let at = |path: &str| format!("{}{path}", issuer.trim_end_matches('/'));
    let mut metadata = json!({
        "issuer": issuer,
        "authorization_endpoint": at("/oauth/authorize"),
        "token_endpoint": at("/oauth/token"),
        "jwks_uri": at("/.well-known/jwks.json"),
        "userinfo_endpoint": at("/oauth/userinfo"),
        "scopes_supported": SCOPES,
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["RS256", "HS256", "ES256"],
        "token_endpoint_auth_methods_supported": AuthMethod::ALL.map(AuthMethod::name),
        "claims_supported": [
            "sub", "aud", "iss", "exp", "iat", "auth_time", "nonce", "email", "email_verified", "phone_number",
            "phone_number_verified", "name", "picture", "preferred_username", "updated_at",
        ],
        "code_challenge_methods_supported": ["S256", "plain"],
    });
    let server = &state.settings.oauth_server;
    if server.is_enabled && server.allows_registration {
        metadata["registration_endpoint"] = json!(at("/oauth/clients/register"));
    }
    metadata
}

/// A response that caches may keep for ten minutes.
fn public(body: Value) -> HttpResponse {
    HttpResponse::Ok().insert_header((CACHE_CONTROL, "public, max-age=600")).json(body)
}
