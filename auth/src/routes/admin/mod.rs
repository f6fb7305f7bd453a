//! `/admin` and `/invite`: the administrators' API. The token needs an administrator's role.
//!
//! - `users`: the accounts. `factors`: their factors and passkeys. `account_body`, `account`, `pagination`: what those
//!   routes share.
//! - `invite`, `generate_link`: links for people. `audit`: the audit log. `custom_providers`: identity providers.
//!   `oauth_clients`: the clients of the OAuth server. `sso_providers`: lists and deletes SAML providers of a restored
//!   database, and rejects new ones.

mod account;
mod account_body;
mod audit;
mod custom_providers;
mod factors;
mod generate_link;
mod invite;
pub(super) mod oauth_clients;
mod pagination;
mod sso_providers;
mod users;

use actix_web::web::{self, ServiceConfig};

/// Registers the routes.
pub(super) fn configure(config: &mut ServiceConfig) {
    config
        .route("/invite", web::post().to(invite::invite))
        .route("/admin/generate_link", web::post().to(generate_link::generate_link))
        .route("/admin/audit", web::get().to(audit::list))
        .route("/admin/users", web::get().to(users::list))
        .route("/admin/users", web::post().to(users::create))
        .route("/admin/users/{id}", web::get().to(users::read))
        .route("/admin/users/{id}", web::put().to(users::update))
        .route("/admin/users/{id}", web::delete().to(users::delete))
        .route("/admin/custom-providers", web::get().to(custom_providers::list))
        .route("/admin/custom-providers", web::post().to(custom_providers::create))
        .route("/admin/custom-providers/{identifier}", web::get().to(custom_providers::read))
        .route("/admin/custom-providers/{identifier}", web::put().to(custom_providers::update))
        .route("/admin/custom-providers/{identifier}", web::delete().to(custom_providers::delete))
        .configure(factors::configure)
        .configure(oauth_clients::configure)
        .configure(sso_providers::configure);
}
