//! Bodies that are read into memory, and query strings.
//!
//! Rejects a body that is too large (413; JSON over 64 KiB) or takes over 20 seconds (408), a media type other than
//! JSON (415), and a body that is not a JSON object (400). Rejects the NUL character in JSON and queries (400), because
//! Postgres cannot store it.

use crate::error::{Error, RequestError};
use crate::nul::contains_nul;
use actix_web::HttpRequest;
use actix_web::dev::Payload;
use actix_web::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use actix_web::web::{BytesMut, Query};
use futures_util::StreamExt;
use serde_json::{Map, Value};
use std::time::Duration;
use tokio::time::timeout;

/// Bytes. The longest JSON body of a call has a few thousand characters.
const MAX_BODY: usize = 64 * 1024;
/// A body of this size arrives at once; a slow client must not occupy a handler.
const BODY_TIMEOUT: Duration = Duration::from_secs(20);

/// Reads the body as a JSON object. A body without a media type counts as JSON.
///
/// # Errors
/// The [`RequestError`]s that the module names.
pub async fn json_object(request: &HttpRequest, payload: Payload) -> Result<Map<String, Value>, Error> {
    check_media_type(request)?;
    parse(&bytes(request, payload, MAX_BODY).await?)
}

/// Reads a body of at most `maximum` bytes.
///
/// # Errors
/// [`RequestError::TooLarge`], [`RequestError::Timeout`], and [`RequestError::MalformedBody`] when it breaks off.
pub async fn bytes(request: &HttpRequest, payload: Payload, maximum: usize) -> Result<BytesMut, Error> {
    let read = timeout(BODY_TIMEOUT, read(request, payload, maximum)).await;
    Ok(read.map_err(|_| RequestError::Timeout)??)
}

/// The parameters of the query string, in their order.
///
/// # Errors
/// [`RequestError::MalformedBody`] for a query string that is not URL-encoded or holds the NUL character.
pub fn query_parameters(request: &HttpRequest) -> Result<Vec<(String, String)>, Error> {
    let parameters = Query::<Vec<(String, String)>>::from_query(request.query_string())
        .map_err(|_| RequestError::MalformedBody)?
        .into_inner();
    if parameters.iter().any(|(name, value)| name.contains('\0') || value.contains('\0')) {
        return Err(RequestError::MalformedBody.into());
    }
    Ok(parameters)
}

fn check_media_type(request: &HttpRequest) -> Result<(), RequestError> {
    let Some(header) = request.headers().get(CONTENT_TYPE) else { return Ok(()) };
    let essence = header.to_str().unwrap_or_default().split(';').next().unwrap_or_default();
    if essence.trim().eq_ignore_ascii_case("application/json") {
        Ok(())
    } else {
        Err(RequestError::UnsupportedMediaType)
    }
}

async fn read(request: &HttpRequest, mut payload: Payload, maximum: usize) -> Result<BytesMut, RequestError> {
    let content_length =
        request.headers().get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<usize>().ok());
    if content_length.is_some_and(|length| length > maximum) {
        return Err(RequestError::TooLarge);
    }
    let mut body = BytesMut::new();
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|_| RequestError::MalformedBody)?;
        if body.len() + chunk.len() > maximum {
            return Err(RequestError::TooLarge);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

fn parse(body: &[u8]) -> Result<Map<String, Value>, Error> {
    match serde_json::from_slice::<Value>(body) {
        Ok(Value::Object(fields)) if !fields.values().any(contains_nul) => Ok(fields),
        _ => Err(RequestError::MalformedBody.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::error::PayloadError;
    use actix_web::test::TestRequest;
    use actix_web::web::Bytes;
    use futures_util::{Stream, stream};

    async fn received(
        chunks: impl Stream<Item = Result<Bytes, PayloadError>> + 'static,
    ) -> Result<usize, String> {
        let request = TestRequest::default().to_http_request();
        let payload: Payload = Payload::Stream { payload: Box::pin(chunks) };
        let read = bytes(&request, payload, 10).await;
        read.map(|bytes| bytes.len()).map_err(|error| error.to_string())
    }

    fn chunk(bytes: usize) -> Result<Bytes, PayloadError> {
        Ok(Bytes::from(vec![0; bytes]))
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_has_a_size_limit_and_a_time_limit() {
        assert_eq!(received(stream::iter([chunk(4), chunk(6)])).await, Ok(10));
        assert_eq!(
            received(stream::iter([chunk(4), chunk(7)])).await,
            Err(Error::from(RequestError::TooLarge).to_string())
        );
        assert_eq!(
            received(stream::iter([chunk(4)]).chain(stream::pending())).await,
            Err(Error::from(RequestError::Timeout).to_string())
        );
    }
}
