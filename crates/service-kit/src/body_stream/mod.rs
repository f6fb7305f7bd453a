//! Request bodies as streams with a read timeout.
//!
//! A separate task reads the body and forwards it in chunks, with at most two of them in memory. Rejects a body that
//! breaks off, and one whose client is too slow.

mod minimum_rate;

use self::minimum_rate::TimeBudget;
use actix_web::rt::task::JoinHandle;
use actix_web::web::{Bytes, Payload};
use futures_util::{Stream, StreamExt};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout};

/// The time limit for reading the rest of a rejected body.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(5);

/// How a body is read.
#[derive(Clone, Copy)]
pub struct BodyLimits {
    /// The read timeout.
    pub timeout: ReadTimeout,
    /// Larger chunks are split to this size, in bytes.
    pub chunk_bytes: usize,
    /// How much of a rejected body is still read, in bytes. A client that sends its whole body before it reads the
    /// response gets the response only if its body is read.
    pub drained_bytes: usize,
}

/// The read timeout of a body.
#[derive(Clone, Copy)]
pub enum ReadTimeout {
    /// The longest pause between two chunks.
    Idle(Duration),
    /// A minimum rate of 16 KiB per second after pauses of 30 seconds in total.
    MinimumRate,
}

/// Why a body cannot be read to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BodyError {
    /// The connection was closed, or the body is malformed.
    #[error("the request's body broke off")]
    BrokenOff,
    /// The read timeout has expired.
    #[error("the client sends its body too slowly")]
    TimedOut,
}

/// A body's chunks. Ends after the first error.
pub struct BodyStream(mpsc::Receiver<Result<Bytes, BodyError>>);

/// The task that reads a body.
pub struct BodyReader(JoinHandle<()>);

/// Starts to read a body.
pub fn read(payload: Payload, limits: BodyLimits) -> (BodyStream, BodyReader) {
    let (sender, receiver) = mpsc::channel(1);
    let reader = actix_web::rt::spawn(forward(payload, sender, limits));
    (BodyStream(receiver), BodyReader(reader))
}

impl BodyReader {
    /// Drains the rest of the body, within the limits. Call it after the stream was read or dropped, and before
    /// responding.
    pub async fn finish(mut self) {
        if timeout(DRAIN_TIMEOUT, &mut self.0).await.is_err() {
            self.0.abort();
        }
    }
}

impl Stream for BodyStream {
    type Item = Result<Bytes, BodyError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_recv(context)
    }
}

/// Drains the body of a request that is rejected before its body is read: at most `bytes`, within five seconds.
pub async fn drain(payload: Payload, bytes: usize) {
    // The connection of a slower client is closed.
    let _ = timeout(DRAIN_TIMEOUT, skip(payload, bytes)).await;
}

async fn forward(mut payload: Payload, sender: mpsc::Sender<Result<Bytes, BodyError>>, limits: BodyLimits) {
    let mut budget = TimeBudget::default();
    // Reads on only once the chunk before is taken, so that fewer of them are in memory.
    while sender.reserve().await.is_ok() {
        let started = Instant::now();
        let read_timeout = match limits.timeout {
            ReadTimeout::Idle(pause) => pause,
            ReadTimeout::MinimumRate => budget.remaining(),
        };
        let mut bytes = match timeout(read_timeout, payload.next()).await {
            Ok(None) => return,
            Ok(Some(Ok(bytes))) => bytes,
            Ok(Some(Err(_))) => return report(sender, BodyError::BrokenOff).await,
            Err(_) => return report(sender, BodyError::TimedOut).await,
        };
        budget.record(bytes.len(), started.elapsed());
        while !bytes.is_empty() {
            let chunk = bytes.split_to(bytes.len().min(limits.chunk_bytes));
            if sender.send(Ok(chunk)).await.is_err() {
                return skip(payload, limits.drained_bytes).await;
            }
        }
    }
    skip(payload, limits.drained_bytes).await;
}

async fn report(sender: mpsc::Sender<Result<Bytes, BodyError>>, error: BodyError) {
    // Sending fails when the request was rejected before: the stream is dropped.
    let _ = sender.send(Err(error)).await;
}

async fn skip(mut payload: Payload, limit: usize) {
    let mut read = 0;
    while let Some(Ok(bytes)) = payload.next().await {
        read += bytes.len();
        if read > limit {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;
    use actix_web::{FromRequest, dev};
    use futures_util::stream;

    const LIMITS: BodyLimits =
        BodyLimits { timeout: ReadTimeout::MinimumRate, chunk_bytes: 16 * 1024, drained_bytes: 1024 };

    /// A body of `chunks` chunks of `bytes` bytes, one per `interval`.
    async fn trickled(chunks: usize, bytes: usize, interval: Duration) -> Payload {
        let body = stream::iter(0..chunks).then(move |_| async move {
            tokio::time::sleep(interval).await;
            Ok(Bytes::from(vec![0; bytes]))
        });
        let mut payload: dev::Payload = dev::Payload::Stream { payload: Box::pin(body) };
        let request = TestRequest::default().to_http_request();
        Payload::from_request(&request, &mut payload).await.unwrap()
    }

    /// The number of received bytes, and the error at the end, if any.
    async fn received(payload: Payload, limits: BodyLimits) -> (usize, Option<BodyError>) {
        let (sender, mut chunks) = mpsc::channel(1);
        let reading = forward(payload, sender, limits);
        let counting = async {
            let mut received = 0;
            while let Some(chunk) = chunks.recv().await {
                match chunk {
                    Ok(bytes) => received += bytes.len(),
                    Err(error) => return (received, Some(error)),
                }
            }
            (received, None)
        };
        futures_util::future::join(reading, counting).await.1
    }

    #[tokio::test(start_paused = true)]
    async fn rejects_a_body_that_trickles_without_long_pauses() {
        let started = Instant::now();
        let (bytes, end) = received(trickled(10_000, 100, Duration::from_secs(1)).await, LIMITS).await;
        assert_eq!(end, Some(BodyError::TimedOut));
        assert!((2_900..=3_100).contains(&bytes), "{bytes}");
        assert!(started.elapsed() < Duration::from_secs(32), "{:?}", started.elapsed());
    }

    #[tokio::test(start_paused = true)]
    async fn accepts_a_body_over_a_slow_connection() {
        let (bytes, end) = received(trickled(500, 32 * 1024, Duration::from_secs(1)).await, LIMITS).await;
        assert_eq!((bytes, end), (500 * 32 * 1024, None));
    }

    #[tokio::test(start_paused = true)]
    async fn rejects_a_body_that_stops() {
        let stopped = async || trickled(1, 10, Duration::from_secs(3600)).await;
        assert_eq!(received(stopped().await, LIMITS).await, (0, Some(BodyError::TimedOut)));
        let idle = BodyLimits { timeout: ReadTimeout::Idle(Duration::from_secs(30)), ..LIMITS };
        assert_eq!(received(stopped().await, idle).await, (0, Some(BodyError::TimedOut)));
    }

    #[tokio::test(start_paused = true)]
    async fn an_idle_timeout_allows_any_rate() {
        let idle = BodyLimits { timeout: ReadTimeout::Idle(Duration::from_secs(30)), ..LIMITS };
        assert_eq!(received(trickled(100, 1, Duration::from_secs(29)).await, idle).await, (100, None));
    }
}
