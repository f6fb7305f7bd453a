//! Middleware that compresses large text and JSON responses with gzip for clients that accept it. Small responses,
//! streams and responses that are already encoded stay unchanged.
use actix_web::Error;
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{
    ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderValue, VARY,
};
use actix_web::middleware::Next;
use actix_web::web::{self, Bytes};
use flate2::Compression;
use rest_engine::SlicedBody;

use super::content_coding::accepts;
use super::gzip::gzip;

/// A smaller body fits a few packets even uncompressed.
const MIN_SIZE: u64 = 8 * 1024;
/// A body of this size or more is compressed on the blocking pool: it would delay the other requests of this thread by
/// more than about a millisecond.
const BLOCKING_SIZE: usize = 64 * 1024;
/// Compared with level 1, rows shrink by another third and take one more millisecond per 100 KB.
const LEVEL: Compression = Compression::new(3);

pub(super) async fn compress<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let accepts_gzip = accepts(request.headers().get_all(ACCEPT_ENCODING), "gzip");
    let response = next.call(request).await?.map_into_boxed_body();
    if !worth_compressing(&response) {
        return Ok(response);
    }
    let (request, response) = response.into_parts();
    let (mut response, body) = response.into_parts();
    response.headers_mut().append(VARY, HeaderValue::from_static("Accept-Encoding"));
    let body = match body.try_into_bytes() {
        Ok(bytes) if accepts_gzip => match compressed(bytes.clone()).await {
            Some(compressed) => {
                response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
                BoxBody::new(SlicedBody::new(compressed))
            }
            None => BoxBody::new(SlicedBody::new(bytes)),
        },
        Ok(bytes) => BoxBody::new(SlicedBody::new(bytes)),
        Err(body) => body,
    };
    Ok(ServiceResponse::new(request, response.set_body(body)))
}

fn worth_compressing(response: &ServiceResponse<BoxBody>) -> bool {
    let large = matches!(response.response().body().size(), BodySize::Sized(size) if size >= MIN_SIZE);
    large && !response.headers().contains_key(CONTENT_ENCODING) && is_text(response.headers())
}

fn is_text(headers: &HeaderMap) -> bool {
    let media_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    media_type.starts_with("text/") || media_type.contains("json")
}

/// `None` if compression failed; the caller then sends the plain body.
pub(super) async fn compressed(bytes: Bytes) -> Option<Bytes> {
    if bytes.len() < BLOCKING_SIZE {
        return gzip(&bytes, LEVEL);
    }
    web::block(move || gzip(&bytes, LEVEL)).await.ok().flatten()
}
