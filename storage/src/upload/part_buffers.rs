//! A semaphore for uploads that hold a part of their file in memory. An upload with a permit may be as slow as its
//! connection while nobody waits. While others wait, a part must arrive within a deadline, so that a few slow clients
//! cannot keep everybody else out.

use std::time::Duration;

use tokio::sync::{Semaphore, SemaphorePermit, watch};

use crate::error::{Error, Result};

pub struct PartBuffers {
    permits: Semaphore,
    waiting: watch::Sender<usize>,
    part_timeout: Duration,
}

impl PartBuffers {
    pub fn new(permits: usize, part_timeout: Duration) -> Self {
        Self { permits: Semaphore::new(permits), waiting: watch::Sender::new(0), part_timeout }
    }

    pub async fn acquire(&self) -> Result<SemaphorePermit<'_>> {
        if let Ok(permit) = self.permits.try_acquire() {
            return Ok(permit);
        }
        let _waiting = Waiter::register(&self.waiting);
        self.permits.acquire().await.map_err(Error::internal)
    }

    /// Reads a part. While others wait for a permit it has to arrive in time.
    pub async fn read_part<T>(&self, reading: impl Future<Output = Result<T>>) -> Result<T> {
        tokio::select! {
            biased;
            read = reading => read,
            () = self.deadline_while_others_wait() => Err(Error::ClientTooSlow),
        }
    }

    async fn deadline_while_others_wait(&self) {
        tokio::time::sleep(self.part_timeout).await;
        // It fails only when the sender is gone, which is in `self`.
        let _ = self.waiting.subscribe().wait_for(|waiting| *waiting > 0).await;
    }
}

/// Counts as waiting until dropped.
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
    async fn a_slow_upload_loses_its_permit_to_a_waiter() {
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
    async fn a_slow_upload_keeps_its_permit_while_nobody_waits() {
        let buffers = PartBuffers::new(2, Duration::ZERO);
        let _slow = buffers.acquire().await.unwrap();
        let (go_on, came) = tokio::sync::oneshot::channel();
        let slow = buffers.read_part(async { came.await.map_err(Error::internal) });
        let others = async {
            // They find a free permit.
            for _ in 0..3 {
                drop(buffers.acquire().await.unwrap());
                tokio::task::yield_now().await;
            }
            go_on.send(()).unwrap();
        };
        let (slow, ()) = tokio::join!(slow, others);
        slow.unwrap();
    }

    #[tokio::test]
    async fn a_waiter_that_gave_up_hurries_nobody() {
        let buffers = PartBuffers::new(1, Duration::ZERO);
        let _slow = buffers.acquire().await.unwrap();
        let gave_up = tokio::time::timeout(Duration::ZERO, buffers.acquire()).await;
        assert!(gave_up.is_err());
        assert_eq!(*buffers.waiting.borrow(), 0);
    }
}
