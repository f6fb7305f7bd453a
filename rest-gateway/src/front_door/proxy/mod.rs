//! Reverse proxy to service processes over Unix sockets. Request and response bodies are streamed. A request is retried
//! once if nothing of it was sent.
//!
//! Answers with an error when a body exceeds the service's limit or stalls, when the service has too many requests, and
//! when it cannot start, dies or exceeds its timeout.

mod body;
mod closing;
mod document;
mod frames;
mod headers;
mod held_body;
mod tunnel;
mod upload;

use std::error::Error as StdError;
use std::io;
use std::time::{Duration, Instant};

use actix_web::body::{BodyStream, SizedStream};
use actix_web::http::StatusCode;
use actix_web::http::header::CONTENT_LENGTH;
use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse};
use hyper::body::Incoming;
use hyper_util::client::legacy::{Client, Error};
use hyper_util::rt::TokioExecutor;
use telemetry::Span;

pub(super) use self::document::{Answer, DocumentError};
pub(super) use self::tunnel::is_websocket_upgrade;

use self::body::RequestBody;
use self::held_body::HeldBody;
use self::upload::Upload;
use super::error::GatewayError;
use super::lifecycle::Lifecycle;
use crate::function_host::{Admitted, FunctionHost, SocketConnector, Supervisor, Upstream};

/// The `error.type` of a span whose service does not answer in time.
const TIMEOUT: &str = "timeout";

/// An HTTP client per worker thread: a connection stays on the thread that opened it.
#[derive(Clone)]
pub(super) struct Proxy {
    client: Client<SocketConnector, RequestBody>,
    lifecycle: Lifecycle,
}

impl Proxy {
    pub(super) fn new(host: &FunctionHost, lifecycle: Lifecycle) -> Proxy {
        // No idle connections: a request on a pooled connection to a process that has just died would be lost, and
        // could not be retried safely. A new connection to a Unix socket is cheap.
        let client = Client::builder(TokioExecutor::new()).pool_max_idle_per_host(0).build(host.connector());
        Proxy { client, lifecycle }
    }

    /// Forwards a request. `target` is the path and query that the service sees.
    pub(super) async fn forward(
        &self,
        service: &Supervisor,
        target: &str,
        request: &HttpRequest,
        payload: Payload,
    ) -> Result<HttpResponse, GatewayError> {
        let admitted = service.admit().await?;
        let span = Span::request_to(service.service().name.as_str(), request.method().as_str());
        let response = self.exchange(service, target, request, payload, &span).await;
        record(&span, &response);
        Ok(client_response(response?, admitted))
    }

    async fn exchange(
        &self,
        service: &Supervisor,
        target: &str,
        request: &HttpRequest,
        payload: Payload,
        span: &Span,
    ) -> Result<hyper::Response<Incoming>, GatewayError> {
        let rules = service.service();
        let upload = Upload::begin(request, payload, rules.body_limit)?;
        let mut upstream = ready(service).await?;
        let began = Instant::now();
        let mut retried = false;
        loop {
            let mut outgoing = outgoing(&upstream, target, request, upload.body())?;
            headers::continue_trace(span, outgoing.headers_mut());
            let response = self.response(outgoing, &upload, rules.timeout).await;
            let error = match response.inspect_err(|_| service.metrics().failures.increment())? {
                Ok(response) => {
                    service.metrics().answered(began.elapsed());
                    return Ok(response);
                }
                Err(error) => error,
            };
            if let Some(failure) = upload.failure() {
                return Err(failure);
            }
            // A retry is safe only while no process has seen any part of the request.
            if retried || !was_refused(&error) || upload.was_read() {
                tracing::warn!(service = rules.name.as_str(), "no answer: {}", with_causes(&error));
                service.metrics().failures.increment();
                return Err(match service.has_reached_limit(&upstream) {
                    true => GatewayError::ResourceLimit,
                    false => GatewayError::Crashed,
                });
            }
            retried = true;
            upstream = successor_of(service, &upstream).await?;
        }
    }

