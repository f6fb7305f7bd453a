//! The times of a graceful shutdown: the delay before the listener closes, and the time that requests have after that.

use crate::config::Api;
use crate::function_host::STOP_GRACE;
use std::time::Duration;

/// The delay of `serve`: a load balancer that asks `/readyz` every two seconds has got two failures.
const SERVE_DELAY: Duration = Duration::from_secs(5);
/// The time that requests have under `serve`: the longest that a function may run.
const SERVE_TIMEOUT: Duration = Duration::from_secs(400);

/// The times of a graceful shutdown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shutdown {
    /// From the first 503 of `/readyz` until the listener closes.
    pub delay: Duration,
    /// From then on, for requests in flight, each of which also has its own limits, and for work in the background.
    pub timeout: Duration,
}

impl Shutdown {
    /// The times of `up`: short, because a person waits for its end.
    pub fn of_up(api: &Api) -> Shutdown {
        Shutdown::new(api, Duration::ZERO, STOP_GRACE)
    }

    /// The times of `serve`. Without an admin port no load balancer sees the 503, so there is no delay.
    pub fn of_serve(api: &Api) -> Shutdown {
        let delay = if api.admin_port.is_some() { SERVE_DELAY } else { Duration::ZERO };
        Shutdown::new(api, delay, SERVE_TIMEOUT)
    }

    fn new(api: &Api, delay: Duration, timeout: Duration) -> Shutdown {
        Shutdown {
            delay: api.shutdown_delay.map_or(delay, |delay| Duration::from_secs(delay.get())),
            timeout: api.shutdown_timeout.map_or(timeout, |timeout| Duration::from_secs(timeout.get())),
        }
    }
}
