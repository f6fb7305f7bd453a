//! The end of processes that get no more requests, while their successors may already run.

use std::future::pending;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinSet;

use super::connections::ConnectionCount;
use super::service::ServiceName;
use crate::process::Child;

/// A request that was given the address of the process before its retirement has connected after this time.
const LINGER: Duration = Duration::from_millis(500);
/// How long requests in flight may take. The wall-clock limit of Supabase's runtime.
const MAX_REQUESTS: Duration = Duration::from_secs(400);
/// The timeout for background work after SIGTERM. The same limit.
const MAX_BACKGROUND: Duration = Duration::from_secs(400);
/// How long a process may go on after SIGTERM once the host stops.
pub(super) const DRAIN_TIMEOUT: Duration = Duration::from_secs(10);

/// The processes of one host that are being ended.
#[derive(Debug)]
pub(super) struct Retirements {
    tasks: Mutex<JoinSet<()>>,
    /// Whether the host stops.
    stopping: watch::Receiver<bool>,
}

impl Retirements {
    pub(super) fn new(stopping: watch::Receiver<bool>) -> Retirements {
        Retirements { tasks: Mutex::default(), stopping }
    }

    /// Waits for the requests in flight, then stops the process. If the host stops, it has as long as every other
    /// process.
    pub(super) fn begin(&self, name: ServiceName, child: Child, connections: ConnectionCount) {
        let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        // Forgets those that have ended.
        while tasks.try_join_next().is_some() {}
        tasks.spawn(retire(name, child, connections, self.stopping.clone()));
    }

    /// Waits until all have ended. Call it when the host stops.
    pub(super) async fn finish(&self) {
        let tasks = std::mem::take(&mut *self.tasks.lock().unwrap_or_else(PoisonError::into_inner));
        tasks.join_all().await;
    }
}

async fn retire(
    name: ServiceName,
    mut child: Child,
    connections: ConnectionCount,
    stopping: watch::Receiver<bool>,
) {
    tokio::select! {
        // At the timeout the process loses the requests that it still has.
        _ = tokio::time::timeout(MAX_REQUESTS, connections.idle_for(LINGER)) => {}
        () = host_stops(stopping.clone()) => {}
    }
    let deadline = async {
        tokio::select! {
            () = tokio::time::sleep(MAX_BACKGROUND) => {}
            () = async { host_stops(stopping).await; tokio::time::sleep(DRAIN_TIMEOUT).await } => {}
        }
    };
    match child.stop_until(deadline).await {
        Ok(status) if status.success() => tracing::debug!(service = name.as_str(), "retired"),
        Ok(status) => tracing::warn!(service = name.as_str(), "did not stop by itself: {status}"),
        Err(error) => tracing::warn!(service = name.as_str(), "its exit status is unknown: {error}"),
    }
}

/// Resolves when the host stops. One that is dropped kills its processes.
async fn host_stops(mut stopping: watch::Receiver<bool>) {
    let stops = stopping.wait_for(|stops| *stops).await.is_ok();
    if !stops {
        pending().await
    }
}
