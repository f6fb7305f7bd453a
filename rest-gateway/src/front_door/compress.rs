//! Rows compress well: a large JSON answer goes out as gzip to clients that take it. Small ones, streams, and what is
//! encoded already stay as they are.

use std::io::Write;

use actix_web::Error;
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{
    ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderValue, VARY,
};
use actix_web::middleware::Next;
use actix_web::web::{self, Bytes};
use flate2::Compression;
use flate2::write::GzEncoder;
use rest_engine::SlicedBody;

use super::page::accepts;

/// Under this the answer fits a few packets anyway.
const WORTH_IT: u64 = 8 * 1024;
/// A larger one would hold up its thread's other requests for more than about a millisecond.
const ASIDE: usize = 64 * 1024;
/// Rows get a third smaller than at the fastest, for a second millisecond for each 100 KB.
const LEVEL: Compression = Compression::new(3);

pub(super) async fn compress<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let gzip = accepts(request.headers().get_all(ACCEPT_ENCODING), "gzip");
    let response = next.call(request).await?.map_into_boxed_body();
    if !worth_compressing(&response) {
        return Ok(response);
    }
    let (request, response) = response.into_parts();
    let (mut response, body) = response.into_parts();
    response.headers_mut().append(VARY, HeaderValue::from_static("Accept-Encoding"));
    let body = match body.try_into_bytes() {
        Ok(bytes) if gzip => match zip_aside(bytes.clone()).await {
            Some(zipped) => {
                response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
                BoxBody::new(SlicedBody::new(zipped))
            }
            None => BoxBody::new(SlicedBody::new(bytes)),
        },
        Ok(bytes) => BoxBody::new(SlicedBody::new(bytes)),
        Err(body) => body,
    };
    Ok(ServiceResponse::new(request, response.set_body(body)))
}

fn worth_compressing(response: &ServiceResponse<BoxBody>) -> bool {
    let large = matches!(response.response().body().size(), BodySize::Sized(size) if size >= WORTH_IT);
    large && !response.headers().contains_key(CONTENT_ENCODING) && is_text(response.headers())
}

fn is_text(headers: &HeaderMap) -> bool {
    let media_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    media_type.starts_with("text/") || media_type.contains("json")
}

/// `None` where it did not work; the plain body serves then.
async fn zip_aside(bytes: Bytes) -> Option<Bytes> {
    if bytes.len() < ASIDE {
        return gzip(&bytes, LEVEL);
    }
    web::block(move || gzip(&bytes, LEVEL)).await.ok().flatten()
}

pub(super) fn gzip(bytes: &[u8], level: Compression) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 4), level);
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok().map(Bytes::from)
}
