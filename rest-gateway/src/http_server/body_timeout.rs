//! Timeout for request bodies. A body that pauses, or trickles below a minimum rate, fails with `TimedOut`, so that a
//! stalled client cannot occupy a handler or its share of a budget.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use actix_web::HttpMessage;
use actix_web::dev::{Payload, ServiceRequest};
use actix_web::error::PayloadError;
use actix_web::http::header::{CONTENT_LENGTH, TRANSFER_ENCODING};
use actix_web::web::Bytes;
use futures_util::{Stream, StreamExt};

use super::stall::{Pace, Stall};

/// Slower than a phone on a slow network.
const PACE: Pace = Pace { grace: Duration::from_secs(30), min_rate: 4096 };

/// Wraps the request's body, if it has one, in the timeout.
pub(crate) fn with_read_timeout(request: &mut ServiceRequest) {
    let headers = request.headers();
    if headers.contains_key(CONTENT_LENGTH) || headers.contains_key(TRANSFER_ENCODING) {
        let body = request.take_payload();
        request.set_payload(Payload::Stream { payload: Box::pin(TimedBody::new(body)) });
    }
}

/// Whether a body failed because it timed out.
pub(crate) fn is_timeout(error: &PayloadError) -> bool {
    matches!(error, PayloadError::Io(error) if error.kind() == io::ErrorKind::TimedOut)
}

struct TimedBody<Body> {
    body: Option<Body>,
    stall: Stall,
}

impl<Body> TimedBody<Body> {
    fn new(body: Body) -> TimedBody<Body> {
        TimedBody { body: Some(body), stall: Stall::new(PACE) }
    }
}

impl<Body> Stream for TimedBody<Body>
where
    Body: Stream<Item = Result<Bytes, PayloadError>> + Unpin,
{
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = &mut *self;
        let Some(body) = &mut this.body else { return Poll::Ready(None) };
        match body.poll_next_unpin(context) {
            Poll::Ready(part) => {
                this.stall.progress(part.as_ref().and_then(|part| part.as_ref().ok()).map_or(0, Bytes::len));
                Poll::Ready(part)
            }
            Poll::Pending => {
                ready!(this.stall.poll_stalled(context));
                this.body = None;
                Poll::Ready(Some(Err(PayloadError::Io(io::ErrorKind::TimedOut.into()))))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::stream;

    use super::*;

    fn parts_after(
        pauses: &[u64],
        part: &'static [u8],
    ) -> impl Stream<Item = Result<Bytes, PayloadError>> + Unpin {
        Box::pin(stream::iter(pauses.to_vec()).then(move |seconds| async move {
            tokio::time::sleep(Duration::from_secs(seconds)).await;
            Ok(Bytes::from_static(part))
        }))
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_body_above_the_minimum_rate_arrives_whole() {
        let body = parts_after(&[20; 30], &[0; 90_000]);
        let parts: Vec<_> = TimedBody::new(body).collect().await;
        assert_eq!(parts.len(), 30);
        assert!(parts.iter().all(Result::is_ok));
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_pauses_too_long_ends_in_an_error() {
        let parts: Vec<_> = TimedBody::new(parts_after(&[1, 31, 1], b"part")).collect().await;
        assert_eq!(parts.len(), 2);
        assert!(parts[0].is_ok());
        assert!(parts[1].as_ref().is_err_and(is_timeout));
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_trickles_ends_in_an_error() {
        let parts: Vec<_> = TimedBody::new(parts_after(&[1; 60], b"x")).collect().await;
        assert!(parts.len() < 40, "{}", parts.len());
        assert!(parts.last().unwrap().as_ref().is_err_and(is_timeout));
    }
}
