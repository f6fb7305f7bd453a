//! Counters and histograms of a process, and the text format in which Prometheus scrapes them (version 0.0.4).
//!
//! Counting is lock-free. The labels of a metric must have few values: names from the configuration, never texts of a
//! client.

#![warn(missing_docs)]

mod counter;
mod exposition;
mod histogram;

pub use counter::Counter;
pub use exposition::{Exposition, Family, Kind};
pub use histogram::Histogram;

/// The content type of the text format.
pub const CONTENT_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";
