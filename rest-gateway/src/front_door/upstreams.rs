//! The routes that another process answers: functions, auth, storage. Refuses functions that are not there and methods
//! that the function platform does not pass on.

use actix_web::http::Method;
use actix_web::http::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue};
use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use service_kit::Language;

use super::Door;
use super::proxy::Proxy;
use super::refusal::Refusal;
use super::route::Route;
use crate::function_host::{FunctionRules, ServiceName, Supervisor};

const FUNCTION_METHODS: [Method; 6] =
    [Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE, Method::OPTIONS];

/// The function runtime's own path, which Supabase's command line asks for; no function's name begins with `_`.
const RUNTIME_HEALTH: &str = "/_internal/health";

/// `/functions/v1/NAME[/…]` and `/functions/NAME[/…]`; the function sees `/NAME[/…]`.
pub(super) async fn function(
    request: HttpRequest,
    payload: Payload,
    door: Data<Door>,
    proxy: Data<Proxy>,
) -> HttpResponse {
    if below_functions(request.uri().path()) == Some(RUNTIME_HEALTH) {
        return HttpResponse::Ok().json(serde_json::json!({ "message": "ok" }));
    }
    match admit_to_function(&request, &door) {
        Ok((service, target)) => match proxy.forward(service, &target, &request, payload).await {
            Ok(mut response) => {
                html_as_text(response.headers_mut());
                response
            }
            Err(refusal) => refusal.of_function(Language::of_request(&request)),
        },
        Err(refusal) => refusal.response(),
    }
}

/// `/auth/v1/…`, seen without its prefix.
pub(super) async fn auth(
    request: HttpRequest,
    payload: Payload,
    door: Data<Door>,
    proxy: Data<Proxy>,
) -> HttpResponse {
    let service = named(&door, door.auth.as_ref());
    let answer = forward_without("/auth/v1", service, &request, payload, &proxy).await;
    answer.unwrap_or_else(|refusal| refusal.of_function(Language::of_request(&request)))
}

/// `/storage/v1/…`, seen without its prefix.
pub(super) async fn storage(
    request: HttpRequest,
    payload: Payload,
    door: Data<Door>,
    proxy: Data<Proxy>,
) -> HttpResponse {
    let service = named(&door, door.storage.as_ref());
    let answer = forward_without("/storage/v1", service, &request, payload, &proxy).await;
    answer.unwrap_or_else(|refusal| refusal.of_storage())
}

/// The service that a path leads to: whose log the request belongs to.
pub(super) fn service_of(door: &Door, route: Route, path: &str) -> Option<String> {
    let name = match route {
        Route::Functions => below_functions(path)?.trim_start_matches('/').split('/').next()?,
        Route::Auth => door.auth.as_ref()?.as_str(),
        Route::Storage => door.storage.as_ref()?.as_str(),
        Route::Rest | Route::UnknownApi | Route::Page => return None,
    };
    // A name that no service has is the client's invention.
    door.host.get(name).map(|_| name.to_owned())
}

/// A probe that has the wrong port must not take the page for good health.
pub(super) async fn on_admin_port() -> HttpResponse {
    Refusal::OnAdminPort.response()
}

/// Everything else that looks like the API.
pub(super) async fn no_route() -> HttpResponse {
    Refusal::NoRoute.response()
}

fn admit_to_function<'a>(request: &HttpRequest, door: &'a Door) -> Result<(&'a Supervisor, String), Refusal> {
    let below = below_functions(request.uri().path()).ok_or(Refusal::FunctionNotFound)?;
    let name = below.trim_start_matches('/').split('/').next().unwrap_or_default();
    let service = door.host.get(name).ok_or(Refusal::FunctionNotFound)?;
    let FunctionRules { verify_jwt } = service.service().function.ok_or(Refusal::FunctionNotFound)?;
    if !FUNCTION_METHODS.contains(request.method()) {
        return Err(Refusal::FunctionMethod);
    }
    if verify_jwt && request.method() != Method::OPTIONS {
        // A header that is not text is none that could be a token.
        let authorization =
            request.headers().get(AUTHORIZATION).map(|value| value.to_str().unwrap_or_default());
        door.tokens.check(authorization).map_err(Refusal::Token)?;
    }
    Ok((service, with_query(below, request)))
}

/// As hosted: a function's HTML would run with the page's origin.
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

/// `/NAME[/…]`; `v1` is no function's name.
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
) -> Result<HttpResponse, Refusal> {
    let below = request.uri().path().strip_prefix(prefix);
    match (service, below) {
        (Some(service), Some("")) => {
            proxy.forward(service, &with_query("/", request), request, payload).await
        }
        (Some(service), Some(below)) => {
            proxy.forward(service, &with_query(below, request), request, payload).await
        }
        _ => Err(Refusal::NoRoute),
    }
}

fn named<'a>(door: &'a Door, name: Option<&ServiceName>) -> Option<&'a Supervisor> {
    name.and_then(|name| door.host.get(name.as_str())).map(|service| &**service)
}

fn with_query(path: &str, request: &HttpRequest) -> String {
    match request.uri().query() {
        Some(query) => format!("{path}?{query}"),
        None => path.to_owned(),
    }
}
