//! Sign-ins with external providers: `/authorize`, `/callback` and `/user/identities`.

mod authorize;
mod callback;
mod identities;
mod returned;

use actix_web::web::{self, ServiceConfig};

/// Registers the routes.
pub(super) fn configure(config: &mut ServiceConfig) {
    config
        .route("/authorize", web::get().to(authorize::authorize))
        .route("/callback", web::get().to(callback::from_query))
        .route("/callback", web::post().to(callback::from_form))
        .route("/user/identities/authorize", web::get().to(authorize::link))
        .route("/user/identities/{id}", web::delete().to(identities::unlink));
}
