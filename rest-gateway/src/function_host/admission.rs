//! Limits the concurrent requests of one service, so that a slow one does not take the connections and the memory of the
//! others. Further requests wait in a short queue; when it is full, they are rejected at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How long a request waits for another one to end.
const MAX_WAIT: Duration = Duration::from_secs(1);

/// The limit of one service.
#[derive(Debug)]
pub(super) struct Admission {
    max: usize,
    permits: Arc<Semaphore>,
    /// Requests in the queue, which is as long as the limit.
    waiting: AtomicUsize,
}

/// A permit for one request to a service. Must be held until the end of the response.
#[derive(Debug)]
pub struct Admitted {
    _permit: OwnedSemaphorePermit,
}

/// The service has reached its limit, and its queue is full or did not move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many requests are in progress")]
pub struct Overloaded;

impl Admission {
    pub(super) fn new(max: usize) -> Admission {
        let max = max.clamp(1, Semaphore::MAX_PERMITS);
        Admission { max, permits: Arc::new(Semaphore::new(max)), waiting: AtomicUsize::new(0) }
    }

    pub(super) async fn enter(&self) -> Result<Admitted, Overloaded> {
        if let Ok(permit) = Arc::clone(&self.permits).try_acquire_owned() {
            return Ok(Admitted { _permit: permit });
        }
        let _place = self.queue()?;
        let permit = Arc::clone(&self.permits).acquire_owned();
        match tokio::time::timeout(MAX_WAIT, permit).await {
            Ok(Ok(permit)) => Ok(Admitted { _permit: permit }),
            // The semaphore is never closed.
            Ok(Err(_)) | Err(_) => Err(Overloaded),
        }
    }

    /// Requests in progress.
    pub(super) fn in_flight(&self) -> usize {
        self.max.saturating_sub(self.permits.available_permits())
    }

    fn queue(&self) -> Result<Place<'_>, Overloaded> {
        let place = Place(&self.waiting);
        let before = self.waiting.fetch_add(1, Ordering::Relaxed);
        if before < self.max { Ok(place) } else { Err(Overloaded) }
    }
}

/// A place in the queue.
struct Place<'a>(&'a AtomicUsize);

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;
    use futures_util::future::join_all;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn surplus_requests_are_rejected_at_once_and_waiting_ones_in_time() {
        let admission = Admission::new(2);
        let first = admission.enter().await.unwrap();
        let _second = admission.enter().await.unwrap();
        assert_eq!(admission.in_flight(), 2);
        let mut queued = Box::pin(join_all([admission.enter(), admission.enter()]));
        assert!(queued.as_mut().now_or_never().is_none());
        assert_eq!(admission.enter().now_or_never().unwrap().unwrap_err(), Overloaded);
        drop(first);
        let outcomes = queued.await;
        assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1);
        drop(outcomes);
        assert_eq!(admission.in_flight(), 1);
        assert_eq!(admission.waiting.load(Ordering::Relaxed), 0);
    }
}
