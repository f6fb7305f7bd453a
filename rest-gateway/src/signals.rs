//! Termination signals: SIGINT, SIGTERM and SIGHUP. The first one starts a graceful shutdown, a second one ends the
//! process at once.

use std::io;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// A listener for the termination signals.
pub struct Signals {
    interrupt: Signal,
    terminate: Signal,
    hang_up: Signal,
}

impl Signals {
    /// Replaces the signals' default action, which ends the process.
    ///
    /// # Errors
    /// When a handler cannot be installed.
    pub fn listen() -> io::Result<Signals> {
        Ok(Signals {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            hang_up: signal(SignalKind::hangup())?,
        })
    }

    /// Waits for the next signal.
    pub async fn next(&mut self) {
        self.next_name().await;
    }

    /// Waits for the next signal and returns its name.
    pub async fn next_name(&mut self) -> &'static str {
        tokio::select! {
            _ = self.interrupt.recv() => "SIGINT",
            _ = self.terminate.recv() => "SIGTERM",
            _ = self.hang_up.recv() => "SIGHUP",
        }
    }
}
