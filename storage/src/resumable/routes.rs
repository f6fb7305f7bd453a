//! The routes of resumable uploads. Those with the token of a signed URL are the same below `/sign`.

use actix_web::guard::{Guard, GuardContext};
use actix_web::web::{self, ServiceConfig};

use super::create::create;
use super::location::SIGNED;
use super::options::options;
use super::patch::patch;
use super::status::status;
use super::terminate::terminate;

/// The path of resumable uploads.
pub const PATH: &str = "/upload/resumable";

/// Registers the routes.
pub fn configure(config: &mut ServiceConfig) {
    for base in [format!("{PATH}{SIGNED}"), PATH.to_owned()] {
        for path in [base.clone(), format!("{base}/")] {
            config.route(&path, web::post().to(create));
            config.route(&path, web::method(actix_web::http::Method::OPTIONS).to(options));
        }
        let upload = format!("{base}/{{upload}}");
        config
            .route(&upload, web::post().guard(MethodOverride("PATCH")).to(patch))
            .route(&upload, web::post().guard(MethodOverride("DELETE")).to(terminate))
            .route(&upload, web::post().to(create))
            .route(&upload, web::patch().to(patch))
            .route(&upload, web::head().to(status))
            .route(&upload, web::delete().to(terminate))
            .route(&upload, web::method(actix_web::http::Method::OPTIONS).to(options));
    }
}

/// The method that a client sends in a header, because it or a proxy cannot send the method itself.
struct MethodOverride(&'static str);

impl Guard for MethodOverride {
    fn check(&self, context: &GuardContext<'_>) -> bool {
        let headers = context.head().headers();
        headers.get("x-http-method-override").is_some_and(|method| method.as_bytes() == self.0.as_bytes())
    }
}
