//! What a client sent as JSON or as query parameters, read field by field into types.
//!
//! Rejects another media type (415), a body over the limit (413) or too slow in coming (408), and a body that is not a
//! JSON object or holds the NUL character, which Postgres cannot store (400). Each field names itself and its problem
//! when it is refused.

mod fields;

pub use fields::{Fields, Parameters, is_plain};

use crate::error::{Error, Refusal};
use crate::nul::contains_nul;
use actix_web::dev::Payload;
use actix_web::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use actix_web::web::BytesMut;
use actix_web::{FromRequest, HttpRequest};
use futures_util::StreamExt;
use futures_util::future::LocalBoxFuture;
use serde_json::Value;
use std::time::Duration;
use tokio::time::timeout;

/// The most bytes of a JSON body; the longest form of the product has a few thousand characters.
const LIMIT: usize = 64 * 1024;
/// A body of that size comes at once; who trickles it only holds a place.
const READ_WITHIN: Duration = Duration::from_secs(20);

impl FromRequest for Fields {
    type Error = Error;
    type Future = LocalBoxFuture<'static, Result<Fields, Error>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, payload) = (request.clone(), payload.take());
        Box::pin(async move {
            check_media_type(&request)?;
            let body =
                timeout(READ_WITHIN, read(&request, payload)).await.map_err(|_| Refusal::TooSlow)??;
            parse(&body)
        })
    }
}

impl FromRequest for Parameters {
    type Error = Error;
    type Future = std::future::Ready<Result<Parameters, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        std::future::ready(Parameters::from_query(request.query_string()))
    }
}

/// A body without a type is taken for JSON.
fn check_media_type(request: &HttpRequest) -> Result<(), Error> {
    let Some(header) = request.headers().get(CONTENT_TYPE) else { return Ok(()) };
    let essence = header.to_str().unwrap_or_default().split(';').next().unwrap_or_default();
    if essence.trim().eq_ignore_ascii_case("application/json") {
        Ok(())
    } else {
        Err(Refusal::UnsupportedMediaType.into())
    }
}

async fn read(request: &HttpRequest, mut payload: Payload) -> Result<BytesMut, Error> {
    let announced =
        request.headers().get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<usize>().ok());
    if announced.is_some_and(|length| length > LIMIT) {
        return Err(Refusal::TooLarge.into());
    }
    let mut body = BytesMut::new();
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|_| Refusal::MalformedBody)?;
        if body.len() + chunk.len() > LIMIT {
            return Err(Refusal::TooLarge.into());
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

fn parse(body: &[u8]) -> Result<Fields, Error> {
    match serde_json::from_slice::<Value>(body) {
        Ok(Value::Object(fields)) if !fields.values().any(contains_nul) => Ok(Fields::new(fields)),
        _ => Err(Refusal::MalformedBody.into()),
    }
}
