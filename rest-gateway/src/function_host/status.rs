//! What is known of a supervised process from outside.

use std::sync::Arc;
use std::time::Duration;

use super::metrics::ServiceMetrics;

/// Why a service has no running process.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotReady {
    #[error("it failed to boot; see its log")]
    Boot,
    #[error("it keeps failing; the next attempt is in {} s", .0.as_secs() + 1)]
    BackingOff(Duration),
    #[error("it is being stopped")]
    Stopped,
}

/// The state of a service, for metrics and readiness.
#[derive(Clone, Debug)]
pub struct ServiceStatus {
    pub name: String,
    pub eager: bool,
    /// Whether its process accepts connections.
    pub up: bool,
    pub pid: Option<u32>,
    pub restarts: u64,
    /// Whether it has failed and waits for its next start.
    pub failing: bool,
    /// Requests in progress.
    pub in_flight: usize,
    pub metrics: Arc<ServiceMetrics>,
}
