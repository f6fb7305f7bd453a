//! Counters of this process, and their text for Prometheus, with the names of supabase/realtime where it has them.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

/// Totals since the start of the process.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    /// Sockets that are open.
    pub(crate) connected: AtomicU64,
    pub(crate) input_bytes: AtomicU64,
}

/// Counts an open socket until it is dropped.
pub(crate) struct CountedSocket<'a>(&'a Metrics);

impl Metrics {
    pub(crate) fn count_socket(&self) -> CountedSocket<'_> {
        self.connected.fetch_add(1, Ordering::Relaxed);
        CountedSocket(self)
    }

    pub(crate) fn count_input(&self, bytes: usize) {
        self.input_bytes.fetch_add(bytes as u64, Ordering::Relaxed);
    }
}

impl Drop for CountedSocket<'_> {
    fn drop(&mut self) {
        self.0.connected.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Text in the format of Prometheus.
#[derive(Default)]
pub(crate) struct Exposition(String);

impl Exposition {
    pub(crate) fn counter(&mut self, name: &str, help: &str, value: u64) {
        self.metric(name, help, "counter", value);
    }

    pub(crate) fn gauge(&mut self, name: &str, help: &str, value: u64) {
        self.metric(name, help, "gauge", value);
    }

    pub(crate) fn into_text(self) -> String {
        self.0
    }

    fn metric(&mut self, name: &str, help: &str, kind: &str, value: u64) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}");
    }
}
