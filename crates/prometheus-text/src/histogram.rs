//! The distribution of durations.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Upper bounds of the buckets, in seconds: from a query by a primary key to the timeout of a statement.
pub(crate) const BOUNDS: [f64; 14] =
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0];

/// Counts durations in buckets.
#[derive(Debug)]
pub struct Histogram {
    /// One for each bound, and one for longer durations. Not cumulative.
    buckets: [AtomicU64; BOUNDS.len() + 1],
    nanoseconds: AtomicU64,
}

impl Default for Histogram {
    fn default() -> Histogram {
        Histogram { buckets: std::array::from_fn(|_| AtomicU64::new(0)), nanoseconds: AtomicU64::new(0) }
    }
}

impl Histogram {
    /// Counts one duration.
    pub fn observe(&self, duration: Duration) {
        let seconds = duration.as_secs_f64();
        let bucket = BOUNDS.iter().position(|bound| seconds <= *bound).unwrap_or(BOUNDS.len());
        self.buckets[bucket].fetch_add(1, Ordering::Relaxed);
        let nanoseconds = u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX);
        self.nanoseconds.fetch_add(nanoseconds, Ordering::Relaxed);
    }

    /// The cumulative counts in the order of [`BOUNDS`], then that of all durations.
    pub(crate) fn cumulative(&self) -> [u64; BOUNDS.len() + 1] {
        let mut total = 0;
        std::array::from_fn(|bucket| {
            total += self.buckets[bucket].load(Ordering::Relaxed);
            total
        })
    }

    /// The sum of all durations, in seconds.
    pub(crate) fn sum(&self) -> f64 {
        Duration::from_nanos(self.nanoseconds.load(Ordering::Relaxed)).as_secs_f64()
    }
}
