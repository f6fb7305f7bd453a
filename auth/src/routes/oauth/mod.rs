//! `/oauth` and `/user/oauth/grants`: the OAuth 2.1 server, with which other applications sign people in.
//!
//! - `authorize`: a client asks for an account's consent. `authorizations`: the site shows the request, and approves or
//!   denies it. `client_details`: the client in it. `redirect`: the return to the client. `random_text`: ids and codes.
//! - `token`: exchanges a client's code or refresh token. `client_authentication`: authenticates the client. `id_token`,
//!   `userinfo`, `profile`: the account's claims for the client.
//! - `register`: dynamic registration of clients. `grants`: lists and revokes what an account has granted.
//!
//! Everything answers 404 unless the server is enabled.

mod authorizations;
mod authorize;
mod client_authentication;
mod client_details;
mod grants;
mod id_token;
mod profile;
mod random_text;
mod redirect;
mod register;
mod token;
mod userinfo;

use actix_web::web::{self, ServiceConfig};

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
