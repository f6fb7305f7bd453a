//! How a service and its processes end.

use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use tokio::sync::watch;

use crate::process::Child;

/// Why a service ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// With the time between SIGTERM and SIGKILL.
    HostStops(Duration),
    Removed,
}

/// The signals that end a service.
pub(super) struct Endings {
    pub(super) stopping: watch::Receiver<Option<Duration>>,
    pub(super) removed: watch::Receiver<bool>,
}

impl Endings {
    /// Runs the future until the service ends; then cancels it.
    pub(super) async fn unless_ended<T>(&mut self, future: impl Future<Output = T>) -> Result<T, Ending> {
        tokio::select! {
            output = future => Ok(output),
            // A dropped host counts as stopped.
            grace = self.stopping.wait_for(Option::is_some) => {
                Err(Ending::HostStops(grace.ok().and_then(|grace| *grace).unwrap_or_default()))
            }
            _ = self.removed.wait_for(|removed| *removed) => Err(Ending::Removed),
        }
    }
}

/// Stops a process when the host stops.
pub(super) async fn drain(name: &str, child: &mut Child, grace: Duration) {
    match child.stop(grace).await {
        Ok(status) if status.success() => tracing::debug!(service = name, "stopped"),
        Ok(status) => tracing::warn!(service = name, "did not stop by itself: {status}"),
        Err(error) => tracing::warn!(service = name, "its exit status is unknown: {error}"),
    }
}

/// Logs the end of a process that nobody has stopped.
pub(super) fn log_exit(name: &str, ended: &io::Result<ExitStatus>) {
    match ended {
        Ok(status) => tracing::error!(service = name, "ended by itself: {status}; it is started again"),
        Err(error) => tracing::error!(service = name, "cannot be waited for: {error}; it is started again"),
    }
}
