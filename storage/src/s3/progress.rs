//! Stall detection for uploads to S3. A PUT fails when S3 stops reading its body or does not respond in time. No
//! deadline runs while the body waits for the client's bytes, for which the client has a read timeout of its own.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

/// The largest frame of an in-memory body. Small frames make progress observable before the whole body is sent.
const FRAME_BYTES: usize = 64 * 1024;

/// The timeouts of a PUT.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// The longest time between two frames of the body.
    pub frame: Duration,
    /// The longest time from the end of the body to the response.
    pub response: Duration,
}

#[derive(Debug, Clone, Copy)]
enum Phase {
    /// The body waits for the client's bytes.
    Client,
    /// S3 must read the next frame, or respond, before the deadline.
    S3 { deadline: Instant },
}

/// Tracks the progress of one PUT. Each retry has a body of its own.
#[derive(Clone)]
pub struct Progress {
    phase: watch::Sender<Phase>,
    limits: Limits,
}

impl Progress {
    pub fn new(limits: Limits) -> Self {
        let phase = Phase::S3 { deadline: Instant::now() + limits.frame };
        Self { phase: watch::Sender::new(phase), limits }
    }

    /// Wraps a body, so that it reports its progress.
    pub fn track<B>(&self, body: B) -> Tracked<B> {
        Tracked { body, progress: self.clone() }
    }

    /// Resolves when S3 has missed a deadline.
    pub async fn stalled(&self) {
        let mut phase = self.phase.subscribe();
        loop {
            let now = *phase.borrow_and_update();
            // `changed` fails only when the sender is dropped, which `self` owns.
            match now {
                Phase::Client => drop(phase.changed().await),
                Phase::S3 { deadline } => tokio::select! {
                    _ = phase.changed() => {}
                    () = sleep_until(deadline) => return,
                },
            }
        }
    }

    fn waits_for_client(&self) {
        self.phase.send_replace(Phase::Client);
    }

    fn waits_for_s3(&self, limit: Duration) {
        self.phase.send_replace(Phase::S3 { deadline: Instant::now() + limit });
    }
}

/// A body that reports its progress.
pub struct Tracked<B> {
    body: B,
    progress: Progress,
}

impl<B: Body<Data = Bytes> + Unpin> Body for Tracked<B> {
    type Data = Bytes;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        let limits = self.progress.limits;
        match &frame {
            Poll::Pending => self.progress.waits_for_client(),
            Poll::Ready(None) => self.progress.waits_for_s3(limits.response),
            // With HTTP/1, hyper stops polling when the announced length is reached.
            Poll::Ready(Some(_)) if self.body.size_hint().exact() == Some(0) => {
                self.progress.waits_for_s3(limits.response);
            }
            Poll::Ready(Some(_)) => self.progress.waits_for_s3(limits.frame),
        }
        Poll::Ready(ready!(frame))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A body of bytes in memory, in small frames.
pub struct InMemory(pub Bytes);

impl Body for InMemory {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        if self.0.is_empty() {
            return Poll::Ready(None);
        }
        let length = self.0.len().min(FRAME_BYTES);
        Poll::Ready(Some(Ok(Frame::data(self.0.split_to(length)))))
    }

    fn is_end_stream(&self) -> bool {
        self.0.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.0.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use super::*;

    const LIMITS: Limits = Limits { frame: Duration::from_secs(5), response: Duration::from_secs(60) };

    async fn next(body: &mut Tracked<InMemory>) -> usize {
        let frame = poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await;
        frame.map_or(0, |frame| frame.unwrap().into_data().unwrap().len())
    }

    /// Seconds until the PUT counts as stalled, on tokio's paused clock.
    async fn seconds_to_stall(progress: &Progress) -> u64 {
        let start = Instant::now();
        progress.stalled().await;
        start.elapsed().as_secs()
    }

    #[tokio::test(start_paused = true)]
    async fn s3_has_a_deadline_for_each_frame_and_for_the_response() {
        let progress = Progress::new(LIMITS);
        let mut body = progress.track(InMemory(Bytes::from(vec![0; FRAME_BYTES + 1])));
        assert_eq!(seconds_to_stall(&progress).await, 5);
        assert_eq!(next(&mut body).await, FRAME_BYTES);
        assert_eq!(seconds_to_stall(&progress).await, 5);
        assert_eq!(next(&mut body).await, 1);
        assert_eq!(seconds_to_stall(&progress).await, 60);
    }

    #[tokio::test(start_paused = true)]
    async fn no_deadline_runs_while_the_body_waits_for_the_client() {
        struct Silent;
        impl Body for Silent {
            type Data = Bytes;
            type Error = std::convert::Infallible;
            fn poll_frame(
                self: Pin<&mut Self>,
                _: &mut Context<'_>,
            ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
                Poll::Pending
            }
        }
        let progress = Progress::new(LIMITS);
        let mut body = progress.track(Silent);
        poll_fn(|context| {
            assert!(Pin::new(&mut body).poll_frame(context).is_pending());
            Poll::Ready(())
        })
        .await;
        let waited = tokio::time::timeout(Duration::from_secs(3600), progress.stalled()).await;
        assert!(waited.is_err());
    }
}
