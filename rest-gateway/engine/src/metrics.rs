//! Counters of the engine, and their Prometheus text under the names of PostgREST's admin server.

use std::fmt::{Display, Write as _};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The pool at the moment of a scrape.
pub(crate) struct PoolState {
    /// Idle connections.
    pub available: usize,
    /// Requests that wait for a connection.
    pub waiting: usize,
    pub max: usize,
}

#[derive(Debug, Default)]
pub(crate) struct Metrics {
    loads: Counter,
    failed_loads: Counter,
    /// Duration of the last load, in nanoseconds.
    load_time: AtomicU64,
    pub pool_timeouts: Counter,
    pub jwt_cache_requests: Counter,
    pub jwt_cache_hits: Counter,
    pub jwt_cache_evictions: Counter,
}

#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub fn increment(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    fn count(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Metrics {
    pub fn schema_cache_loaded(&self, took: Duration) {
        self.loads.increment();
        let nanoseconds = u64::try_from(took.as_nanos()).unwrap_or(u64::MAX);
        self.load_time.store(nanoseconds, Ordering::Relaxed);
    }

    pub fn schema_cache_failed(&self) {
        self.failed_loads.increment();
    }

    pub fn prometheus(&self, pool: &PoolState) -> String {
        let load_time = Duration::from_nanos(self.load_time.load(Ordering::Relaxed)).as_secs_f64();
        let loads = format!(
            "{{status=\"SUCCESS\"}} {}\npgrst_schema_cache_loads_total{{status=\"FAIL\"}} {}",
            self.loads.count(),
            self.failed_loads.count()
        );
        let mut text = String::new();
        let mut write = |name: &str, kind: &str, help: &str, value: &dyn Display| {
            // Writing to memory cannot fail.
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name}{value}");
        };
        let gauge = |value: usize| format!(" {value}");
        let counter = |counter: &Counter| format!(" {}", counter.count());
        write(
            "pgrst_schema_cache_query_time_seconds",
            "gauge",
            "The query time in seconds of the last schema cache load",
            &format!(" {load_time}"),
        );
        write(
            "pgrst_schema_cache_loads_total",
            "counter",
            "The total number of times the schema cache was loaded",
            &loads,
        );
        write(
            "pgrst_db_pool_timeouts_total",
            "counter",
            "The total number of pool connection timeouts",
            &counter(&self.pool_timeouts),
        );
        write(
            "pgrst_db_pool_available",
            "gauge",
            "Available connections in the pool",
            &gauge(pool.available),
        );
        write(
            "pgrst_db_pool_waiting",
            "gauge",
            "Requests waiting to acquire a pool connection",
            &gauge(pool.waiting),
        );
        write("pgrst_db_pool_max", "gauge", "Max pool connections", &gauge(pool.max));
        write(
            "pgrst_jwt_cache_requests_total",
            "counter",
            "The total number of JWT cache lookups",
            &counter(&self.jwt_cache_requests),
        );
        write(
            "pgrst_jwt_cache_hits_total",
            "counter",
            "The total number of JWT cache hits",
            &counter(&self.jwt_cache_hits),
        );
        write(
            "pgrst_jwt_cache_evictions_total",
            "counter",
            "The total number of JWT cache evictions",
            &counter(&self.jwt_cache_evictions),
        );
        text
    }
}
