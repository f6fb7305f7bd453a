//! Around every request: a request id, the client's true address, preflights, the headers that every answer carries, one
//! line in the log and one count in the figures. Refuses URLs that are too long.

use std::time::Instant;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{
    CONTENT_SECURITY_POLICY, HeaderMap, HeaderValue, STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS,
};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpMessage};
use rest_engine::ClientAddress;
use tracing::Instrument;
use uuid::Uuid;

use super::body_timeout::limit_body_time;
use super::forwarded::{self, X_REQUEST_ID};
use super::refusal::Refusal;
use super::route::Route;
use super::{Door, cors, upstreams};

/// Room for a filter over a thousand ids; the HTTP library itself ends at 64 KiB, without a word of why.
const LONGEST_URL: usize = 60 * 1024;
const LONGEST_LOGGED_PATH: usize = 256;

pub(super) async fn observe<B: MessageBody + 'static>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let Some(door) = request.app_data::<Data<Door>>().cloned() else {
        return Ok(request.into_response(Refusal::NoRoute.response()));
    };
    let began = Instant::now();
    // As the routing reads it, which undoes needless percent-encoding.
    let route = Route::of(request.match_info().as_str());
    let method = request.method().clone();
    // A query may hold what a log must not.
    let path: String = request.path().chars().take(LONGEST_LOGGED_PATH).collect();
    let service = upstreams::service_of(&door, route, request.path());
    let id = Uuid::new_v4();
    if let Some(client) = forwarded::settle(request.head_mut(), &door.trusted_proxies, id) {
        request.extensions_mut().insert(ClientAddress(client));
    }
    limit_body_time(&mut request);

    let mut response = if length(&request) > LONGEST_URL {
        request.into_response(Refusal::UrlTooLong.response())
    } else if route.is_api() && cors::is_preflight(&request) {
        let answer = cors::preflight(request.headers());
        request.into_response(answer)
    } else {
        // What is told of it on the way carries its id.
        let span = tracing::info_span!("request", request_id = %id);
        let mut response = next.call(request).instrument(span).await?.map_into_boxed_body();
        if route.is_api() {
            protect_api(response.headers_mut());
        }
        response
    };
    protect(response.headers_mut(), &door, id);

    let took = began.elapsed();
    let status = response.status().as_u16();
    door.metrics.count(route, status, took);
    tracing::info!(
        target: "request",
        request_id = %id,
        method = %method,
        path,
        route = route.name(),
        service,
        status,
        ms = took.as_secs_f64() * 1000.0,
        "answered"
    );
    Ok(response)
}

fn length(request: &ServiceRequest) -> usize {
    request.uri().path_and_query().map_or(0, |target| target.as_str().len())
}

/// The API shares the page's origin: an answer that a browser opens must not run as the page.
fn protect_api(headers: &mut HeaderMap) {
    cors::open(headers);
    if !headers.contains_key(CONTENT_SECURITY_POLICY) {
        let policy = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'; sandbox");
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
}

fn protect(headers: &mut HeaderMap, door: &Door, id: Uuid) {
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if door.https_only {
        let year = HeaderValue::from_static("max-age=31536000");
        headers.insert(STRICT_TRANSPORT_SECURITY, year);
    }
    if let Ok(id) = HeaderValue::try_from(id.to_string()) {
        headers.insert(X_REQUEST_ID, id);
    }
}
