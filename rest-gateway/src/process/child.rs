//! A running child process, and the command that starts one.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::Duration;

use child_process::{Signal, signal, signal_group};

/// A command line with its complete environment: the child inherits no variables of this process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChildCommand {
    pub program: PathBuf,
    pub args: Vec<OsString>,
    pub env: Vec<(String, String)>,
}

/// A running child. Dropping it kills the process.
#[derive(Debug)]
pub struct Child {
    process: tokio::process::Child,
}

impl Child {
    pub(super) fn new(process: tokio::process::Child) -> Child {
        Child { process }
    }

    /// `None` once the process has ended and has been waited for.
    #[must_use]
    pub fn pid(&self) -> Option<u32> {
        self.process.id()
    }

    /// Waits for the process to exit.
    ///
    /// # Errors
    /// When the operating system does not return the exit status.
    pub async fn wait(&mut self) -> io::Result<ExitStatus> {
        self.process.wait().await
    }

    /// Sends SIGTERM, and SIGKILL to the whole process group if the process has not ended within `grace`.
    ///
    /// # Errors
    /// When the operating system does not return the exit status.
    pub async fn stop(&mut self, grace: Duration) -> io::Result<ExitStatus> {
        self.stop_until(tokio::time::sleep(grace)).await
    }

    /// Sends SIGTERM, and SIGKILL to the whole process group if the process has not ended when `deadline` resolves.
    ///
    /// # Errors
    /// When the operating system does not return the exit status.
    pub async fn stop_until(&mut self, deadline: impl Future<Output = ()>) -> io::Result<ExitStatus> {
        if let Some(pid) = self.pid() {
            signal(pid, Signal::TERM);
        }
        tokio::select! {
            status = self.process.wait() => return status,
            () = deadline => {}
        }
        self.kill().await
    }

    /// Sends SIGKILL to the whole process group.
    ///
    /// # Errors
    /// When the operating system does not return the exit status.
    pub async fn kill(&mut self) -> io::Result<ExitStatus> {
        if let Some(pid) = self.pid() {
            signal_group(pid, Signal::KILL);
        }
        self.process.wait().await
    }
}
