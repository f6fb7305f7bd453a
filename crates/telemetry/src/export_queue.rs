//! The bound of the spans that wait for their export, and the numbers of those that were exported, failed or were dropped.
//! The SDK has a bound as well, but does not tell how many spans it has dropped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use opentelemetry::Context;
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::trace::{Span, SpanData, SpanExporter, SpanProcessor};

/// Numbers of spans since the start of the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Spans that the collector has accepted.
    pub exported: u64,
    /// Spans whose export failed.
    pub failed: u64,
    /// Spans for which there was no place in the queue.
    pub dropped: u64,
}

#[derive(Debug, Default)]
pub(crate) struct Counters {
    queued: AtomicUsize,
    exported: AtomicU64,
    failed: AtomicU64,
    dropped: AtomicU64,
}

impl Counters {
    pub fn read(&self) -> Counts {
        let [exported, failed, dropped] =
            [&self.exported, &self.failed, &self.dropped].map(|counter| counter.load(Ordering::Relaxed));
        Counts { exported, failed, dropped }
    }
}

/// Drops spans beyond the bound.
#[derive(Debug)]
pub(crate) struct BoundedProcessor<P> {
    next: P,
    limit: usize,
    counters: Arc<Counters>,
}

impl<P> BoundedProcessor<P> {
    /// `next` has room for `limit` spans, and its exporter uses the same counters.
    pub fn new(next: P, limit: usize, counters: Arc<Counters>) -> BoundedProcessor<P> {
        BoundedProcessor { next, limit, counters }
    }
}

impl<P: SpanProcessor> SpanProcessor for BoundedProcessor<P> {
    fn on_start(&self, span: &mut Span, context: &Context) {
        self.next.on_start(span, context);
    }

    fn on_end(&self, span: SpanData) {
        if self.counters.queued.fetch_add(1, Ordering::Relaxed) < self.limit {
            return self.next.on_end(span);
        }
        self.counters.queued.fetch_sub(1, Ordering::Relaxed);
        self.counters.dropped.fetch_add(1, Ordering::Relaxed);
    }

    fn force_flush(&self) -> OTelSdkResult {
        self.next.force_flush()
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.next.shutdown_with_timeout(timeout)
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.next.set_resource(resource);
    }
}

/// Counts what is exported, and logs when the collector fails and when it answers again.
#[derive(Debug)]
pub(crate) struct CountingExporter<E> {
    next: E,
    is_failing: AtomicBool,
    counters: Arc<Counters>,
}

impl<E> CountingExporter<E> {
    pub fn new(next: E, counters: Arc<Counters>) -> CountingExporter<E> {
        CountingExporter { next, is_failing: AtomicBool::new(false), counters }
    }
}

impl<E: SpanExporter> SpanExporter for CountingExporter<E> {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        let spans = batch.len();
        // They have left the queue.
        self.counters.queued.fetch_sub(spans, Ordering::Relaxed);
        let result = self.next.export(batch).await;
        let was_failing = self.is_failing.swap(result.is_err(), Ordering::Relaxed);
        let counter = if result.is_ok() { &self.counters.exported } else { &self.counters.failed };
        counter.fetch_add(spans as u64, Ordering::Relaxed);
        match &result {
            Err(error) if !was_failing => tracing::warn!("spans cannot be exported: {error}"),
            Ok(()) if was_failing => tracing::info!("spans are exported again"),
            _ => {}
        }
        result
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.next.shutdown_with_timeout(timeout)
    }

    fn force_flush(&self) -> OTelSdkResult {
        self.next.force_flush()
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.next.set_resource(resource);
    }
}
