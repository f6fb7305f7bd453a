//! A Redis of one test, at a socket in a folder of its own.

use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use tokio::net::UnixStream;
use tokio::process::{Child, Command};

/// Generous, for a loaded machine.
const TIMEOUT: Duration = Duration::from_secs(30);

/// The variable that `.ci/redis` sets where Redis cannot be installed.
const WITHOUT: &str = "TEST_WITHOUT_REDIS";

/// A running server. Killed when this value is dropped.
pub struct Redis {
    program: PathBuf,
    folder: tempfile::TempDir,
    server: Child,
}

impl Redis {
    /// `None` if there is no `redis-server` and [`WITHOUT`] is set.
    ///
    /// # Panics
    /// When there is no `redis-server` and [`WITHOUT`] is not set.
    pub async fn start() -> Option<Redis> {
        let folders = std::env::var_os("PATH").unwrap_or_default();
        let program =
            std::env::split_paths(&folders).map(|folder| folder.join("redis-server")).find(|it| it.exists());
        let Some(program) = program else {
            assert!(
                std::env::var_os(WITHOUT).is_some(),
                "tests of several nodes need redis-server: `just redis` installs it"
            );
            return None;
        };
        let folder = tempfile::tempdir().expect("a folder");
        let server = spawn(&program, &folder).await;
        Some(Redis { program, folder, server })
    }

    pub fn url(&self) -> String {
        format!("redis+unix://{}", self.folder.path().join("redis.sock").display())
    }

    pub async fn kill(&mut self) {
        self.server.kill().await.expect("kill Redis");
    }

    /// Starts it again, at the same address and with nothing stored.
    pub async fn restart(&mut self) {
        self.server = spawn(&self.program, &self.folder).await;
    }
}

async fn spawn(program: &PathBuf, folder: &tempfile::TempDir) -> Child {
    let socket = folder.path().join("redis.sock");
    let _ = std::fs::remove_file(&socket);
    let server = Command::new(program)
        .args(["--port", "0", "--save", "", "--appendonly", "no", "--unixsocket"])
        .arg(&socket)
        .arg("--dir")
        .arg(folder.path())
        .stdout(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .expect("start Redis");
    let listening = async {
        while UnixStream::connect(&socket).await.is_err() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(TIMEOUT, listening).await.expect("Redis listens in time");
    server
}
