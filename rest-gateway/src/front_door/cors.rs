//! CORS as in Supabase's local gateway: any origin, no credentials. Preflights are answered before the key check.

use actix_web::HttpResponse;
use actix_web::dev::ServiceRequest;
use actix_web::http::Method;
use actix_web::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_REQUEST_HEADERS, ACCESS_CONTROL_REQUEST_METHOD, HeaderMap,
    HeaderValue, ORIGIN,
};

const METHODS: &str = "GET,HEAD,PUT,PATCH,POST,DELETE,OPTIONS,TRACE,CONNECT";

/// PostgREST's list (a browser needs `Content-Range` to read a count), supabase/auth's, and this gateway's additions.
const EXPOSED: &str = "Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Server, \
                       Transfer-Encoding, Range-Unit, ETag, Retry-After, Preference-Applied, X-Request-Id, \
                       X-Total-Count, X-Commit-LSN, Link, X-Supabase-Api-Version, X-Sb-Error-Code, sb-error-code";

pub(super) fn is_preflight(request: &ServiceRequest) -> bool {
    request.method() == Method::OPTIONS
        && request.headers().contains_key(ORIGIN)
        && request.headers().contains_key(ACCESS_CONTROL_REQUEST_METHOD)
}

pub(super) fn preflight(request: &HeaderMap) -> HttpResponse {
    let mut response = HttpResponse::Ok();
    response.insert_header((ACCESS_CONTROL_ALLOW_ORIGIN, "*"));
    response.insert_header((ACCESS_CONTROL_ALLOW_METHODS, METHODS));
    if let Some(asked) = request.get(ACCESS_CONTROL_REQUEST_HEADERS) {
        response.insert_header((ACCESS_CONTROL_ALLOW_HEADERS, asked.clone()));
    }
    response.finish()
}

/// Lets pages of every origin read the response, error responses included.
pub(super) fn allow_any_origin(response: &mut HeaderMap) {
    response.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    if !response.contains_key(ACCESS_CONTROL_EXPOSE_HEADERS) {
        response.insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(EXPOSED));
    }
}
