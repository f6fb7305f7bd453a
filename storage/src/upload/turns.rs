//! Turns of uploads that hold a part of their file in memory: so many at once, and the others wait. Who has a turn may
//! be as slow as their connection is, unless others wait: then a part must arrive within a while, so that a few that
//! trickle cannot keep everybody else out.

use std::time::Duration;

use tokio::sync::{Semaphore, SemaphorePermit, watch};

use crate::error::{Error, Result};

pub struct Turns {
    free: Semaphore,
    waiting: watch::Sender<usize>,
    patience: Duration,
}

impl Turns {
    pub fn new(at_once: usize, patience: Duration) -> Self {
        Self { free: Semaphore::new(at_once), waiting: watch::Sender::new(0), patience }
    }

    pub async fn take(&self) -> Result<SemaphorePermit<'_>> {
        if let Ok(turn) = self.free.try_acquire() {
            return Ok(turn);
        }
        let _waiting = Waiting::among(&self.waiting);
        self.free.acquire().await.map_err(Error::internal)
    }

    /// Reads what belongs to a turn, within the patience of those who wait.
    pub async fn within_patience<T>(&self, reading: impl Future<Output = Result<T>>) -> Result<T> {
        tokio::select! {
            biased;
            read = reading => read,
            () = self.patience_ends() => Err(Error::ClientTooSlow),
        }
    }

    async fn patience_ends(&self) {
        tokio::time::sleep(self.patience).await;
        // It fails only when the sender is gone, which is in `self`.
        let _ = self.waiting.subscribe().wait_for(|waiting| *waiting > 0).await;
    }
}

/// One that waits, until dropped.
struct Waiting<'a>(&'a watch::Sender<usize>);

impl<'a> Waiting<'a> {
    fn among(all: &'a watch::Sender<usize>) -> Self {
        all.send_modify(|waiting| *waiting += 1);
        Self(all)
    }
}

impl Drop for Waiting<'_> {
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
    async fn a_slow_upload_loses_its_turn_to_one_that_waits() {
        let turns = Arc::new(Turns::new(1, Duration::ZERO));
        let slow = async {
            let _turn = turns.take().await?;
            turns.within_patience(pending::<Result<()>>()).await
        };
        let next = async { turns.take().await.map(drop) };
        let (slow, next) = tokio::join!(biased; slow, next);
        assert!(matches!(slow, Err(Error::ClientTooSlow)));
        next.unwrap();
    }

    #[tokio::test]
    async fn a_slow_upload_for_whose_turn_nobody_waits_keeps_it() {
        let turns = Turns::new(2, Duration::ZERO);
        let _slow = turns.take().await.unwrap();
        let (go_on, came) = tokio::sync::oneshot::channel();
        let slow = turns.within_patience(async { came.await.map_err(Error::internal) });
        let others = async {
            // They find a turn that is free.
            for _ in 0..3 {
                drop(turns.take().await.unwrap());
                tokio::task::yield_now().await;
            }
            go_on.send(()).unwrap();
        };
        let (slow, ()) = tokio::join!(slow, others);
        slow.unwrap();
    }

    #[tokio::test]
    async fn one_that_no_longer_waits_hurries_nobody() {
        let turns = Turns::new(1, Duration::ZERO);
        let _slow = turns.take().await.unwrap();
        let gave_up = tokio::time::timeout(Duration::ZERO, turns.take()).await;
        assert!(gave_up.is_err());
        assert_eq!(*turns.waiting.borrow(), 0);
    }
}
