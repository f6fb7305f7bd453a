//! The stack's own Postgres: started from a thread of its own, watched, and started again when it dies.

use postgres_server::{Error, Options, Server};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// How often the server is looked after.
const WATCH: Duration = Duration::from_millis(100);
const FIRST_REST: Duration = Duration::from_millis(100);
const LONGEST_REST: Duration = Duration::from_secs(10);
/// How often the length of its log is looked at.
const LOG_WATCH: Duration = Duration::from_secs(60);
/// A server that has run this long did not die of its start.
const STEADY: Duration = Duration::from_secs(30);

/// A Postgres that runs until this value is dropped, which waits for its orderly end.
pub struct Postgres {
    /// The address for the superuser.
    pub url: String,
    pub version: String,
    pub port: u16,
    /// Where the data lies when it cannot be in the data folder.
    pub elsewhere: Option<PathBuf>,
    _keeper: Keeper,
}

struct Keeper {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.stop.take();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// What the thread tells when the server takes connections.
struct Started {
    url: String,
    port: u16,
    elsewhere: Option<PathBuf>,
}

impl Postgres {
    /// Starts a server, on any free port when the one in `options` is taken, so that a second stack starts beside the
    /// first. Dropping the future ends the server as well.
    pub async fn start(
        binaries: postgres_server::Binaries,
        options: Options,
        password: String,
    ) -> Result<Postgres, Error> {
        let (stop, stopped) = mpsc::channel();
        let (tell, started) = oneshot::channel();
        let version = binaries.version().to_owned();
        let thread = std::thread::Builder::new().name("postgres".into()).spawn(move || {
            let address = |server: &Server| Started {
                url: server.url("postgres", Some(&password), "postgres"),
                port: server.port(),
                elsewhere: server.home_elsewhere().map(Path::to_owned),
            };
            let first = match Server::start(&binaries, options.clone()) {
                Err(Error::PortInUse(_)) => Server::start(&binaries, Options { port: 0, ..options.clone() }),
                result => result,
            };
            match first {
                Ok(server) => {
                    let options = Options { port: server.port(), ..options };
                    let _ = tell.send(Ok(address(&server)));
                    watch(server, &stopped, || Server::start(&binaries, options.clone()));
                }
                Err(error) => {
                    let _ = tell.send(Err(error));
                }
            }
        });
        let thread = thread.map_err(|source| Error::Io { doing: "start a thread".into(), source })?;
        let keeper = Keeper { stop: Some(stop), thread: Some(thread) };
        let interrupted = |_| Error::Failed { program: "postgres", output: "its thread ended".into() };
        let Started { url, port, elsewhere } = started.await.map_err(interrupted)??;
        Ok(Postgres { url, version, port, elsewhere, _keeper: keeper })
    }
}

/// Returns when the stop is asked for and the server has ended.
fn watch(mut server: Server, stopped: &Receiver<()>, start: impl Fn() -> Result<Server, Error>) {
    let mut rest = FIRST_REST;
    let mut log_seen = Instant::now();
    loop {
        let born = Instant::now();
        let ended = loop {
            if asked_to_stop(stopped, WATCH) {
                if let Err(error) = server.stop() {
                    tracing::warn!("Postgres did not stop in good order: {error}");
                }
                return;
            }
            if log_seen.elapsed() > LOG_WATCH {
                log_seen = Instant::now();
                if let Err(error) = server.bound_log() {
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
        if born.elapsed() > STEADY {
            rest = FIRST_REST;
        }
        server = loop {
            if asked_to_stop(stopped, rest) {
                return;
            }
            rest = (rest * 2).min(LONGEST_REST);
            match start() {
                Ok(server) => break server,
                Err(error) => tracing::error!("Postgres cannot be started again: {error}"),
            }
        };
        tracing::warn!(port = server.port(), "Postgres is back");
    }
}

fn asked_to_stop(stopped: &Receiver<()>, wait: Duration) -> bool {
    !matches!(stopped.recv_timeout(wait), Err(RecvTimeoutError::Timeout))
}
