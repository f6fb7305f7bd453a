//! `/factors`: the factors of multi-factor authentication of the bearer token's account.

mod challenge;
mod enroll;
mod lookup;
mod unenroll;
mod verification;
mod verify;
mod verify_web_authn;

use actix_web::web::{self, ServiceConfig};

pub(super) use lookup::{of_account, require_permanent};

/// Registers the routes.
pub(super) fn configure(config: &mut ServiceConfig) {
    config
        .route("/factors", web::post().to(enroll::enroll))
        .route("/factors/{id}", web::delete().to(unenroll::unenroll))
        .route("/factors/{id}/challenge", web::post().to(challenge::challenge))
        .route("/factors/{id}/verify", web::post().to(verify::verify));
}
