//! The routes, as in supabase/auth's `internal/api/api.go`.
//!
//! A handler takes what actix extracts from a request, and first authenticates it. The beginnings of handlers are therefore
//! alike; they stay in the handlers, so that each shows who may call it.

mod admin;
mod cleanup;
mod code_request;
mod external;
mod factors;
mod health;
mod id_token_grant;
mod jwks;
mod logout;
mod oauth;
mod otp;
mod passkeys;
mod password_grant;
mod pkce_grant;
mod recover;
mod refresh_grant;
mod resend;
mod saml;
mod settings;
mod signup;
mod token;
mod user;
mod verify;

use actix_web::HttpResponse;
use actix_web::middleware::from_fn;
use actix_web::web::{self, QueryConfig, ServiceConfig};

use self::cleanup::clean_up_afterwards;
use crate::error::{Error, render_errors};
use crate::reload::use_current_state;

/// Registers all routes. Any other path is a 404.
pub(crate) fn configure(config: &mut ServiceConfig) {
    let invalid_query = QueryConfig::default()
        .error_handler(|error, _| Error::invalid(format!("Invalid query string: {error}")).into());
    let routes = web::scope("")
        .app_data(invalid_query)
        .wrap(from_fn(clean_up_afterwards))
        .wrap(from_fn(use_current_state))
        .wrap(from_fn(render_errors))
        .route("/health", web::get().to(health::health))
        .route("/settings", web::get().to(settings::settings))
        .route("/.well-known/jwks.json", web::get().to(jwks::jwks))
        .route("/.well-known/openid-configuration", web::get().to(jwks::openid_configuration))
        .route("/.well-known/oauth-authorization-server", web::get().to(jwks::authorization_server))
        .route("/signup", web::post().to(signup::signup))
        .route("/otp", web::post().to(otp::otp))
        .route("/magiclink", web::post().to(otp::magic_link))
        .route("/recover", web::post().to(recover::recover))
        .route("/resend", web::post().to(resend::resend))
        .route("/verify", web::get().to(verify::follow_link))
        .route("/verify", web::post().to(verify::verify))
        .route("/token", web::post().to(token::token))
        .configure(external::configure)
        .route("/logout", web::post().to(logout::logout))
        .route("/user", web::get().to(user::read))
        .route("/user", web::put().to(user::update))
        .route("/reauthenticate", web::get().to(user::reauthenticate))
        .configure(oauth::configure)
        .configure(saml::configure)
        .configure(admin::configure)
        .configure(factors::configure)
        .configure(passkeys::configure)
        .default_service(web::to(|| async { HttpResponse::NotFound().body("404 page not found\n") }));
    config.service(routes);
}
