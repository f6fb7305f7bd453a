//! Hands a request to the process that answers it, over its unix socket, and its answer back, both as streams.
//!
//! Rejects bodies over the service's limit, bodies that stall, and services that cannot start, die or keep silent: each
//! with an answer, never with a hang.

mod body;
mod headers;
mod upload;

use std::error::Error as StdError;
use std::io;
use std::time::Duration;

use actix_web::body::{BodyStream, SizedStream};
use actix_web::http::StatusCode;
use actix_web::http::header::CONTENT_LENGTH;
use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use hyper_util::client::legacy::{Client, Error};
use hyper_util::rt::TokioExecutor;

use self::body::RequestBody;
use self::upload::Upload;
use super::refusal::Refusal;
use crate::function_host::{FunctionHost, SocketConnector, Supervisor, Upstream};

/// One for each thread that answers: a connection lives on the thread that opened it.
#[derive(Clone)]
pub(super) struct Proxy {
    client: Client<SocketConnector, RequestBody>,
}

impl Proxy {
    pub(super) fn new(host: &FunctionHost) -> Proxy {
        // A connection for each request: an idle one to a process that has just died would take a request with it,
        // which nobody heard and which could yet not be sent again. To a unix socket a new one costs next to nothing.
        let client = Client::builder(TokioExecutor::new()).pool_max_idle_per_host(0).build(host.connector());
        Proxy { client }
    }

    /// `target` is the path and query that the service sees.
    pub(super) async fn forward(
        &self,
        service: &Supervisor,
        target: &str,
        request: &HttpRequest,
        payload: Payload,
    ) -> Result<HttpResponse, Refusal> {
        self.exchange(service, target, request, payload).await.map(answer)
    }

    async fn exchange(
        &self,
        service: &Supervisor,
        target: &str,
        request: &HttpRequest,
        payload: Payload,
    ) -> Result<hyper::Response<Incoming>, Refusal> {
        let rules = service.service();
        let upload = Upload::begin(request, payload, rules.body_limit)?;
        let mut upstream = service.ready().await.map_err(Refusal::NotReady)?;
        let mut retried = false;
        loop {
            let outgoing = outgoing(&upstream, target, request, upload.body())?;
            let error = match self.response(outgoing, &upload, rules.timeout).await? {
                Ok(response) => return Ok(response),
                Err(error) => error,
            };
            if let Some(refusal) = upload.failure() {
                return Err(refusal);
            }
            // Nobody has seen anything of the request then: the one case in which it is sent again.
            if retried || !nobody_listened(&error) || upload.was_read() {
                tracing::warn!(service = rules.name.as_str(), "no answer: {}", in_full(&error));
                return Err(Refusal::Crashed);
            }
            retried = true;
            upstream = service.successor_of(&upstream).await.map_err(Refusal::NotReady)?;
        }
    }

    /// The time limit starts again with every part of the body that arrives, so a slow upload is no idle service.
    async fn response(
        &self,
        request: hyper::Request<RequestBody>,
        upload: &Upload,
        limit: Duration,
    ) -> Result<Result<hyper::Response<Incoming>, Error>, Refusal> {
        let mut response = self.client.request(request);
        loop {
            let deadline = upload.last_activity() + limit;
            match tokio::time::timeout_at(deadline, &mut response).await {
                Ok(outcome) => return Ok(outcome),
                Err(_) if upload.last_activity() + limit > deadline => {}
                Err(_) => return Err(Refusal::TimedOut { seconds: limit.as_secs() }),
            }
        }
    }
}

fn outgoing(
    upstream: &Upstream,
    target: &str,
    request: &HttpRequest,
    body: RequestBody,
) -> Result<hyper::Request<RequestBody>, Refusal> {
    let uri = hyper::Uri::builder()
        .scheme("http")
        .authority(upstream.authority().clone())
        .path_and_query(target)
        .build()
        .map_err(|_| Refusal::NoRoute)?;
    let method =
        hyper::Method::from_bytes(request.method().as_str().as_bytes()).map_err(|_| Refusal::NoRoute)?;
    let mut outgoing = hyper::Request::new(body);
    *outgoing.uri_mut() = uri;
    *outgoing.method_mut() = method;
    headers::to_service(request.headers(), outgoing.headers_mut());
    Ok(outgoing)
}

fn answer(response: hyper::Response<Incoming>) -> HttpResponse {
    let (head, body) = response.into_parts();
    let status = StatusCode::from_u16(head.status.as_u16()).unwrap_or(StatusCode::BAD_GATEWAY);
    let mut answer = HttpResponse::build(status);
    headers::to_client(&head.headers, &mut answer);
    let length = head
        .headers
        .get(CONTENT_LENGTH.as_str())
        .and_then(|length| length.to_str().ok())
        .and_then(|length| length.parse::<u64>().ok());
    let chunks = body.into_data_stream();
    match length {
        Some(0) => answer.finish(),
        Some(length) => answer.body(SizedStream::new(length, chunks)),
        None if matches!(status, StatusCode::NO_CONTENT | StatusCode::NOT_MODIFIED) => answer.finish(),
        None => answer.body(BodyStream::new(chunks)),
    }
}

/// The process has died, and its supervisor is about to notice.
fn nobody_listened(error: &Error) -> bool {
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

/// The HTTP client's own message names no cause.
fn in_full(error: &Error) -> String {
    causes(error).fold(error.to_string(), |text, cause| format!("{text}: {cause}"))
}
