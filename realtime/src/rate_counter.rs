//! Rates per second over the last minute, as supabase/realtime measures them.
//!
//! Every interval its events are added to a ring of twelve buckets, and the average of the buckets is compared with
//! the limit. A burst can therefore pass: the limit trips at the end of an interval, and stays tripped until the average
//! falls.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::settings::Settings;

const BUCKETS: usize = 12;

/// One rate with its limit.
#[derive(Debug)]
pub(crate) struct RateCounter {
    limit: u64,
    /// Events since the start of the process.
    total: AtomicU64,
    /// The total at the start of the interval.
    total_before: AtomicU64,
    /// The bits of an `f64`.
    average: AtomicU64,
    triggered: AtomicBool,
    buckets: Mutex<VecDeque<u64>>,
}

impl RateCounter {
    pub(crate) fn new(limit: u64) -> RateCounter {
        RateCounter {
            limit,
            total: AtomicU64::new(0),
            total_before: AtomicU64::new(0),
            average: AtomicU64::new(0),
            triggered: AtomicBool::new(false),
            buckets: Mutex::default(),
        }
    }

    pub(crate) fn add(&self, events: u64) {
        self.total.fetch_add(events, Ordering::Relaxed);
    }

    /// Events since the start of the process.
    pub(crate) fn total(&self) -> u64 {
        self.total.load(Ordering::Relaxed)
    }

    /// Whether the average has reached the limit.
    pub(crate) fn is_triggered(&self) -> bool {
        self.triggered.load(Ordering::Relaxed)
    }

    /// Events per second.
    pub(crate) fn average(&self) -> f64 {
        f64::from_bits(self.average.load(Ordering::Relaxed))
    }

    pub(crate) fn limit(&self) -> u64 {
        self.limit
    }

    /// Ends an interval.
    fn tick(&self, interval: Duration) {
        let total = self.total();
        let count = total - self.total_before.swap(total, Ordering::Relaxed);
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() == BUCKETS {
            buckets.pop_front();
        }
        buckets.push_back(count);
        let seconds = interval.as_secs_f64() * buckets.len() as f64;
        let average = buckets.iter().sum::<u64>() as f64 / seconds;
        self.average.store(average.to_bits(), Ordering::Relaxed);
        self.triggered.store(average >= self.limit as f64, Ordering::Relaxed);
    }
}

/// The rates of the project.
#[derive(Debug, Clone)]
pub(crate) struct Rates {
    pub(crate) events: Arc<RateCounter>,
    pub(crate) joins: Arc<RateCounter>,
    pub(crate) presence: Arc<RateCounter>,
    pub(crate) changes: Arc<RateCounter>,
}

impl Rates {
    pub(crate) fn new(settings: &Settings) -> Rates {
        let counter = |limit| Arc::new(RateCounter::new(limit));
        Rates {
            events: counter(settings.max_events_per_second),
            joins: counter(settings.max_joins_per_second),
            presence: counter(settings.max_presence_events_per_second),
            changes: counter(settings.max_events_per_second),
        }
    }

    /// Ends an interval of every counter, for as long as the process runs.
    pub(crate) async fn measure(self, interval: Duration) {
        let mut ticks = tokio::time::interval(interval);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        ticks.tick().await;
        loop {
            ticks.tick().await;
            for counter in [&self.events, &self.joins, &self.presence, &self.changes] {
                counter.tick(interval);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INTERVAL: Duration = Duration::from_secs(5);

    #[test]
    fn the_average_of_the_last_minute_decides() {
        let counter = RateCounter::new(100);
        counter.add(499);
        counter.tick(INTERVAL);
        assert!(!counter.is_triggered());
        counter.add(501);
        counter.tick(INTERVAL);
        assert!(counter.is_triggered());
        assert!((counter.average() - 100.0).abs() < f64::EPSILON);
        counter.tick(INTERVAL);
        assert!(!counter.is_triggered());
    }

    #[test]
    fn a_bucket_is_forgotten_after_a_minute() {
        let counter = RateCounter::new(100);
        counter.add(6000);
        counter.tick(INTERVAL);
        for _ in 0..BUCKETS - 1 {
            assert!(counter.is_triggered());
            counter.tick(INTERVAL);
        }
        counter.tick(INTERVAL);
        assert!(!counter.is_triggered() && counter.average() == 0.0);
    }
}
