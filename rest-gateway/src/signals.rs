//! Signals to this process. SIGINT, SIGTERM and SIGHUP end it: the first one starts a graceful shutdown, a second one ends
//! the process at once. SIGUSR2 reloads the configuration. In a process without a terminal of its own SIGHUP does, too.

use rustix::process::{Signal as Number, getpid, kill_process};
use std::io;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// A listener for the signals.
pub struct Signals {
    interrupt: Signal,
    terminate: Signal,
    hang_up: Signal,
    reload: Signal,
    hangup_reloads: bool,
}

/// The request of a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    Stop,
    Reload,
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
            reload: signal(SignalKind::user_defined2())?,
            hangup_reloads: false,
        })
    }

    /// From now on SIGHUP does not end the process. It is passed on as SIGUSR2, so that everything that reloads on one of
    /// them reloads on both.
    pub fn reload_on_hangup(&mut self) {
        self.hangup_reloads = true;
    }

    /// Waits for the next signal that ends the process.
    pub async fn next(&mut self) {
        self.next_name().await;
    }

    /// Waits for the next signal that ends the process, and returns its name.
    pub async fn next_name(&mut self) -> &'static str {
        tokio::select! {
            _ = self.interrupt.recv() => "SIGINT",
            _ = self.terminate.recv() => "SIGTERM",
            _ = self.hang_up.recv(), if !self.hangup_reloads => "SIGHUP",
        }
    }

    /// Waits for the next signal.
    pub async fn next_event(&mut self) -> Event {
        loop {
            tokio::select! {
                _ = self.interrupt.recv() => return Event::Stop,
                _ = self.terminate.recv() => return Event::Stop,
                _ = self.reload.recv() => return Event::Reload,
                _ = self.hang_up.recv() => {
                    if !self.hangup_reloads {
                        return Event::Stop;
                    }
                    // Cannot fail: every process may signal itself.
                    let _ = kill_process(getpid(), Number::USR2);
                }
            }
        }
    }
}