    /// Waits for the response head. The idle timeout restarts with every part of the request body, so that a slow
    /// upload does not count as an idle service.
    async fn response(
        &self,
        request: hyper::Request<RequestBody>,
        upload: &Upload,
        limit: Duration,
    ) -> Result<Result<hyper::Response<Incoming>, Error>, GatewayError> {
        let mut response = self.client.request(request);
        loop {
            let deadline = upload.last_activity() + limit;
            match tokio::time::timeout_at(deadline, &mut response).await {
                Ok(outcome) => return Ok(outcome),
                Err(_) if upload.last_activity() + limit > deadline => {}
                Err(_) => return Err(GatewayError::TimedOut { seconds: limit.as_secs() }),
            }
        }
    }
}

/// Records in a span what a service has answered.
fn record(span: &Span, response: &Result<hyper::Response<Incoming>, GatewayError>) {
    match response {
        Ok(response) => span.received(response.status().as_u16()),
        Err(GatewayError::TimedOut { .. }) => span.fail(Some(TIMEOUT)),
        Err(_) => span.fail(None),
    }
}

/// The process of a service. Counts a failure of the service if there is none.
async fn ready(service: &Supervisor) -> Result<Upstream, GatewayError> {
    let upstream = service.ready().await;
    upstream.inspect_err(|_| service.metrics().failures.increment()).map_err(GatewayError::NotReady)
}

/// Like [`ready`], for a request whose connection to `dead` was refused.
async fn successor_of(service: &Supervisor, dead: &Upstream) -> Result<Upstream, GatewayError> {
    let upstream = service.successor_of(dead).await;
    upstream.inspect_err(|_| service.metrics().failures.increment()).map_err(GatewayError::NotReady)
}

fn outgoing(
    upstream: &Upstream,
    target: &str,
    request: &HttpRequest,
    body: RequestBody,
) -> Result<hyper::Request<RequestBody>, GatewayError> {
    let uri = hyper::Uri::builder()
        .scheme("http")
        .authority(upstream.authority().clone())
        .path_and_query(target)
        .build()
        .map_err(|_| GatewayError::NoRoute)?;
    let method =
        hyper::Method::from_bytes(request.method().as_str().as_bytes()).map_err(|_| GatewayError::NoRoute)?;
    let mut outgoing = hyper::Request::new(body);
    *outgoing.uri_mut() = uri;
    *outgoing.method_mut() = method;
    headers::to_service(request.headers(), outgoing.headers_mut());
    Ok(outgoing)
}

fn client_response(response: hyper::Response<Incoming>, admitted: Admitted) -> HttpResponse {
    let (head, body) = response.into_parts();
    let status = StatusCode::from_u16(head.status.as_u16()).unwrap_or(StatusCode::BAD_GATEWAY);
    let mut answer = HttpResponse::build(status);
    headers::to_client(&head.headers, &mut answer);
    let length = head
        .headers
        .get(CONTENT_LENGTH.as_str())
        .and_then(|length| length.to_str().ok())
        .and_then(|length| length.parse::<u64>().ok());
    let chunks = HeldBody::new(body, admitted);
    match length {
        Some(0) => answer.finish(),
        Some(length) => answer.body(SizedStream::new(length, chunks)),
        None if matches!(status, StatusCode::NO_CONTENT | StatusCode::NOT_MODIFIED) => answer.finish(),
        None => answer.body(BodyStream::new(chunks)),
    }
}

/// Whether the connection was refused: the process has died, and its supervisor has not restarted it yet.
fn was_refused(error: &Error) -> bool {
    let refused = |error: &(dyn StdError + 'static)| {
        error.downcast_ref::<io::Error>().is_some_and(|error| {
            matches!(error.kind(), io::ErrorKind::ConnectionRefused | io::ErrorKind::NotFound)
        })
    };
    error.is_connect() && causes(error).any(refused)
}

fn causes(error: &Error) -> impl Iterator<Item = &(dyn StdError + 'static)> {
    std::iter::successors(error.source(), |error: &&(dyn StdError + 'static)| (*error).source())
}

/// The error with its causes, which the HTTP client's own message omits.
fn with_causes(error: &Error) -> String {
    causes(error).fold(error.to_string(), |text, cause| format!("{text}: {cause}"))
}
