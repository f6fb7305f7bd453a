//! Handlers of the routes that a service process answers: functions, auth, storage and realtime. Rejects unknown functions and
//! methods that the function platform does not forward.

use actix_web::http::Method;
use actix_web::http::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue};
use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use percent_encoding::percent_decode_str;
use service_kit::Language;
use std::sync::Arc;

use super::error::GatewayError;
use super::proxy::{Proxy, is_websocket_upgrade};
use super::route::Route;
use super::state::AppState;
use crate::function_host::{FunctionRules, ServiceName, Supervisor};

const FUNCTION_METHODS: [Method; 6] =
    [Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE, Method::OPTIONS];

/// The function runtime's health check, which Supabase's CLI requests. No function's name begins with `_`.
const RUNTIME_HEALTH: &str = "/_internal/health";

/// `/functions/v1/NAME[/…]` and `/functions/NAME[/…]`. The function sees `/NAME[/…]`.
pub(super) async fn function(
    request: HttpRequest,
    payload: Payload,
    state: Data<AppState>,
    proxy: Data<Proxy>,
) -> HttpResponse {
    if below_functions(request.uri().path()) == Some(RUNTIME_HEALTH) {
        return HttpResponse::Ok().json(serde_json::json!({ "message": "ok" }));
    }
    match admit_to_function(&request, &state) {
        Ok((service, target)) => match to_function(&service, &target, &request, payload, &proxy).await {
            Ok(mut response) => {
                html_as_text(response.headers_mut());
                response
            }
            Err(error) => error.function_response(Language::of_request(&request)),
        },
        Err(error) => error.response(),
    }
}

/// Forwards a request to a function. A handshake of WebSocket turns the connection into a tunnel to it.
async fn to_function(
    service: &Supervisor,
    target: &str,
    request: &HttpRequest,
    payload: Payload,
    proxy: &Proxy,
) -> Result<HttpResponse, GatewayError> {
    if is_websocket_upgrade(request.head()) {
        return proxy.tunnel(service, target, request, payload).await;
    }
    proxy.forward(service, target, request, payload).await
}

/// `/auth/v1/…`. The service sees the path without the prefix.
pub(super) async fn auth(
    request: HttpRequest,
    payload: Payload,
    state: Data<AppState>,
    proxy: Data<Proxy>,
) -> HttpResponse {
    let service = named(&state, state.auth.as_ref());
    let answer = forward_without("/auth/v1", service.as_deref(), &request, payload, &proxy).await;
    answer.unwrap_or_else(|error| error.function_response(Language::of_request(&request)))
}

/// `/storage/v1/…`. The service sees the path without the prefix.
pub(super) async fn storage(
    request: HttpRequest,
    payload: Payload,
    state: Data<AppState>,
    proxy: Data<Proxy>,
) -> HttpResponse {
    let service = named(&state, state.storage.as_ref());
    let answer = forward_without("/storage/v1", service.as_deref(), &request, payload, &proxy).await;
    answer.unwrap_or_else(|error| error.storage_response())
}

/// `/storage/v1/s3`, the S3 protocol. As for storage, with errors in XML.
pub(super) async fn s3(
    request: HttpRequest,
    payload: Payload,
    state: Data<AppState>,
    proxy: Data<Proxy>,
) -> HttpResponse {
    let service = named(&state, state.storage.as_ref());
    let answer = forward_without("/storage/v1", service.as_deref(), &request, payload, &proxy).await;
    answer.unwrap_or_else(|error| error.s3_response())
}

/// `/realtime/v1/…`. The service sees the path without the prefix. A handshake of WebSocket turns the connection into a
/// tunnel to the service.
pub(super) async fn realtime(
    request: HttpRequest,
    payload: Payload,
    state: Data<AppState>,
    proxy: Data<Proxy>,
) -> HttpResponse {
    let service = named(&state, state.realtime.as_ref());
    let below = request.uri().path().strip_prefix("/realtime/v1").unwrap_or_default();
    let answer = match service.as_deref() {
        // As on the hosted platform, the administration of the service is not public.
        Some(_) if is_realtime_administration(below) => return HttpResponse::Forbidden().finish(),
        Some(service) if is_websocket_upgrade(request.head()) => {
            proxy.tunnel(service, &with_query(below, &request), &request, payload).await
        }
        _ => forward_without("/realtime/v1", service.as_deref(), &request, payload, &proxy).await,
    };
    answer.unwrap_or_else(|error| error.function_response(Language::of_request(&request)))
}

