//! The end of a process that gets no more requests, while its successor may already run.

use std::time::Duration;

use super::connections::ConnectionCount;
use super::service::ServiceName;
use crate::process::Child;

/// A request that was given the address of the process before its retirement has connected after this time.
const LINGER: Duration = Duration::from_millis(500);
/// How long requests in flight may take. The wall-clock limit of Supabase's runtime.
const MAX_REQUESTS: Duration = Duration::from_secs(400);
/// The timeout for background work after SIGTERM. The same limit.
const MAX_BACKGROUND: Duration = Duration::from_secs(400);

/// Waits for the requests in flight, then stops the process. If the host stops first, the kernel ends the process with it.
pub(super) async fn retire(name: ServiceName, mut child: Child, connections: ConnectionCount) {
    // At the timeout the process loses the requests that it still has.
    let _ = tokio::time::timeout(MAX_REQUESTS, connections.idle_for(LINGER)).await;
    match child.stop(MAX_BACKGROUND).await {
        Ok(status) if status.success() => tracing::debug!(service = name.as_str(), "retired"),
        Ok(status) => tracing::warn!(service = name.as_str(), "did not stop by itself: {status}"),
        Err(error) => tracing::warn!(service = name.as_str(), "its exit status is unknown: {error}"),
    }
}
