//! The mean time for which requests hold a permit, over the latest ones.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A new time changes the mean by this fraction: a sixteenth.
const WEIGHT: u64 = 16;

/// An exponential moving average, in nanoseconds. Concurrent updates may lose one another, which does not matter.
#[derive(Debug, Default)]
pub(super) struct HoldTime(AtomicU64);

impl HoldTime {
    pub fn add(&self, held: Duration) {
        let held = u64::try_from(held.as_nanos()).unwrap_or(u64::MAX);
        let mean = self.0.load(Ordering::Relaxed);
        self.0.store(mean - mean / WEIGHT + held / WEIGHT, Ordering::Relaxed);
    }

    pub fn mean(&self) -> Duration {
        Duration::from_nanos(self.0.load(Ordering::Relaxed))
    }
}
