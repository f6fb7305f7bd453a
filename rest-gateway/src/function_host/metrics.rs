//! Counters of the requests to one service.

use std::time::Duration;

use prometheus_text::{Counter, Histogram};

/// Counts since the start of the host.
#[derive(Debug, Default)]
pub struct ServiceMetrics {
    /// Time to the head of the response, without the start of the process.
    pub(crate) durations: Histogram,
    /// Requests that the process did not answer.
    pub(crate) failures: Counter,
    /// Requests that were rejected because too many were in progress.
    pub(crate) rejections: Counter,
}

impl ServiceMetrics {
    /// Counts a response.
    pub(crate) fn answered(&self, took: Duration) {
        self.durations.observe(took);
    }
}
