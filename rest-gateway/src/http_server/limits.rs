//! What the HTTP server allows a client: time for each part of a request and a response, and connections.

use std::time::Duration;

use super::stall::Pace;

/// Applies to every connection, from its first request to its last.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Time from the first byte of a request's head to its last.
    pub head_timeout: Duration,
    /// Time that a connection may be idle between two requests.
    pub keep_alive: Duration,
    /// How slowly a request's body may arrive.
    pub body: Pace,
    /// How slowly a response may be read.
    pub response: Pace,
    /// Time that a connection may take to close.
    pub client_disconnect_timeout: Duration,
    /// Connections at once, for each thread.
    pub connections: usize,
    /// Threads; `None` is one for each core.
    pub workers: Option<usize>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            head_timeout: Duration::from_secs(10),
            keep_alive: Duration::from_secs(75),
            // Above the timeout of the handlers that read bodies, which answer with a status where this one can only
            // close the connection. It is for bodies that no handler reads.
            body: Pace { grace: Duration::from_secs(45), least_rate: 4096 },
            response: Pace { grace: Duration::from_secs(30), least_rate: 2048 },
            client_disconnect_timeout: Duration::from_secs(3),
            connections: 10_000,
            workers: None,
        }
    }
}
