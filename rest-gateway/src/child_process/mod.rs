//! Child processes that never outlive this one: started with a clean environment in a process group of their own, their
//! output passed on line by line, stopped with SIGTERM first and SIGKILL after a grace period.
//!
//! Rejects nothing by itself; what cannot be started is the caller's `io::Error`.

mod output;
mod parent_death;
mod spawner;

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::Duration;

pub use parent_death::end_with_parent;
pub use spawner::Spawner;

/// What to start. The environment is exactly `env`: nothing of ours is inherited.
#[derive(Clone, Debug)]
pub struct ChildCommand {
    pub program: PathBuf,
    pub args: Vec<OsString>,
    pub env: Vec<(String, String)>,
}

#[derive(Debug)]
pub struct Child {
    process: tokio::process::Child,
}

impl Child {
    /// `None` once it has ended and been waited for.
    #[must_use]
    pub fn pid(&self) -> Option<u32> {
        self.process.id()
    }

    /// # Errors
    /// When the operating system cannot tell how it ended.
    pub async fn wait(&mut self) -> io::Result<ExitStatus> {
        self.process.wait().await
    }

    /// Asks it to end, and ends it when it has not within `grace`.
    ///
    /// # Errors
    /// When the operating system cannot tell how it ended.
    pub async fn stop(&mut self, grace: Duration) -> io::Result<ExitStatus> {
        if let Some(pid) = self.pid() {
            parent_death::terminate(pid);
        }
        if let Ok(status) = tokio::time::timeout(grace, self.process.wait()).await {
            return status;
        }
        if let Some(pid) = self.pid() {
            parent_death::kill_group(pid);
        }
        self.process.wait().await
    }
}
