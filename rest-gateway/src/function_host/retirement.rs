//! The end of processes that get no more requests, while their successors may already run: replaced ones, and those that
//! were started for one request.

use std::future::pending;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinSet;

use super::connections::ConnectionCount;
use super::cpu_time;
use super::limited::LimitedProcesses;
use super::service::ServiceName;
use super::socket::Upstream;
use crate::process::Child;

/// A request that was given the address of the process before its retirement has connected after this time.
const LINGER: Duration = Duration::from_millis(500);
/// How long requests in flight may take. The wall-clock limit of Supabase's runtime.
const MAX_REQUESTS: Duration = Duration::from_secs(400);
/// The timeout for background work after SIGTERM. The same limit.
const MAX_BACKGROUND: Duration = Duration::from_secs(400);

/// The processes of one host that are being ended.
#[derive(Debug)]
pub(super) struct Retirements {
    tasks: Mutex<JoinSet<()>>,
    limited: Arc<LimitedProcesses>,
    /// How long processes may go on after SIGTERM, once the host stops.
    stopping: watch::Receiver<Option<Duration>>,
}

/// A process that is being ended.
pub(super) struct Retiring {
    pub(super) name: ServiceName,
    pub(super) child: Child,
    pub(super) upstream: Upstream,
    pub(super) connections: ConnectionCount,
    /// The limit of CPU time for each request that it still has.
    pub(super) cpu_limit: Option<Duration>,
}

impl Retirements {
    pub(super) fn new(stopping: watch::Receiver<Option<Duration>>) -> Retirements {
        Retirements { tasks: Mutex::default(), limited: Arc::default(), stopping }
    }

    /// The processes of the host that were ended at their limit, whether they were being retired or not.
    pub(super) fn limited(&self) -> &LimitedProcesses {
        &self.limited
    }

    /// Waits for the requests in flight, then stops the process. If the host stops, it has as long as every other
    /// process.
    pub(super) fn begin(&self, process: Retiring) {
        let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        // Forgets those that have ended.
        while tasks.try_join_next().is_some() {}
        tasks.spawn(retire(process, Arc::clone(&self.limited), self.stopping.clone()));
    }

    /// Waits until all have ended. Call it when the host stops.
    pub(super) async fn finish(&self) {
        let tasks = std::mem::take(&mut *self.tasks.lock().unwrap_or_else(PoisonError::into_inner));
        tasks.join_all().await;
    }
}

async fn retire(
    process: Retiring,
    limited: Arc<LimitedProcesses>,
    stopping: watch::Receiver<Option<Duration>>,
) {
    let Retiring { name, mut child, upstream, connections, cpu_limit } = process;
    let pid = child.pid();
    tokio::select! {
        () = cpu_time::exceeded(pid, &connections, cpu_limit) => {
            return limited.end(&name, &mut child, &upstream).await;
        }
        // At the timeout the process loses the requests that it still has.
        _ = tokio::time::timeout(MAX_REQUESTS, connections.idle_for(LINGER)) => {}
        _ = host_stops(stopping.clone()) => {}
    }
    let deadline = async {
        tokio::select! {
            () = tokio::time::sleep(MAX_BACKGROUND) => {}
            () = async { tokio::time::sleep(host_stops(stopping).await).await } => {}
        }
    };
    match child.stop_until(deadline).await {
        Ok(status) if status.success() => tracing::debug!(service = name.as_str(), "retired"),
        Ok(status) => tracing::warn!(service = name.as_str(), "did not stop by itself: {status}"),
        Err(error) => tracing::warn!(service = name.as_str(), "its exit status is unknown: {error}"),
    }
}

/// Resolves when the host stops, with the time that processes may go on. A host that is dropped kills its processes.
async fn host_stops(mut stopping: watch::Receiver<Option<Duration>>) -> Duration {
    let grace = stopping.wait_for(Option::is_some).await.ok().and_then(|grace| *grace);
    match grace {
        Some(grace) => grace,
        None => pending().await,
    }
}
