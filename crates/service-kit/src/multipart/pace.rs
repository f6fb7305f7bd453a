//! The least rate of a form's body. A body that falls behind is given up, so that a client that trickles it cannot occupy
//! a permit and a connection for as long as it likes.

use std::time::Duration;

/// A body may stand still this long, all its pauses together, before its rate counts.
const GRACE: Duration = Duration::from_secs(30);
/// Bytes per second. A slow telephone connection sends several times as much.
const LEAST_RATE: u32 = 16 * 1024;

/// How a body has come so far. Only the time spent waiting for the client counts.
#[derive(Default)]
pub(super) struct Pace {
    waited: Duration,
    earned: Duration,
}

impl Pace {
    /// How long the next bytes may take.
    pub(super) fn patience(&self) -> Duration {
        (GRACE + self.earned).saturating_sub(self.waited)
    }

    /// Some bytes have come after a wait.
    pub(super) fn received(&mut self, bytes: usize, waited: Duration) {
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        self.earned += Duration::from_secs(bytes.into()) / LEAST_RATE;
        self.waited += waited;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_at_the_least_rate_keeps_its_grace_and_a_slower_one_loses_it() {
        let mut even = Pace::default();
        let mut slow = Pace::default();
        for _ in 0..40 {
            even.received(LEAST_RATE as usize, Duration::from_secs(1));
            slow.received(LEAST_RATE as usize / 2, Duration::from_secs(1));
        }
        assert_eq!((even.patience(), slow.patience()), (GRACE, GRACE - Duration::from_secs(20)));
    }
}
