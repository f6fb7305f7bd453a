//! `/oauth` and `/user/oauth/grants`: the OAuth 2.1 server, with which other applications sign people in.
//!
//! - `authorize`: a client asks for an account's consent. `authorizations`: the site shows the request, and approves or
//!   denies it. `redirect`: the return to the client.
//! - `token`: a client exchanges its code or refresh token. `client_authentication`: who it is. `id_token`, `userinfo`:
//!   what it learns about the account.
//! - `register`: clients register themselves. `grants`: people list and revoke what they have granted.
//!
//! Everything answers 404 unless the server is enabled.

mod authorizations;
mod authorize;
mod client_authentication;
mod grants;
mod id_token;
mod profile;
mod redirect;
mod register;
mod token;
mod userinfo;

use actix_web::web::{self, ServiceConfig};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use rand::Rng;
use serde::Serialize;
use uuid::Uuid;

use crate::models::OAuthClient;

/// Registers the routes.
pub(super) fn configure(config: &mut ServiceConfig) {
    config
        .route("/oauth/authorize", web::get().to(authorize::authorize))
        .route("/oauth/authorizations/{id}", web::get().to(authorizations::read))
        .route("/oauth/authorizations/{id}/consent", web::post().to(authorizations::consent))
        .route("/oauth/token", web::post().to(token::token))
        .route("/oauth/userinfo", web::get().to(userinfo::userinfo))
        .route("/oauth/clients/register", web::post().to(register::register))
        .route("/user/oauth/grants", web::get().to(grants::list))
        .route("/user/oauth/grants", web::delete().to(grants::revoke));
}

/// A client, as the account that it asks sees it.
#[derive(Serialize)]
struct ClientDetails<'a> {
    id: Uuid,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    uri: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    logo_uri: Option<&'a str>,
}

impl ClientDetails<'_> {
    fn new(client: &OAuthClient) -> ClientDetails<'_> {
        ClientDetails {
            id: client.id,
            name: client.name.as_deref(),
            uri: client.uri.as_deref(),
            logo_uri: client.logo_uri.as_deref(),
        }
    }
}

/// 192 random bits as text, for ids in addresses and for codes.
fn random_text() -> String {
    let mut bytes = [0; 24];
    rand::rng().fill_bytes(&mut bytes);
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}
