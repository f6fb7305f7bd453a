//! The outermost middleware: request id, client address, body timeout, CORS preflights, security headers, access log, the
//! log of slow requests, metrics and traces. Rejects URLs that are too long. Ends connections while the front door drains.

use std::time::{Duration, Instant};

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{
    CONTENT_SECURITY_POLICY, HeaderMap, HeaderValue, STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS,
};
use actix_web::http::{ConnectionType, StatusCode};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpMessage};
use rest_engine::{ClientAddress, SlowAfter, SlowStatement};
use tracing::Instrument;

use super::error::GatewayError;
use super::forwarded::{Origin, set_forwarded_headers};
use super::request_id::{RequestId, X_REQUEST_ID};
use super::route::Route;
use super::state::AppState;
use super::{cors, trace, upstreams};
use crate::http_server::{is_encrypted, with_read_timeout};

/// Enough for a filter over a thousand ids. The HTTP library's own limit is 64 KiB, and its response does not give a
/// reason.
const MAX_URL: usize = 60 * 1024;
/// Characters of a path in the access log.
const MAX_LOGGED_PATH: usize = 256;

pub(super) async fn observe<B: MessageBody + 'static>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let Some(state) = request.app_data::<Data<AppState>>().cloned() else {
        return Ok(request.into_response(GatewayError::NoRoute.response()));
    };
    let _in_flight = state.metrics.begin();
    let began = Instant::now();
    // The router's view of the path, in which needless percent-encoding is undone.
    let route = Route::of(request.match_info().as_str());
    let method = request.method().clone();
    // Without the query, which may contain personal data.
    let path: String = request.path().chars().take(MAX_LOGGED_PATH).collect();
    let service = upstreams::service_of(&state, route, request.path());
    let is_encrypted = is_encrypted(&request);
    let origin = set_forwarded_headers(request.head_mut(), &state.trusted_proxies, is_encrypted);
    let Origin { client, id, trace_id } = origin;
    if let Some(client) = client {
        request.extensions_mut().insert(ClientAddress(client));
    }
    if let (Route::Rest, Some(after)) = (route, state.slow_after) {
        request.extensions_mut().insert(SlowAfter(after));
    }
    let trace = trace::begin(request.head(), trace_id.is_some());
    let trace_id = trace.trace_id().or(trace_id);
    with_read_timeout(&mut request);

    let mut response = if url_length(&request) > MAX_URL {
        request.into_response(GatewayError::UrlTooLong.response())
    } else if route.is_api() && cors::is_preflight(&request) {
        let answer = cors::preflight(request.headers());
        request.into_response(answer)
    } else {
        // Every log line written while the request is handled carries its id.
        let span = tracing::info_span!("request", request_id = %id, trace_id);
        let mut response = trace.within(next.call(request).instrument(span)).await?.map_into_boxed_body();
        if route.is_api() {
            set_api_headers(response.headers_mut());
        }
        response
    };
    set_security_headers(response.headers_mut(), &state, &id);
    if state.lifecycle.is_ending() && response.status() != StatusCode::SWITCHING_PROTOCOLS {
        response.response_mut().head_mut().set_connection_type(ConnectionType::Close);
    }

    let took = began.elapsed();
    let status = response.status().as_u16();
    state.metrics.count(route, status, took);
    trace.answered(method.as_str(), status, || Some(route.pattern().to_owned()));
    trace.name_request(&id);
    tracing::info!(
        target: "request",
        request_id = %id,
        trace_id,
        method = %method,
        path,
        route = route.name(),
        service,
        status,
        ms = took.as_secs_f64() * 1000.0,
        "answered"
    );
    if is_slow(&state, route, took) {
        state.metrics.count_slow();
        log_slow(&response, &id, route, service.as_deref(), took);
    }
    Ok(response)
}

/// A request for realtime may wait for messages.
fn is_slow(state: &AppState, route: Route, took: Duration) -> bool {
    route != Route::Realtime && state.slow_after.is_some_and(|after| took >= after)
}

/// For `/rest/v1` with the statement, if its transaction was slow. The statement's text does not contain values.
fn log_slow(
    response: &ServiceResponse<BoxBody>,
    id: &RequestId,
    route: Route,
    service: Option<&str>,
    took: Duration,
) {
    let request = response.request();
    let extensions = request.extensions();
    let statement = extensions.get::<SlowStatement>();
    tracing::warn!(
        target: "slow_request",
        request_id = %id,
        method = %request.method(),
        route = route.name(),
        service,
        ms = took.as_secs_f64() * 1000.0,
        sql_fingerprint = statement.map(|statement| statement.fingerprint.as_str()),
        sql = statement.map(|statement| statement.sql.as_str()),
        "slow"
    );
}

fn url_length(request: &ServiceRequest) -> usize {
    request.uri().path_and_query().map_or(0, |target| target.as_str().len())
}

/// The API shares the site's origin: a browser that opens an API response must not run scripts in it.
fn set_api_headers(headers: &mut HeaderMap) {
    cors::allow_any_origin(headers);
    if !headers.contains_key(CONTENT_SECURITY_POLICY) {
        let policy = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'; sandbox");
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
}

fn set_security_headers(headers: &mut HeaderMap, state: &AppState, id: &RequestId) {
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if state.https_only {
        let year = HeaderValue::from_static("max-age=31536000");
        headers.insert(STRICT_TRANSPORT_SECURITY, year);
    }
    headers.insert(X_REQUEST_ID, id.header());
}
