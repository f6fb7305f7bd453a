//! Disconnects all clients at SIGHUP, and at SIGTERM before the process ends. Each connection is closed after a random
//! delay of at most two seconds, so that the clients do not reconnect all at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::watch;

/// The longest delay of a connection.
const SPREAD: Duration = Duration::from_secs(2);

/// The signals of the process.
pub(crate) struct Disconnects {
    /// Changes at every request.
    requests: Arc<watch::Sender<u32>>,
    terminating: Arc<AtomicBool>,
}

/// Follows the requests, for one connection.
pub(crate) struct DisconnectRequests(watch::Receiver<u32>);

impl Disconnects {
    /// Handles the signals beside the HTTP server, which stops accepting at SIGTERM.
    pub(crate) fn at_signals() -> std::io::Result<Disconnects> {
        let requests = Arc::new(watch::Sender::new(0));
        let terminating = Arc::new(AtomicBool::new(false));
        let [mut hangup, mut terminate, mut interrupt] = signals()?;
        let (flag, sender) = (Arc::clone(&terminating), Arc::clone(&requests));
        actix_web::rt::spawn(async move {
            loop {
                let ends = tokio::select! {
                    _ = hangup.recv() => false,
                    _ = terminate.recv() => true,
                    _ = interrupt.recv() => true,
                };
                if ends {
                    flag.store(true, Ordering::Relaxed);
                }
                sender.send_modify(|requests| *requests += 1);
            }
        });
        Ok(Disconnects { requests, terminating })
    }

    /// Whether the process ends.
    pub(crate) fn is_terminating(&self) -> bool {
        self.terminating.load(Ordering::Relaxed)
    }

    /// The requests from now on.
    pub(crate) fn subscribe(&self) -> DisconnectRequests {
        DisconnectRequests(self.requests.subscribe())
    }

    /// Asks all clients to connect again.
    pub(crate) fn request(&self) {
        self.requests.send_modify(|requests| *requests += 1);
    }
}

impl DisconnectRequests {
    /// Resolves at a request, with the delay of this connection and the receiver of the next request.
    pub(crate) async fn requested(mut self) -> (Duration, DisconnectRequests) {
        if self.0.changed().await.is_err() {
            return std::future::pending().await;
        }
        (rand::random_range(Duration::ZERO..SPREAD), self)
    }
}

fn signals() -> std::io::Result<[Signal; 3]> {
    Ok([signal(SignalKind::hangup())?, signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?])
}
