//! Sends a document of the site to a function and reads the answer into memory, under one deadline.
//!
//! Rejects an answer that is late, incomplete or too large.

use std::time::Duration;

use actix_web::http::header::HeaderMap;
use bytes::Bytes;
use http_body_util::{BodyExt, Limited};
use hyper::body::Incoming;
use hyper::header::{CONTENT_TYPE, HeaderMap as ServiceHeaders, HeaderName, HeaderValue};
use hyper_util::client::legacy::Error;
use telemetry::Span;

use super::body::RequestBody;
use super::headers::continue_trace;
use super::{Proxy, TIMEOUT, was_refused, with_causes};
use crate::function_host::{NotReady, Overloaded, Supervisor, Upstream};

/// The deadline of the whole exchange, including the start of the process. A visitor waits for it, and gets the built
/// document afterwards.
const DEADLINE: Duration = Duration::from_secs(2);
/// The most bytes of an answer.
const MAX_ANSWER: usize = 16 * 1024 * 1024;

/// The headers that describe the request. The visitor's credentials and preferences are left out, because the answer is
/// the same for everybody.
const PASSED_ON: [&str; 5] =
    ["traceparent", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-request-id"];

/// A complete answer.
pub(in crate::front_door) struct Answer {
    pub(in crate::front_door) status: u16,
    pub(in crate::front_door) headers: ServiceHeaders,
    pub(in crate::front_door) body: Bytes,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub(in crate::front_door) enum DocumentError {
    #[error("there is no such function")]
    NoFunction,
    #[error(transparent)]
    Overloaded(#[from] Overloaded),
    #[error(transparent)]
    NotReady(#[from] NotReady),
    #[error("it did not answer within {} s", DEADLINE.as_secs())]
    TimedOut,
    #[error("the request cannot be sent: {0}")]
    Request(#[from] hyper::http::Error),
    #[error("{0}")]
    Exchange(String),
}

impl Proxy {
    /// Posts `document` to `target` of `service`. `headers` are those of the visitor's request.
    pub(in crate::front_door) async fn post_document(
        &self,
        service: &Supervisor,
        target: &str,
        headers: &HeaderMap,
        document: (&'static str, Bytes),
    ) -> Result<Answer, DocumentError> {
        let span = Span::request_to(service.service().name.as_str(), "POST");
        let exchange = self.exchange_document(service, target, headers, document, &span);
        let answer = tokio::time::timeout(DEADLINE, exchange).await.unwrap_or(Err(DocumentError::TimedOut));
        match &answer {
            Ok(answer) => span.received(answer.status),
            Err(DocumentError::TimedOut) => span.fail(Some(TIMEOUT)),
            Err(_) => span.fail(None),
        }
        answer
    }

    async fn exchange_document(
        &self,
        service: &Supervisor,
        target: &str,
        headers: &HeaderMap,
        (content_type, document): (&'static str, Bytes),
        span: &Span,
    ) -> Result<Answer, DocumentError> {
        let request = |upstream: &Upstream| {
            let mut request = request(upstream, target, headers, content_type, document.clone())?;
            continue_trace(span, request.headers_mut());
            Ok::<_, hyper::http::Error>(request)
        };
        let _admitted = service.admit().await?;
        let upstream = service.ready().await?;
        let response = match self.client.request(request(&upstream)?).await {
            Err(error) if was_refused(&error) => {
                let upstream = service.successor_of(&upstream).await?;
                self.client.request(request(&upstream)?).await
            }
            outcome => outcome,
        };
        read(response).await
    }
}

fn request(
    upstream: &Upstream,
    target: &str,
    headers: &HeaderMap,
    content_type: &'static str,
    document: Bytes,
) -> Result<hyper::Request<RequestBody>, hyper::http::Error> {
    let uri = hyper::Uri::builder()
        .scheme("http")
        .authority(upstream.authority().clone())
        .path_and_query(target)
        .build()?;
    let mut request = hyper::Request::post(uri).body(RequestBody::Whole(Some(document)))?;
    request.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    for name in PASSED_ON {
        if let Some(Ok(value)) = headers.get(name).map(|value| HeaderValue::from_bytes(value.as_bytes())) {
            request.headers_mut().insert(HeaderName::from_static(name), value);
        }
    }
    Ok(request)
}

async fn read(response: Result<hyper::Response<Incoming>, Error>) -> Result<Answer, DocumentError> {
    let response = response.map_err(|error| DocumentError::Exchange(with_causes(&error)))?;
    let (head, body) = response.into_parts();
    let body = Limited::new(body, MAX_ANSWER).collect().await;
    let body = body.map_err(|error| DocumentError::Exchange(error.to_string()))?.to_bytes();
    Ok(Answer { status: head.status.as_u16(), headers: head.headers, body })
}
