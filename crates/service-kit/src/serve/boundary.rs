//! The middleware around every handler: request id, CORS, rate limit, panics, error bodies, access log, traces.

use crate::error::{Error, ErrorBody, RequestError};
use crate::language::Language;
use crate::rate_limit::{Limiter, client_address};
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_REQUEST_HEADERS, CACHE_CONTROL, HeaderMap, HeaderName, HeaderValue,
};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::{HttpResponse, web};
use futures_util::FutureExt;
use std::panic::AssertUnwindSafe;
use std::time::Instant;
use telemetry::{ServerRequest, Span, TRACEPARENT, TRACESTATE};
use tracing::Instrument;
use uuid::Uuid;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// Paths that only the front door asks for.
const INTERNAL: &str = "/_internal/";
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");
const METHODS: HeaderValue = HeaderValue::from_static("GET, POST, PUT, PATCH, DELETE, OPTIONS");
const HEADERS: HeaderValue =
    HeaderValue::from_static("authorization, x-client-info, apikey, content-type, x-retry-count");

/// Which process logs an answered request at `info`.
#[derive(Clone, Copy)]
pub(super) enum AccessLog {
    /// This process, because there is no front door.
    Here,
    /// The front door, because it has the status that the client got. This process logs at `debug`.
    FrontDoor,
}

/// The boundary's settings, which apply to every request of the service.
pub(super) struct BoundaryRules {
    pub(super) limiter: Limiter,
    /// Whether a response without `Cache-Control` gets `no-store`.
    pub(super) no_store: bool,
    /// Paths that begin so have a handler for OPTIONS.
    pub(super) options_below: Option<&'static str>,
}

pub(super) async fn boundary(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let id = request_id(request.headers());
    let span = tracing::info_span!("request", request_id = %id);
    let trace = trace(&request);
    let method = request.method().clone();
    let answered = trace.within(answer(request, next, id).instrument(span)).await;
    match &answered {
        Ok(response) => {
            trace
                .answered(method.as_str(), response.status().as_u16(), || response.request().match_pattern());
        }
        Err(error) => {
            trace.answered(method.as_str(), error.as_response_error().status_code().as_u16(), || None);
        }
    }
    trace.name_request(&id);
    answered
}

/// The span of a request, which continues the trace of its caller. Health checks have none.
fn trace(request: &ServiceRequest) -> Span {
    if request.path().starts_with(INTERNAL) {
        return Span::default();
    }
    let header = |name| request.headers().get(name).and_then(|value| value.to_str().ok());
    Span::server(&ServerRequest {
        method: request.method().as_str(),
        path: request.path(),
        scheme: "http",
        traceparent: header(TRACEPARENT),
        tracestate: header(TRACESTATE),
    })
}

async fn answer(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
    id: Uuid,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let started = Instant::now();
    let (method, path) = (request.method().clone(), request.path().to_owned());
    let access_log = request.app_data().copied().unwrap_or(AccessLog::Here);
    tracing::debug!(%method, path, "received");

    let rules = request.app_data::<web::Data<BoundaryRules>>().cloned().map(web::Data::into_inner);
    let has_options = rules.as_ref().and_then(|rules| rules.options_below);
    let has_options = has_options.is_some_and(|below| path.starts_with(below));
    let answered = if method == Method::OPTIONS && !has_options {
        Ok(preflight(request))
    } else if let Err(error) = check_rate_limit(&request, rules.as_deref()) {
        Ok(request.error_response(error))
    } else {
        // A panic fails one request, not the process.
        match AssertUnwindSafe(next.call(request)).catch_unwind().await {
            Ok(answered) => answered.map(ServiceResponse::map_into_boxed_body),
            Err(_) => Err(Error::internal("a handler panicked").into()),
        }
    };
    let answered = answered.map(with_error_body).inspect_err(|error| {
        if let Some(error) = error.as_error::<Error>() {
            error.log();
        }
    });

    let status = match &answered {
        Ok(response) => response.status(),
        Err(error) => error.as_response_error().status_code(),
    };
    let (status, ms) = (status.as_u16(), started.elapsed().as_secs_f64() * 1e3);
    match access_log {
        AccessLog::Here => tracing::info!(%method, path, status, ms, "answered"),
        AccessLog::FrontDoor => tracing::debug!(%method, path, status, ms, "answered"),
    }
    answered.map(|mut response| {
        let headers = response.headers_mut();
        headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
        if let Ok(id) = HeaderValue::from_str(&id.to_string()) {
            headers.insert(REQUEST_ID, id);
        }
        if rules.is_some_and(|rules| rules.no_store) && !headers.contains_key(CACHE_CONTROL) {
            headers.insert(CACHE_CONTROL, NO_STORE);
        }
        response
    })
}

/// The front door's id for this request; a new one when there is no front door.
fn request_id(headers: &HeaderMap) -> Uuid {
    let sent = headers.get(REQUEST_ID).and_then(|value| value.to_str().ok());
    sent.and_then(|text| Uuid::try_parse(text).ok()).unwrap_or_else(Uuid::new_v4)
}

fn preflight(request: ServiceRequest) -> ServiceResponse<BoxBody> {
    let requested = request.headers().get(ACCESS_CONTROL_REQUEST_HEADERS).cloned();
    let answer = HttpResponse::Ok()
        .insert_header((ACCESS_CONTROL_ALLOW_METHODS, METHODS))
        .insert_header((ACCESS_CONTROL_ALLOW_HEADERS, requested.unwrap_or(HEADERS)))
        .finish();
    request.into_response(answer)
}

fn check_rate_limit(request: &ServiceRequest, rules: Option<&BoundaryRules>) -> Result<(), Error> {
    match rules {
        Some(rules) if !request.path().starts_with(INTERNAL) => {
            rules.limiter.check(client_address(request.request()))
        }
        _ => Ok(()),
    }
}

/// Gives an error the body of the service's shape, and logs its cause. The framework's empty 404 and 405 responses
/// become a [`RequestError`].
fn with_error_body(response: ServiceResponse<BoxBody>) -> ServiceResponse<BoxBody> {
    let shape = response.request().app_data::<ErrorBody>().copied().unwrap_or_default();
    let language = Language::of_request(response.request());
    let rendered = match response.response().error() {
        Some(error) => error.as_error::<Error>().map(|error| {
            error.log();
            error.respond(shape, language)
        }),
        None => framework_error(&response).map(|error| Error::from(error).respond(shape, language)),
    };
    match rendered {
        Some(rendered) => response.into_response(rendered),
        None => response,
    }
}

/// The error that an empty response of the framework stands for.
fn framework_error(response: &ServiceResponse<BoxBody>) -> Option<RequestError> {
    let empty = matches!(response.response().body().size(), BodySize::None | BodySize::Sized(0));
    match response.status() {
        StatusCode::NOT_FOUND if empty => Some(RequestError::NotFound),
        StatusCode::METHOD_NOT_ALLOWED if empty => Some(RequestError::MethodNotAllowed),
        _ => None,
    }
}
