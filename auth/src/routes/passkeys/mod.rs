//! `/passkeys`: keys of authenticators that sign in without a password.

mod access;
mod answer;
mod authentication;
mod manage;
mod model_names;
mod registration;

use actix_web::web::{self, ServiceConfig};

pub(super) use access::{not_found, parse_id, require_enabled};

/// Registers the routes.
pub(super) fn configure(config: &mut ServiceConfig) {
    config
        .route("/passkeys/authentication/options", web::post().to(authentication::options))
        .route("/passkeys/authentication/verify", web::post().to(authentication::verify))
        .route("/passkeys/registration/options", web::post().to(registration::options))
        .route("/passkeys/registration/verify", web::post().to(registration::verify))
        .route("/passkeys", web::get().to(manage::list))
        .route("/passkeys/", web::get().to(manage::list))
        .route("/passkeys/{id}", web::patch().to(manage::rename))
        .route("/passkeys/{id}", web::delete().to(manage::delete));
}
