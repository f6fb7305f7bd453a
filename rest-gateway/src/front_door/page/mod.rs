//! Serves the built single-page application: its files, its prerendered routes, and its fallback document for every
//! other path. Answers only GET and HEAD. A missing file under `/assets/` or `/pictures/` is a 404, so that the
//! fallback document is never cached as a script.

mod content_type;
mod document;
mod site;

use actix_web::http::Method;
use actix_web::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, ETAG, HeaderName,
    IF_NONE_MATCH, REFERRER_POLICY, VARY, X_FRAME_OPTIONS,
};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

pub(super) use site::{Site, Values};

use self::site::File;
use super::content_coding::accepts;
use super::error::GatewayError;
use super::state::AppState;

const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");
const CROSS_ORIGIN_OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

pub(super) async fn serve(request: HttpRequest, state: Data<AppState>) -> HttpResponse {
    let Some(site) = &state.site else { return GatewayError::NoRoute.response() };
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return GatewayError::NoRoute.response();
    }
    match site.find(request.uri().path()) {
        Some(file) => respond(file, &request),
        None => HttpResponse::NotFound()
            .content_type("text/plain; charset=utf-8")
            .insert_header((CACHE_CONTROL, "no-cache"))
            .body("Not found"),
    }
}

fn respond(file: &File, request: &HttpRequest) -> HttpResponse {
    let variant = file.best_variant(|coding| accepts(request.headers().get_all(ACCEPT_ENCODING), coding));
    let not_modified = request
        .headers()
        .get_all(IF_NONE_MATCH)
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(|tag| tag.trim().trim_start_matches("W/"))
        .any(|tag| tag == "*" || tag == variant.etag);

    let mut response = if not_modified { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response
        .insert_header((ETAG, variant.etag.as_str()))
        .insert_header((CACHE_CONTROL, file.cache_control))
        .insert_header((REFERRER_POLICY, "strict-origin-when-cross-origin"));
    if file.has_encoded_variants() {
        response.insert_header((VARY, "Accept-Encoding"));
    }
    if let Some(policy) = &file.policy {
        response
            .insert_header((CONTENT_SECURITY_POLICY, policy.as_str()))
            .insert_header((X_FRAME_OPTIONS, "SAMEORIGIN"))
            .insert_header((CROSS_ORIGIN_OPENER_POLICY, "same-origin"))
            .insert_header((PERMISSIONS_POLICY, "camera=(), geolocation=(self), microphone=(), payment=()"));
    }
    if not_modified {
        return response.finish();
    }
    if let Some(coding) = variant.coding {
        response.insert_header((CONTENT_ENCODING, coding));
    }
    // For HEAD, actix omits the body and keeps its length.
    response.content_type(file.content_type).body(variant.bytes.clone())
}
