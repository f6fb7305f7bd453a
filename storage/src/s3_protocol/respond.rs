//! Turns the responses of `s3s` into actix's.

use actix_web::body::{BodyStream, SizedStream};
use actix_web::http::header::{CONTENT_LENGTH, HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::{HttpResponse, HttpResponseBuilder};
use bytes::Bytes;
use futures_util::{StreamExt, stream};
use s3s::{HttpResponse as S3Response, S3Error};

/// The error of a response body. actix closes the connection on it.
#[derive(Debug, thiserror::Error)]
#[error("the response was aborted")]
struct Aborted;

/// A response. One to HEAD announces the length of the body that it leaves out.
pub fn convert(method: &Method, response: S3Response) -> HttpResponse {
    let (head, body) = response.into_parts();
    let status = StatusCode::from_u16(head.status.as_u16()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut answer = HttpResponse::build(status);
    let mut length = None;
    for (name, value) in &head.headers {
        if name.as_str() == CONTENT_LENGTH.as_str() {
            length = value.to_str().ok().and_then(|text| text.parse::<u64>().ok());
            continue;
        }
        append(&mut answer, name.as_str(), value.as_bytes());
    }
    if matches!(status, StatusCode::NO_CONTENT | StatusCode::NOT_MODIFIED) {
        return answer.finish();
    }
    if *method == Method::HEAD {
        let nothing = stream::empty::<Result<Bytes, Aborted>>();
        return answer.body(SizedStream::new(length.unwrap_or_default(), nothing));
    }
    match (body.bytes(), length) {
        (Some(bytes), _) => answer.body(bytes),
        (None, Some(length)) => answer.body(SizedStream::new(length, chunks(body))),
        (None, None) => answer.body(BodyStream::new(chunks(body))),
    }
}

fn append(answer: &mut HttpResponseBuilder, name: &str, value: &[u8]) {
    if let (Ok(name), Ok(value)) = (HeaderName::from_bytes(name.as_bytes()), HeaderValue::from_bytes(value)) {
        answer.append_header((name, value));
    }
}

fn chunks(body: s3s::Body) -> impl futures_util::Stream<Item = Result<Bytes, Aborted>> {
    body.map(|chunk| {
        chunk.map_err(|error| {
            tracing::warn!(%error, "a response was aborted");
            Aborted
        })
    })
}

/// An error as XML.
pub fn error(error: S3Error) -> HttpResponse {
    match error.to_http_response() {
        Ok(response) => convert(&Method::GET, response),
        Err(error) => {
            tracing::error!(%error, "an error cannot be serialised");
            HttpResponse::InternalServerError().finish()
        }
    }
}
