//! Counters of the engine, and their Prometheus text. Those that PostgREST has, too, have the names of its admin server.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use prometheus_text::{Counter, Exposition, Histogram, Kind};

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
    /// Requests that were rejected at once, because their wait would have been too long.
    pub pool_rejections: Counter,
    /// How long requests waited for a connection of the pool.
    pub pool_wait: Histogram,
    reads: Histogram,
    writes: Histogram,
    pub jwt_cache_requests: Counter,
    pub jwt_cache_hits: Counter,
    pub jwt_cache_evictions: Counter,
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

    /// Counts a transaction of a request, whether it succeeded or not.
    pub fn transaction(&self, read_only: bool, took: Duration) {
        let histogram = if read_only { &self.reads } else { &self.writes };
        histogram.observe(took);
    }

    pub fn prometheus(&self, pool: &PoolState) -> String {
        let mut text = Exposition::default();
        self.write_postgrest(&mut text, pool);
        text.single(
            "rest_pool_rejections_total",
            Kind::Counter,
            "Requests rejected at once because they would have waited too long for a connection",
            &self.pool_rejections,
        );
        text.family("rest_pool_wait_seconds", Kind::Histogram, "Time that requests waited for a connection")
            .histogram(&[], &self.pool_wait);
        let mut transactions = text.family(
            "rest_transaction_duration_seconds",
            Kind::Histogram,
            "Time from the start of a transaction to its result, without the wait for a connection",
        );
        transactions.histogram(&[("access", "read")], &self.reads);
        transactions.histogram(&[("access", "write")], &self.writes);
        text.into_text()
    }

    fn write_postgrest(&self, text: &mut Exposition, pool: &PoolState) {
        text.single(
            "pgrst_schema_cache_query_time_seconds",
            Kind::Gauge,
            "The query time in seconds of the last schema cache load",
            Duration::from_nanos(self.load_time.load(Ordering::Relaxed)).as_secs_f64(),
        );
        let mut loads = text.family(
            "pgrst_schema_cache_loads_total",
            Kind::Counter,
            "The total number of times the schema cache was loaded",
        );
        loads.sample(&[("status", "SUCCESS")], &self.loads);
        loads.sample(&[("status", "FAIL")], &self.failed_loads);
        let counters = [
            (
                "pgrst_db_pool_timeouts_total",
                "The total number of pool connection timeouts",
                &self.pool_timeouts,
            ),
            (
                "pgrst_jwt_cache_requests_total",
                "The total number of JWT cache lookups",
                &self.jwt_cache_requests,
            ),
            ("pgrst_jwt_cache_hits_total", "The total number of JWT cache hits", &self.jwt_cache_hits),
            (
                "pgrst_jwt_cache_evictions_total",
                "The total number of JWT cache evictions",
                &self.jwt_cache_evictions,
            ),
        ];
        for (name, help, counter) in counters {
            text.single(name, Kind::Counter, help, counter);
        }
        let gauges = [
            ("pgrst_db_pool_available", "Available connections in the pool", pool.available),
            ("pgrst_db_pool_waiting", "Requests waiting to acquire a pool connection", pool.waiting),
            ("pgrst_db_pool_max", "Max pool connections", pool.max),
        ];
        for (name, help, value) in gauges {
            text.single(name, Kind::Gauge, help, value);
        }
    }
}
