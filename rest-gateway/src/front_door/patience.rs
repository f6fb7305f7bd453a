//! How long a body may pause on its way in. Rejects one of which nothing has come for half a minute: its reader gets an
//! error, where it would otherwise wait for as long as the client cares to keep the connection.

use std::io;
use std::time::Duration;

use actix_web::HttpMessage;
use actix_web::dev::{Payload, ServiceRequest};
use actix_web::error::PayloadError;
use actix_web::http::header::{CONTENT_LENGTH, TRANSFER_ENCODING};
use actix_web::web::Bytes;
use futures_util::{Stream, StreamExt, stream};

const LONGEST_PAUSE: Duration = Duration::from_secs(30);

pub(crate) fn limit_pauses(request: &mut ServiceRequest) {
    let headers = request.headers();
    if headers.contains_key(CONTENT_LENGTH) || headers.contains_key(TRANSFER_ENCODING) {
        let body = request.take_payload();
        request.set_payload(Payload::Stream { payload: Box::pin(without_long_pauses(body)) });
    }
}

pub(super) fn is_pause(error: &PayloadError) -> bool {
    matches!(error, PayloadError::Io(error) if error.kind() == io::ErrorKind::TimedOut)
}

fn without_long_pauses<Body>(body: Body) -> impl Stream<Item = Result<Bytes, PayloadError>>
where
    Body: Stream<Item = Result<Bytes, PayloadError>> + Unpin,
{
    stream::unfold(Some(body), |body| async move {
        let mut body = body?;
        match tokio::time::timeout(LONGEST_PAUSE, body.next()).await {
            Ok(part) => part.map(|part| (part, Some(body))),
            Err(_) => Some((Err(PayloadError::Io(io::ErrorKind::TimedOut.into())), None)),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts_after(pauses: &[u64]) -> impl Stream<Item = Result<Bytes, PayloadError>> + Unpin {
        Box::pin(stream::iter(pauses.to_vec()).then(|seconds| async move {
            tokio::time::sleep(Duration::from_secs(seconds)).await;
            Ok(Bytes::from_static(b"part"))
        }))
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_body_arrives_whole_however_long_it_takes() {
        let parts: Vec<_> = without_long_pauses(parts_after(&[20, 20, 20, 20])).collect().await;
        assert_eq!(parts.len(), 4);
        assert!(parts.iter().all(Result::is_ok));
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_pauses_too_long_ends_in_an_error() {
        let parts: Vec<_> = without_long_pauses(parts_after(&[1, 31, 1])).collect().await;
        assert_eq!(parts.len(), 2);
        assert!(parts[0].is_ok());
        assert!(parts[1].as_ref().is_err_and(is_pause));
    }
}
