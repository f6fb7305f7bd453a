//! Stall detection for transfers. Waiting time accumulates, and received bytes reduce it at a minimum rate; a transfer
//! stalls when the accumulated time exceeds a grace period. This catches both a long pause and a trickle of single
//! bytes.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::time::{Instant, Sleep, sleep_until};

/// The minimum pace of a transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pace {
    /// Accumulated waiting time after which a transfer is stalled.
    pub grace: Duration,
    /// Bytes per second at which a transfer may continue forever.
    pub min_rate: u32,
}

#[derive(Debug)]
pub(crate) struct Stall {
    pace: Pace,
    debt: Duration,
    waiting_since: Option<Instant>,
    timer: Option<Pin<Box<Sleep>>>,
}

impl Stall {
    pub fn new(pace: Pace) -> Stall {
        Stall { pace, debt: Duration::ZERO, waiting_since: None, timer: None }
    }

    /// Records that the peer transferred `bytes`.
    pub fn progress(&mut self, bytes: usize) {
        if let Some(since) = self.waiting_since.take() {
            self.debt += since.elapsed();
        }
        if !self.debt.is_zero() {
            let paid = Duration::from_secs_f64(bytes as f64 / f64::from(self.pace.min_rate.max(1)));
            self.debt = self.debt.saturating_sub(paid);
        }
    }

    /// Must be polled while the transfer waits for the peer. Ready once the transfer is stalled.
    pub fn poll_stalled(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let since = *self.waiting_since.get_or_insert_with(Instant::now);
        let deadline = since + self.pace.grace.saturating_sub(self.debt);
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep_until(deadline)));
        if timer.deadline() != deadline {
            timer.as_mut().reset(deadline);
        }
        timer.as_mut().poll(context)
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use super::*;

    const PACE: Pace = Pace { grace: Duration::from_secs(30), min_rate: 1000 };

    async fn wait(stall: &mut Stall, seconds: u64) -> bool {
        let stalled = poll_fn(|context| stall.poll_stalled(context));
        tokio::time::timeout(Duration::from_secs(seconds), stalled).await.is_ok()
    }

    #[tokio::test(start_paused = true)]
    async fn a_pause_longer_than_the_grace_is_a_stall() {
        let mut stall = Stall::new(PACE);
        assert!(!wait(&mut stall, 29).await);
        stall.progress(1_000_000);
        assert!(!wait(&mut stall, 29).await);
        assert!(wait(&mut stall, 2).await);
    }

    #[tokio::test(start_paused = true)]
    async fn a_trickle_is_a_stall() {
        let mut stall = Stall::new(PACE);
        let mut rounds = 0;
        while !wait(&mut stall, 10).await {
            stall.progress(1);
            rounds += 1;
            assert!(rounds < 10, "the trickle goes on");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_transfer_above_the_minimum_rate_continues() {
        let mut stall = Stall::new(PACE);
        for _ in 0..100 {
            assert!(!wait(&mut stall, 20).await);
            stall.progress(20_000);
        }
    }
}
