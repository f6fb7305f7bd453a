//! A semaphore for uploads that buffer a part of their file in memory. While no other upload waits for a permit, a part
//! has no deadline. While others wait, a part must arrive within a timeout, so that a few slow clients cannot exclude
//! all others.

use std::time::Duration;

use tokio::sync::{Semaphore, SemaphorePermit, watch};

use crate::error::{Error, Result};

/// The number of uploads that may buffer a part concurrently.
pub const PERMITS: u32 = 8;
/// The timeout for receiving a part while other uploads wait.
const PART_TIMEOUT: Duration = Duration::from_secs(30);

/// The semaphore.
pub struct PartBuffers {
    permits: Semaphore,
    /// The number of uploads that wait for a permit.
    waiting: watch::Sender<usize>,
    part_timeout: Duration,
}

impl Default for PartBuffers {
    fn default() -> Self {
        Self::new(PERMITS as usize, PART_TIMEOUT)
    }
}

impl PartBuffers {
    fn new(permits: usize, part_timeout: Duration) -> Self {
        Self { permits: Semaphore::new(permits), waiting: watch::Sender::new(0), part_timeout }
    }

    /// Waits for a permit.
    pub async fn acquire(&self) -> Result<SemaphorePermit<'_>> {
        self.acquire_many(1).await
    }

    /// Waits for the permits of a part that counts as several, at most [`PERMITS`].
    pub async fn acquire_many(&self, permits: u32) -> Result<SemaphorePermit<'_>> {
        if let Ok(permit) = self.permits.try_acquire_many(permits) {
            return Ok(permit);
        }
        let _waiting = Waiter::register(&self.waiting);
        self.permits.acquire_many(permits).await.map_err(Error::internal)
    }

    /// Reads a part. Fails with [`Error::ClientTooSlow`] when the timeout has expired and another upload waits.
    pub async fn read_part<T>(&self, reading: impl Future<Output = Result<T>>) -> Result<T> {
        tokio::select! {
            biased;
            read = reading => read,
            () = self.timeout_while_others_wait() => Err(Error::ClientTooSlow),
        }
    }

    async fn timeout_while_others_wait(&self) {
        tokio::time::sleep(self.part_timeout).await;
        // `wait_for` fails only when the sender is dropped, which `self` owns.
        let _ = self.waiting.subscribe().wait_for(|waiting| *waiting > 0).await;
    }
}

/// Counted as waiting until dropped.
struct Waiter<'a>(&'a watch::Sender<usize>);

impl<'a> Waiter<'a> {
    fn register(all: &'a watch::Sender<usize>) -> Self {
        all.send_modify(|waiting| *waiting += 1);
        Self(all)
    }
}

impl Drop for Waiter<'_> {
    fn drop(&mut self) {
        self.0.send_modify(|waiting| *waiting -= 1);
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;
    use std::sync::Arc;

    use super::*;

    #[tokio::test]
    async fn a_slow_upload_times_out_while_another_waits() {
        let buffers = Arc::new(PartBuffers::new(1, Duration::ZERO));
        let slow = async {
            let _permit = buffers.acquire().await?;
            buffers.read_part(pending::<Result<()>>()).await
        };
        let next = async { buffers.acquire().await.map(drop) };
        let (slow, next) = tokio::join!(biased; slow, next);
        assert!(matches!(slow, Err(Error::ClientTooSlow)));
        next.unwrap();
    }

    #[tokio::test]
    async fn a_slow_upload_has_no_timeout_while_none_waits() {
        let buffers = PartBuffers::new(2, Duration::ZERO);
        let _slow = buffers.acquire().await.unwrap();
        let (send_part, part) = tokio::sync::oneshot::channel();
        let slow = buffers.read_part(async { part.await.map_err(Error::internal) });
        let others = async {
            // A permit is free, so these do not wait.
            for _ in 0..3 {
                drop(buffers.acquire().await.unwrap());
                tokio::task::yield_now().await;
            }
            send_part.send(()).unwrap();
        };
        let (slow, ()) = tokio::join!(slow, others);
        slow.unwrap();
    }

    #[tokio::test]
    async fn a_dropped_waiter_no_longer_counts() {
        let buffers = PartBuffers::new(1, Duration::ZERO);
        let _slow = buffers.acquire().await.unwrap();
        let gave_up = tokio::time::timeout(Duration::ZERO, buffers.acquire()).await;
        assert!(gave_up.is_err());
        assert_eq!(*buffers.waiting.borrow(), 0);
    }
}