/// Whether a path below `/realtime/v1` administers the service. The path is decoded first, as the service does before it
/// selects a route: `/%61pi/tenants` is `/api/tenants` there.
fn is_realtime_administration(below: &str) -> bool {
    let path = percent_decode_str(below).decode_utf8_lossy();
    ["/api/tenants", "/api/openapi", "/metrics"].iter().any(|closed| path.starts_with(closed))
}

/// The service that handles a path, for the access log.
pub(super) fn service_of(state: &AppState, route: Route, path: &str) -> Option<String> {
    let name = match route {
        Route::Functions => below_functions(path)?.trim_start_matches('/').split('/').next()?,
        Route::Auth => state.auth.as_ref()?.as_str(),
        Route::Storage => state.storage.as_ref()?.as_str(),
        Route::Realtime => state.realtime.as_ref()?.as_str(),
        Route::Page => state.site.as_ref()?.function_of(path)?.as_str(),
        Route::Rest | Route::UnknownApi => return None,
    };
    // Only names of existing services are logged: any other text comes from the client.
    state.host.get(name).map(|_| name.to_owned())
}

/// A 404 that names the admin port: a monitor would otherwise only learn that the site has no such page.
pub(super) async fn on_admin_port() -> HttpResponse {
    GatewayError::OnAdminPort.response()
}

/// API paths without a route.
pub(super) async fn no_route() -> HttpResponse {
    GatewayError::NoRoute.response()
}

fn admit_to_function(
    request: &HttpRequest,
    state: &AppState,
) -> Result<(Arc<Supervisor>, String), GatewayError> {
    let below = below_functions(request.uri().path()).ok_or(GatewayError::FunctionNotFound)?;
    let name = below.trim_start_matches('/').split('/').next().unwrap_or_default();
    let service = state.host.get(name).ok_or(GatewayError::FunctionNotFound)?;
    let FunctionRules { verify_jwt } = service.service().function.ok_or(GatewayError::FunctionNotFound)?;
    if !FUNCTION_METHODS.contains(request.method()) {
        return Err(GatewayError::FunctionMethodNotAllowed);
    }
    if verify_jwt && request.method() != Method::OPTIONS {
        // A header value that is not text becomes an empty one, which is rejected as malformed.
        let authorization =
            request.headers().get(AUTHORIZATION).map(|value| value.to_str().unwrap_or_default());
        state.tokens.check(authorization).map_err(GatewayError::Token)?;
    }
    Ok((service, with_query(below, request)))
}

/// Serves a function's HTML as plain text, as hosted Supabase does: it would otherwise run with the site's origin.
fn html_as_text(headers: &mut HeaderMap) {
    let media_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let (essence, parameters) = media_type.split_at(media_type.find(';').unwrap_or(media_type.len()));
    if !essence.trim().eq_ignore_ascii_case("text/html") {
        return;
    }
    if let Ok(text) = HeaderValue::try_from(format!("text/plain{parameters}")) {
        headers.insert(CONTENT_TYPE, text);
    }
}

/// `/NAME[/…]` of a path below `/functions`. `v1` is not a valid function name, so the prefix is unambiguous.
fn below_functions(path: &str) -> Option<&str> {
    let below = path.strip_prefix("/functions")?;
    match below.strip_prefix("/v1") {
        Some(below) if below.starts_with('/') => Some(below),
        _ => Some(below),
    }
}

async fn forward_without(
    prefix: &str,
    service: Option<&Supervisor>,
    request: &HttpRequest,
    payload: Payload,
    proxy: &Proxy,
) -> Result<HttpResponse, GatewayError> {
    let below = request.uri().path().strip_prefix(prefix);
    match (service, below) {
        (Some(service), Some("")) => {
            proxy.forward(service, &with_query("/", request), request, payload).await
        }
        (Some(service), Some(below)) => {
            proxy.forward(service, &with_query(below, request), request, payload).await
        }
        _ => Err(GatewayError::NoRoute),
    }
}

fn named(state: &AppState, name: Option<&ServiceName>) -> Option<Arc<Supervisor>> {
    name.and_then(|name| state.host.get(name.as_str()))
}

fn with_query(path: &str, request: &HttpRequest) -> String {
    match request.uri().query() {
        Some(query) => format!("{path}?{query}"),
        None => path.to_owned(),
    }
}
