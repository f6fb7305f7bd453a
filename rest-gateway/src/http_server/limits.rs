//! The HTTP server's timeouts and connection limits.

use std::time::Duration;

use super::stall::Pace;

/// Applies to every connection, from its first request to its last.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// From the first byte of a request head to its last.
    pub head_timeout: Duration,
    /// Idle time between two requests on a connection.
    pub keep_alive: Duration,
    /// The minimum pace at which a request body must arrive.
    pub body: Pace,
    /// The minimum pace at which the client must read the responses of a connection.
    pub response: Pace,
    /// Concurrent requests of a connection of HTTP/2.
    pub streams: u32,
    /// The minimum pace at which the client of a tunnel must read what is written to it.
    pub tunnel: Pace,
    /// Time for a connection to close.
    pub client_disconnect_timeout: Duration,
    /// Concurrent connections per worker thread.
    pub connections: usize,
    /// How long a graceful shutdown waits for requests in flight.
    pub drain: Duration,
    /// Worker threads; `None` is one per core.
    pub workers: Option<usize>,
}

impl Limits {
    /// The minimum pace for one of a connection's concurrent responses.
    pub fn response_of_stream(&self) -> Pace {
        Pace { min_rate: self.response.min_rate / self.streams.max(1), ..self.response }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            head_timeout: Duration::from_secs(10),
            keep_alive: Duration::from_secs(75),
            // Longer than `body_timeout`, which can answer with a status, where this one can only close the connection.
            // It applies to bodies that no handler reads.
            body: Pace { grace: Duration::from_secs(45), min_rate: 4096 },
            response: Pace { grace: Duration::from_secs(30), min_rate: 2048 },
            streams: 100,
            // A slow reader keeps its connection, even at a few bytes a second. One that reads nothing for a minute does not.
            tunnel: Pace { grace: Duration::from_secs(60), min_rate: 1 },
            client_disconnect_timeout: Duration::from_secs(3),
            connections: 10_000,
            drain: Duration::from_secs(10),
            workers: None,
        }
    }
}
