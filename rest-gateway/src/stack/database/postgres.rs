//! The supervisor of the stack's own Postgres: starts the server from a dedicated thread, rotates its log, and restarts
//! it with backoff when it dies. Separate from the supervisor of service processes, because `postgres_server` is a
//! blocking API and Postgres is ready by its own protocol, not when a socket accepts.

use crate::process::Backoff;
use postgres_server::{Error, Options, Server};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// How often the process is checked.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);
/// How often the size of its log is checked.
const LOG_CHECK_INTERVAL: Duration = Duration::from_secs(60);

/// A running Postgres. Dropping it stops the server and waits for a clean shutdown.
pub struct Postgres {
    /// The connection string of the superuser.
    pub url: String,
    pub version: String,
    pub port: u16,
    /// The folder of the data, if it cannot be in the data folder.
    pub elsewhere: Option<PathBuf>,
    _supervisor: Supervisor,
}

/// The supervisor thread. Dropping this stops the server.
struct Supervisor {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Supervisor {
    fn drop(&mut self) {
        self.stop.take();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Sent by the thread once the server accepts connections.
struct Started {
    url: String,
    port: u16,
    elsewhere: Option<PathBuf>,
}

impl Postgres {
    /// Starts a server. If the port in `options` is taken, by a second stack for example, it uses any free one.
    /// Dropping the future stops the server.
    ///
    /// # Errors
    /// When the server or the thread cannot be started.
    pub async fn start(
        binaries: postgres_server::Binaries,
        options: Options,
        password: String,
    ) -> Result<Postgres, Error> {
        let (stop, stopped) = mpsc::channel();
        let (sender, started) = oneshot::channel();
        let version = binaries.version().to_owned();
        let thread = std::thread::Builder::new().name("postgres".into()).spawn(move || {
            let address = |server: &Server| Started {
                url: server.url("postgres", Some(&password), "postgres"),
                port: server.port(),
                elsewhere: server.relocated_data().map(Path::to_owned),
            };
            let first = match Server::start(&binaries, options.clone()) {
                Err(Error::PortInUse(_)) => Server::start(&binaries, Options { port: 0, ..options.clone() }),
                result => result,
            };
            match first {
                Ok(server) => {
                    let options = Options { port: server.port(), ..options };
                    let _ = sender.send(Ok(address(&server)));
                    supervise(server, &stopped, || Server::start(&binaries, options.clone()));
                }
                Err(error) => {
                    let _ = sender.send(Err(error));
                }
            }
        });
        let thread = thread.map_err(|source| Error::Io { operation: "start a thread".into(), source })?;
        let supervisor = Supervisor { stop: Some(stop), thread: Some(thread) };
        let interrupted = |_| Error::Failed { program: "postgres", output: "its thread ended".into() };
        let Started { url, port, elsewhere } = started.await.map_err(interrupted)??;
        Ok(Postgres { url, version, port, elsewhere, _supervisor: supervisor })
    }
}

/// Restarts the server whenever it ends. Returns once a stop was requested and the server has ended.
fn supervise(mut server: Server, stopped: &Receiver<()>, start: impl Fn() -> Result<Server, Error>) {
    let mut backoff = Backoff::for_postgres();
    let mut log_checked = Instant::now();
    loop {
        let started = Instant::now();
        let ended = loop {
            if is_stop_requested(stopped, CHECK_INTERVAL) {
                if let Err(error) = server.stop() {
                    tracing::warn!("Postgres did not shut down cleanly: {error}");
                }
                return;
            }
            if log_checked.elapsed() > LOG_CHECK_INTERVAL {
                log_checked = Instant::now();
                if let Err(error) = server.rotate_log() {
                    tracing::warn!("{error}");
                }
            }
            match server.try_wait() {
                Ok(None) => {}
                Ok(Some(status)) => break status.to_string(),
                Err(error) => break error.to_string(),
            }
        };
        tracing::error!("Postgres ended by itself ({ended}); it is started again");
        drop(server);
        backoff.failed(started.elapsed());
        server = loop {
            if is_stop_requested(stopped, backoff.delay()) {
                return;
            }
            match start() {
                Ok(server) => break server,
                Err(error) => {
                    tracing::error!("Postgres cannot be started again: {error}");
                    backoff.failed(Duration::ZERO);
                }
            }
        };
        tracing::warn!(port = server.port(), "Postgres is back");
    }
}

/// Waits up to `wait` for a request to stop.
fn is_stop_requested(stopped: &Receiver<()>, wait: Duration) -> bool {
    !matches!(stopped.recv_timeout(wait), Err(RecvTimeoutError::Timeout))
}
