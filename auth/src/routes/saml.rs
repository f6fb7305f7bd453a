//! `/sso` and `/sso/saml/…`: SAML is not available here, and the answers say so.

use actix_web::HttpResponse;
use actix_web::web::{self, ServiceConfig};

use crate::error::{Error, ErrorCode, Result};

/// Registers the routes.
pub(super) fn configure(config: &mut ServiceConfig) {
    config
        .route("/sso", web::post().to(disabled))
        .route("/sso/saml/acs", web::post().to(disabled))
        .route("/sso/saml/metadata", web::get().to(disabled));
}

/// # Errors
/// 404 `saml_provider_disabled`, always.
pub(super) async fn disabled() -> Result<HttpResponse> {
    Err(Error::not_found(ErrorCode::SamlProviderDisabled, "SAML 2.0 is disabled"))
}
