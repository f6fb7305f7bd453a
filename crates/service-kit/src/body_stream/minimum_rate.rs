//! A minimum transfer rate for request bodies, so that a client that trickles its body cannot occupy a permit and a
//! connection indefinitely.

use std::time::Duration;

/// The total time that a body may pause before the minimum rate applies.
const GRACE: Duration = Duration::from_secs(30);
/// In bytes per second. A slow mobile connection transfers several times as much.
const MINIMUM_RATE: u32 = 16 * 1024;

/// A time budget: it starts at the grace period, grows with the bytes received at the minimum rate, and shrinks with
/// the time spent waiting for the client.
#[derive(Default)]
pub(super) struct TimeBudget {
    waited: Duration,
    earned: Duration,
}

impl TimeBudget {
    /// The timeout for the next bytes.
    pub(super) fn remaining(&self) -> Duration {
        (GRACE + self.earned).saturating_sub(self.waited)
    }

    /// Records received bytes and the wait for them.
    pub(super) fn record(&mut self, bytes: usize, waited: Duration) {
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        self.earned += Duration::from_secs(bytes.into()) / MINIMUM_RATE;
        self.waited += waited;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_at_the_minimum_rate_keeps_its_grace_and_a_slower_one_loses_it() {
        let mut even = TimeBudget::default();
        let mut slow = TimeBudget::default();
        for _ in 0..40 {
            even.record(MINIMUM_RATE as usize, Duration::from_secs(1));
            slow.record(MINIMUM_RATE as usize / 2, Duration::from_secs(1));
        }
        assert_eq!((even.remaining(), slow.remaining()), (GRACE, GRACE - Duration::from_secs(20)));
    }
}
