//! Exponential backoff between restarts of a process. Used by the supervisor of service processes and by that of the
//! stack's own Postgres.

use std::time::Duration;

/// The restart policy of one process, and how often that process has failed in a row.
#[derive(Debug)]
pub struct Backoff {
    /// Failures in a row after which a restart is still immediate.
    immediate: u32,
    first_delay: Duration,
    max_delay: Duration,
    /// A process that ran longer than this counts as healthy: its next failure is the first one again.
    stable_after: Duration,
    failures: u32,
}

impl Backoff {
    /// For service processes: the first restart is immediate, so that one crash costs one request; then 100 ms, doubled
    /// up to 30 s. Reset by a run of 10 s.
    #[must_use]
    pub fn for_service() -> Backoff {
        Backoff {
            immediate: 1,
            first_delay: Duration::from_millis(100),
            max_delay: Duration::from_secs(30),
            stable_after: Duration::from_secs(10),
            failures: 0,
        }
    }

    /// For Postgres: 100 ms, doubled up to 10 s. Reset by a run of 30 s.
    #[must_use]
    pub fn for_postgres() -> Backoff {
        Backoff {
            immediate: 0,
            first_delay: Duration::from_millis(100),
            max_delay: Duration::from_secs(10),
            stable_after: Duration::from_secs(30),
            failures: 0,
        }
    }

    /// Records that the process ended, or did not start, after it had run for `uptime`.
    pub fn failed(&mut self, uptime: Duration) {
        self.failures = if uptime < self.stable_after { self.failures.saturating_add(1) } else { 1 };
    }

    /// How long to wait before the next start.
    #[must_use]
    pub fn delay(&self) -> Duration {
        match self.failures.checked_sub(self.immediate) {
            None | Some(0) => Duration::ZERO,
            Some(delayed) => self.first_delay.saturating_mul(1 << (delayed - 1).min(16)).min(self.max_delay),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn delays(mut backoff: Backoff) -> Vec<u64> {
        let delays = (0..5).map(|_| {
            backoff.failed(Duration::from_millis(3));
            u64::try_from(backoff.delay().as_millis()).unwrap_or_default()
        });
        delays.collect()
    }

    #[test]
    fn delays_double_after_the_immediate_restarts() {
        assert_eq!(delays(Backoff::for_service()), [0, 100, 200, 400, 800]);
        assert_eq!(delays(Backoff::for_postgres()), [100, 200, 400, 800, 1600]);
    }

    #[test]
    fn the_delay_never_exceeds_its_maximum() {
        for mut backoff in [Backoff::for_service(), Backoff::for_postgres()] {
            for _ in 0..1000 {
                backoff.failed(Duration::ZERO);
            }
            assert_eq!(backoff.delay(), backoff.max_delay);
        }
    }

    #[test]
    fn a_stable_run_resets_the_backoff() {
        for (mut backoff, first_delay) in [(Backoff::for_service(), 0), (Backoff::for_postgres(), 100)] {
            for _ in 0..5 {
                backoff.failed(Duration::ZERO);
            }
            backoff.failed(Duration::from_secs(60));
            assert_eq!(backoff.delay(), Duration::from_millis(first_delay));
        }
    }
}
