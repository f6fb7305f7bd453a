//! Counts the open connections to each process. A request has a connection of its own until its response has ended, so
//! the count shows when a process is idle.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

/// The connections to one process.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    open: usize,
    /// The number since the start of the process.
    opened: u64,
}

/// The counts of all running processes, by the host part of their address.
#[derive(Debug, Default)]
pub(super) struct Connections {
    counts: Mutex<HashMap<String, Arc<watch::Sender<Count>>>>,
}

impl Connections {
    /// Starts to count the connections to a process.
    pub(super) fn register(self: &Arc<Self>, host: &str) -> ConnectionCount {
        let open = Arc::new(watch::Sender::new(Count::default()));
        self.counts().insert(host.to_owned(), Arc::clone(&open));
        ConnectionCount { host: host.to_owned(), open, connections: Arc::clone(self) }
    }

    /// Counts a connection for as long as the guard lives.
    pub(super) fn opened(&self, host: &str) -> ConnectionGuard {
        let open = self.counts().get(host).cloned();
        if let Some(open) = &open {
            open.send_modify(|count| *count = Count { open: count.open + 1, opened: count.opened + 1 });
        }
        ConnectionGuard(open)
    }

    fn counts(&self) -> MutexGuard<'_, HashMap<String, Arc<watch::Sender<Count>>>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An open connection.
#[derive(Debug)]
pub(super) struct ConnectionGuard(Option<Arc<watch::Sender<Count>>>);

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        if let Some(open) = &self.0 {
            open.send_modify(|count| count.open -= 1);
        }
    }
}

/// The number of open connections to one process.
#[derive(Debug)]
pub(super) struct ConnectionCount {
    host: String,
    open: Arc<watch::Sender<Count>>,
    connections: Arc<Connections>,
}

impl ConnectionCount {
    /// Waits until the process has a connection.
    pub(super) async fn until_open(&self) {
        // The sender lives as long as this.
        let _ = self.open.subscribe().wait_for(|count| count.open > 0).await;
    }

    /// Whether the process has a connection.
    pub(super) fn is_open(&self) -> bool {
        self.open.borrow().open > 0
    }

    /// The number of connections since the start of the process.
    pub(super) fn opened(&self) -> u64 {
        self.open.borrow().opened
    }

    /// Waits until the process has had no connection for this long.
    pub(super) async fn idle_for(&self, duration: Duration) {
        let mut open = self.open.subscribe();
        loop {
            let is_idle = open.borrow_and_update().open == 0;
            tokio::select! {
                () = tokio::time::sleep(duration), if is_idle => return,
                // Also a connection that was opened and closed in the meantime is a change.
                _ = open.changed() => {}
            }
        }
    }
}

impl Drop for ConnectionCount {
    fn drop(&mut self) {
        self.connections.counts().remove(&self.host);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::Instant;

    const IDLE: Duration = Duration::from_secs(60);

    #[tokio::test(start_paused = true)]
    async fn a_connection_starts_the_idle_time_anew() {
        let connections = Arc::new(Connections::default());
        let count = connections.register("hello.1");
        let began = Instant::now();
        let long = connections.opened("hello.1");
        let requests = async {
            tokio::time::sleep(Duration::from_secs(300)).await;
            drop(long);
            tokio::time::sleep(Duration::from_secs(59)).await;
            drop(connections.opened("hello.1"));
        };
        tokio::join!(count.idle_for(IDLE), requests);
        assert_eq!(began.elapsed(), Duration::from_secs(300 + 59 + 60));
    }

    #[tokio::test(start_paused = true)]
    async fn connections_to_another_process_do_not_count() {
        let connections = Arc::new(Connections::default());
        let count = connections.register("hello.1");
        let _other = connections.opened("hello.2");
        let began = Instant::now();
        count.idle_for(IDLE).await;
        assert_eq!(began.elapsed(), IDLE);
    }
}
