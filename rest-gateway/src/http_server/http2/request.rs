//! A request of HTTP/2 in the form that it would have over HTTP/1.1, so that the application need not tell them apart: with
//! `Host`, one `Cookie`, a path without the origin, and a header that announces its body.
//!
//! Rejects a request without a host or with another target than a path, and overlong header names.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use actix_http::error::PayloadError;
use actix_http::header::{
    CONTENT_LENGTH, COOKIE, HOST, HeaderMap, HeaderName, HeaderValue, TRANSFER_ENCODING,
};
use actix_http::{Method, Payload, Request, Uri, Version};
use actix_web::HttpMessage;
use bytes::Bytes;
use futures_util::Stream;
use h2::RecvStream;
use h2::server::SendResponse;

use crate::http_server::framing::MAX_NAME;
use crate::http_server::incoming::Encryption;
use crate::http_server::target_encoding::encoded;

/// Whose connection it is.
#[derive(Clone, Copy)]
pub(super) struct Client {
    pub(super) peer: Option<SocketAddr>,
    pub(super) encryption: Encryption,
}

#[derive(Debug)]
pub(super) struct Malformed;

/// Tells a client that waits for it to send the body.
pub(super) fn send_continue(request: &hyper::Request<RecvStream>, respond: &mut SendResponse<Bytes>) {
    let expects = request.headers().get(hyper::header::EXPECT);
    if expects.is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(b"100-continue")) {
        let mut proceed = hyper::Response::new(());
        *proceed.status_mut() = hyper::StatusCode::CONTINUE;
        // A stream that has ended is noticed by the response.
        let _ = respond.send_informational(proceed);
    }
}

pub(super) fn of_application(
    request: hyper::Request<RecvStream>,
    client: Client,
) -> Result<Request, Malformed> {
    let (parts, body) = request.into_parts();
    let has_body = !body.is_end_stream();
    let mut headers = headers(&parts.headers)?;
    if let Some(authority) = parts.uri.authority() {
        headers.insert(HOST, host(authority.as_str())?);
    }
    if !headers.contains_key(HOST) {
        return Err(Malformed);
    }
    if has_body && !headers.contains_key(CONTENT_LENGTH) {
        headers.insert(TRANSFER_ENCODING, HeaderValue::from_static("chunked"));
    }
    let payload: Payload =
        if has_body { Payload::Stream { payload: Box::pin(Body(body)) } } else { Payload::None };
    let mut converted = Request::with_payload(payload);
    let head = converted.head_mut();
    head.method = Method::from_bytes(parts.method.as_str().as_bytes()).map_err(|_| Malformed)?;
    head.uri = target(&parts.uri)?;
    head.version = Version::HTTP_2;
    head.headers = headers;
    head.peer_addr = client.peer;
    converted.extensions_mut().insert(client.encryption);
    Ok(converted)
}

/// The path and the query. `CONNECT` has neither.
fn target(uri: &hyper::Uri) -> Result<Uri, Malformed> {
    let target = uri.path_and_query().ok_or(Malformed)?;
    Uri::try_from(encoded(target.as_str()).as_ref()).map_err(|_| Malformed)
}

/// The host without a login, which an authority of HTTP must not have.
fn host(authority: &str) -> Result<HeaderValue, Malformed> {
    let valid = Some(authority).filter(|authority| !authority.is_empty() && !authority.contains('@'));
    valid.and_then(|authority| HeaderValue::from_str(authority).ok()).ok_or(Malformed)
}

fn headers(from: &hyper::HeaderMap) -> Result<HeaderMap, Malformed> {
    let mut to = HeaderMap::with_capacity(from.len() + 2);
    // Browsers send a field for each cookie, which compresses better (RFC 9113, 8.2.3).
    let mut cookies = Vec::new();
    for (name, value) in from {
        if name == hyper::header::COOKIE {
            if !cookies.is_empty() {
                cookies.extend_from_slice(b"; ");
            }
            cookies.extend_from_slice(value.as_bytes());
            continue;
        }
        if name.as_str().len() > MAX_NAME {
            return Err(Malformed);
        }
        let name = HeaderName::from_bytes(name.as_str().as_bytes()).map_err(|_| Malformed)?;
        to.append(name, HeaderValue::from_bytes(value.as_bytes()).map_err(|_| Malformed)?);
    }
    if !cookies.is_empty() {
        to.insert(COOKIE, HeaderValue::from_bytes(&cookies).map_err(|_| Malformed)?);
    }
    Ok(to)
}

/// The body. The client may send as much more as has been read.
struct Body(RecvStream);

impl Stream for Body {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let part = match ready!(self.0.poll_data(context)) {
            Some(Ok(part)) => part,
            Some(Err(error)) => return Poll::Ready(Some(Err(incomplete(error)))),
            None => return Poll::Ready(None),
        };
        let released = self.0.flow_control().release_capacity(part.len());
        Poll::Ready(Some(released.map(|()| part).map_err(incomplete)))
    }
}

fn incomplete(error: h2::Error) -> PayloadError {
    PayloadError::Incomplete(Some(io::Error::other(error)))
}
