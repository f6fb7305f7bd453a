//! Serves the built site: its files, its prerendered pages, and its document for unknown paths. A function fills in the
//! pages that the configuration names. Answers only GET and HEAD.
//!
//! A missing file under `/assets/` or `/pictures/` is a 404 in every build, so that a document is never cached as a
//! script.

mod content_type;
mod document;
mod path_pattern;
mod rendered;
mod site;

use actix_web::http::header::{
    ACCEPT, ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, ETAG, HeaderName,
    IF_NONE_MATCH, REFERRER_POLICY, RETRY_AFTER, VARY, X_FRAME_OPTIONS,
};
use actix_web::http::{Method, StatusCode};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};

pub use path_pattern::{PathPattern, PathPatternError};
pub(super) use site::{Site, Values};

use self::rendered::{Rendered, Rendering};
use self::site::{File, Found, Variant};
use super::compress::compressed;
use super::content_coding::accepts;
use super::error::GatewayError;
use super::proxy::Proxy;
use super::state::AppState;

const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");
const CROSS_ORIGIN_OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

pub(super) async fn serve(request: HttpRequest, state: Data<AppState>, proxy: Data<Proxy>) -> HttpResponse {
    let Some(site) = &state.site else { return GatewayError::NoRoute.response() };
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return GatewayError::NoRoute.response();
    }
    match site.find(request.uri().path()) {
        Found::File(file) => match rendered::render(site, file, &request, &state.host, &proxy).await {
            Rendering::Built => respond(file, &request),
            Rendering::Rendered(rendered) => respond_rendered(file, rendered, &request).await,
            Rendering::TooManyRequests { retry_after } => too_many_requests(file, retry_after, &request),
        },
        Found::Missing(document) => not_found(document, &request),
    }
}

fn respond(file: &File, request: &HttpRequest) -> HttpResponse {
    let variant = best_variant(file, request);
    let not_modified = is_cached(request, &variant.etag);
    let mut response = if not_modified { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response.insert_header((ETAG, variant.etag.as_str())).insert_header((CACHE_CONTROL, file.cache_control));
    if not_modified {
        set_file_headers(&mut response, file);
        return response.finish();
    }
    with_body(response, file, variant)
}

/// The response for a document that a function has filled in. Its policy is that of the built document, so that a
/// script in the function's text cannot run.
async fn respond_rendered(file: &File, rendered: Rendered, request: &HttpRequest) -> HttpResponse {
    let gzip = accepts(request.headers().get_all(ACCEPT_ENCODING), "gzip");
    let suffix = if gzip { "-gzip" } else { "" };
    let etag = format!("\"{}{suffix}\"", site::digest(&rendered.document));
    let not_modified = rendered.status == StatusCode::OK && is_cached(request, &etag);
    let status = if not_modified { StatusCode::NOT_MODIFIED } else { rendered.status };
    let mut response = HttpResponse::build(status);
    response.insert_header((ETAG, etag));
    match rendered.cache_control {
        Some(cache_control) => response.insert_header((CACHE_CONTROL, cache_control)),
        None => response.insert_header((CACHE_CONTROL, file.cache_control)),
    };
    set_file_headers(&mut response, file);
    if not_modified {
        return response.finish();
    }
    response.content_type(file.content_type);
    if gzip && let Some(bytes) = compressed(rendered.document.clone()).await {
        return response.insert_header((CONTENT_ENCODING, "gzip")).body(bytes);
    }
    response.body(rendered.document)
}

/// The site's document for unknown paths. A request that does not ask for a document, for example for a script, gets an
/// empty body.
fn not_found(document: Option<&File>, request: &HttpRequest) -> HttpResponse {
    let mut response = HttpResponse::NotFound();
    response.insert_header((CACHE_CONTROL, "no-cache"));
    match document.filter(|_| wants_document(request)) {
        Some(file) => with_body(response, file, best_variant(file, request)),
        None => response.finish(),
    }
}

/// The built document, with which a browser shows the page, and a status that keeps crawlers from indexing it.
fn too_many_requests(file: &File, retry_after: Option<String>, request: &HttpRequest) -> HttpResponse {
    let mut response = HttpResponse::TooManyRequests();
    response.insert_header((CACHE_CONTROL, "no-cache"));
    if let Some(seconds) = retry_after {
        response.insert_header((RETRY_AFTER, seconds));
    }
    with_body(response, file, best_variant(file, request))
}

/// The file in the best coding that the client accepts.
fn best_variant<'a>(file: &'a File, request: &HttpRequest) -> &'a Variant {
    file.best_variant(|coding| accepts(request.headers().get_all(ACCEPT_ENCODING), coding))
}

/// The response with a variant of the file as its body.
fn with_body(mut response: HttpResponseBuilder, file: &File, variant: &Variant) -> HttpResponse {
    set_file_headers(&mut response, file);
    if let Some(coding) = variant.coding {
        response.insert_header((CONTENT_ENCODING, coding));
    }
    // For HEAD, actix omits the body and keeps its length.
    response.content_type(file.content_type).body(variant.bytes.clone())
}

/// Whether the client names HTML in `Accept`, as browsers do for pages but not for scripts and pictures, or the path
/// has no file name extension, as that of a page.
fn wants_document(request: &HttpRequest) -> bool {
    let file_name = request.path().rsplit('/').next().unwrap_or_default();
    let mut accepted = request.headers().get_all(ACCEPT).filter_map(|value| value.to_str().ok());
    !file_name.contains('.') || accepted.any(|value| value.contains("text/html"))
}

fn set_file_headers(response: &mut HttpResponseBuilder, file: &File) {
    response.insert_header((REFERRER_POLICY, "strict-origin-when-cross-origin"));
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
}

/// Whether `If-None-Match` names the entity tag.
fn is_cached(request: &HttpRequest, etag: &str) -> bool {
    request
        .headers()
        .get_all(IF_NONE_MATCH)
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(|tag| tag.trim().trim_start_matches("W/"))
        .any(|tag| tag == "*" || tag == etag)
}
