//! The built single-page application: its files, its prerendered routes, and its fallback for every other path. Answers
//! GET and HEAD alone; a missing file under `/assets/` is a 404, lest a page be cached as a script.

mod content_type;
mod document;
mod encoding;
mod site;

use actix_web::http::Method;
use actix_web::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, ETAG, HeaderName,
    IF_NONE_MATCH, REFERRER_POLICY, VARY, X_FRAME_OPTIONS,
};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

pub(super) use encoding::accepts;
pub(super) use site::{Site, Values};

use self::site::File;
use super::Door;
use super::refusal::Refusal;

const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");
const CROSS_ORIGIN_OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

pub(super) async fn serve(request: HttpRequest, door: Data<Door>) -> HttpResponse {
    let Some(site) = &door.site else { return Refusal::NoRoute.response() };
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Refusal::NoRoute.response();
    }
    match site.find(request.uri().path()) {
        Some(file) => answer(file, &request),
        None => HttpResponse::NotFound()
            .content_type("text/plain; charset=utf-8")
            .insert_header((CACHE_CONTROL, "no-cache"))
            .body("Not found"),
    }
}

fn answer(file: &File, request: &HttpRequest) -> HttpResponse {
    let form = file.best_form(|coding| accepts(request.headers().get_all(ACCEPT_ENCODING), coding));
    let known = request
        .headers()
        .get_all(IF_NONE_MATCH)
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(|tag| tag.trim().trim_start_matches("W/"))
        .any(|tag| tag == "*" || tag == form.etag);

    let mut response = if known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response
        .insert_header((ETAG, form.etag.as_str()))
        .insert_header((CACHE_CONTROL, file.cache_control))
        .insert_header((REFERRER_POLICY, "strict-origin-when-cross-origin"));
    if file.has_other_forms() {
        response.insert_header((VARY, "Accept-Encoding"));
    }
    if let Some(policy) = &file.policy {
        response
            .insert_header((CONTENT_SECURITY_POLICY, policy.as_str()))
            .insert_header((X_FRAME_OPTIONS, "SAMEORIGIN"))
            .insert_header((CROSS_ORIGIN_OPENER_POLICY, "same-origin"))
            .insert_header((PERMISSIONS_POLICY, "camera=(), geolocation=(self), microphone=(), payment=()"));
    }
    if known {
        return response.finish();
    }
    if let Some(coding) = form.coding {
        response.insert_header((CONTENT_ENCODING, coding));
    }
    // The server itself leaves the body out of an answer to HEAD, and keeps its length.
    response.content_type(file.content_type).body(form.bytes.clone())
}
