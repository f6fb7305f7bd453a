//! The life of one process: wait until it is wanted, start it, wait until it accepts, tell the requests that wait, notice
//! its death, start it again.

use std::future::Future;
use std::io;
use std::path::Path;
use std::process::ExitStatus;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::{TcpStream, UnixStream};
use tokio::sync::{Notify, watch};
use tokio::time::Instant;

use super::back_off::BackOff;
use super::socket::Upstream;
use super::socket_folder::SocketFolder;
use super::{DRAIN, Listen, Service, Start};
use crate::child_process::{Child, ChildCommand, Spawner};

/// A process that does not accept by then will not.
const BOOT: Duration = Duration::from_secs(10);
/// A request waits out a shorter rest, and is refused at once for a longer one.
const WORTH_WAITING: Duration = Duration::from_secs(2);

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotReady {
    #[error("it failed to boot; see its log")]
    Boot,
    #[error("it keeps failing; the next attempt is in {} s", .0.as_secs() + 1)]
    Resting(Duration),
    #[error("it is being stopped")]
    Stopped,
}

#[derive(Clone, Debug)]
pub struct ServiceStatus {
    pub name: String,
    pub eager: bool,
    pub up: bool,
    pub pid: Option<u32>,
    pub restarts: u64,
}

#[derive(Debug, thiserror::Error)]
enum BootFailure {
    #[error("it could not be started: {0}")]
    Spawn(#[from] io::Error),
    #[error("it ended before it listened: {0}")]
    Ended(ExitStatus),
    #[error("it did not listen within {} s", BOOT.as_secs())]
    Late,
}

#[derive(Clone, Debug)]
enum Phase {
    Idle,
    Resting { until: Instant },
    Starting,
    Running { upstream: Upstream, pid: Option<u32> },
    Stopped,
}

#[derive(Clone, Debug)]
struct Life {
    phase: Phase,
    starts: u64,
    failed_boots: u64,
}

#[derive(Debug)]
pub struct Supervisor {
    service: Service,
    folder: Arc<SocketFolder>,
    life: watch::Sender<Life>,
    wanted: Notify,
}

impl Supervisor {
    pub(super) fn new(service: Service, folder: Arc<SocketFolder>) -> Supervisor {
        let (life, _) = watch::channel(Life { phase: Phase::Idle, starts: 0, failed_boots: 0 });
        Supervisor { service, folder, life, wanted: Notify::new() }
    }

    #[must_use]
    pub fn service(&self) -> &Service {
        &self.service
    }

    /// The running process; starts it where there is none and waits until it accepts.
    ///
    /// # Errors
    /// When it cannot be started now.
    pub async fn ready(&self) -> Result<Upstream, NotReady> {
        if let Phase::Running { upstream, .. } = &self.life.borrow().phase {
            return Ok(upstream.clone());
        }
        self.other_than(None).await
    }

    /// Like `ready`, for a caller that found nobody listening at `dead`.
    ///
    /// # Errors
    /// When it cannot be started now.
    pub async fn successor_of(&self, dead: &Upstream) -> Result<Upstream, NotReady> {
        self.other_than(Some(dead)).await
    }

    async fn other_than(&self, dead: Option<&Upstream>) -> Result<Upstream, NotReady> {
        let mut life = self.life.subscribe();
        let failed_boots = life.borrow().failed_boots;
        self.wanted.notify_one();
        let outcome = async {
            loop {
                let now = life.borrow_and_update().clone();
                match now.phase {
                    Phase::Running { upstream, .. } if Some(&upstream) != dead => return Ok(upstream),
                    Phase::Stopped => return Err(NotReady::Stopped),
                    _ if now.failed_boots > failed_boots => return Err(NotReady::Boot),
                    Phase::Resting { until } => {
                        let rest = until.saturating_duration_since(Instant::now());
                        if rest > WORTH_WAITING {
                            return Err(NotReady::Resting(rest));
                        }
                    }
                    Phase::Idle | Phase::Starting | Phase::Running { .. } => {}
                }
                if life.changed().await.is_err() {
                    return Err(NotReady::Stopped);
                }
            }
        };
        tokio::time::timeout(BOOT + WORTH_WAITING, outcome).await.unwrap_or(Err(NotReady::Boot))
    }

    #[must_use]
    pub fn status(&self) -> ServiceStatus {
        let life = self.life.borrow();
        let pid = match &life.phase {
            Phase::Running { pid, .. } => Some(*pid),
            _ => None,
        };
        ServiceStatus {
            name: self.service.name.to_string(),
            eager: self.service.start == Start::Eager,
            up: pid.is_some(),
            pid: pid.flatten(),
            restarts: life.starts.saturating_sub(1),
        }
    }

    /// Returns when the host stops and the process has ended.
    pub(super) async fn run(self: Arc<Self>, spawner: Spawner, stopping: watch::Receiver<bool>) {
        self.keep(&spawner, stopping).await;
        self.enter(Phase::Stopped);
    }

    async fn keep(&self, spawner: &Spawner, mut stopping: watch::Receiver<bool>) {
        let name = &self.service.name;
        let mut back_off = BackOff::default();
        let mut wanted = self.service.start == Start::Eager;
        for generation in 1.. {
            let start = async {
                self.rest(back_off.delay()).await;
                if !wanted {
                    self.wanted.notified().await;
                }
                self.boot(spawner, generation).await
            };
            let Some(booted) = unless_stopped(&mut stopping, start).await else { return };
            let born = Instant::now();
            wanted = match booted {
                Ok((mut child, upstream)) => {
                    self.enter(Phase::Running { upstream, pid: child.pid() });
                    let Some(ended) = unless_stopped(&mut stopping, child.wait()).await else {
                        drain(name.as_str(), &mut child).await;
                        return;
                    };
                    report_end(name.as_str(), &ended);
                    true
                }
                Err(failure) => {
                    tracing::error!(service = name.as_str(), "{failure}");
                    self.life.send_modify(|life| life.failed_boots += 1);
                    self.service.start == Start::Eager
                }
            };
            back_off.died(born.elapsed());
        }
    }

    async fn rest(&self, delay: Duration) {
        if !delay.is_zero() {
            let until = Instant::now() + delay;
            self.enter(Phase::Resting { until });
            tokio::time::sleep_until(until).await;
        }
        self.enter(Phase::Idle);
    }

    async fn boot(&self, spawner: &Spawner, generation: u64) -> Result<(Child, Upstream), BootFailure> {
        self.life.send_modify(|life| {
            life.phase = Phase::Starting;
            life.starts += 1;
        });
        let upstream = Upstream::new(&self.service.name, generation)?;
        let socket = upstream.socket(&self.folder);
        let began = Instant::now();
        let mut child = spawner.spawn(self.service.name.as_str(), &self.command(&socket)).await?;
        tokio::select! {
            () = self.accepting(&socket) => {}
            ended = child.wait() => return Err(BootFailure::Ended(ended?)),
            () = tokio::time::sleep(BOOT) => return Err(BootFailure::Late),
        }
        tracing::info!(
            service = self.service.name.as_str(),
            pid = child.pid(),
            boot_ms = began.elapsed().as_secs_f64() * 1000.0,
            "started"
        );
        Ok((child, upstream))
    }

    fn command(&self, socket: &Path) -> ChildCommand {
        let mut command = self.service.command.clone();
        if self.service.listen == Listen::Socket {
            command.env.push(("SOCKET".to_owned(), socket.to_string_lossy().into_owned()));
        }
        command
    }

    /// Asks again every millisecond: a function listens two milliseconds after it was started, and its first request waits.
    async fn accepting(&self, socket: &Path) {
        loop {
            let answered = match self.service.listen {
                Listen::Socket => UnixStream::connect(socket).await.is_ok(),
                Listen::Tcp(address) => TcpStream::connect(address).await.is_ok(),
            };
            if answered {
                return;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    fn enter(&self, phase: Phase) {
        self.life.send_modify(|life| life.phase = phase);
    }
}

/// `None` once the host stops, whatever the future was doing.
async fn unless_stopped<T>(
    stopping: &mut watch::Receiver<bool>,
    future: impl Future<Output = T>,
) -> Option<T> {
    tokio::select! {
        output = future => Some(output),
        // A dropped host is a stopped one.
        _ = stopping.wait_for(|stopping| *stopping) => None,
    }
}

async fn drain(name: &str, child: &mut Child) {
    match child.stop(DRAIN).await {
        Ok(status) if status.success() => tracing::debug!(service = name, "stopped"),
        Ok(status) => tracing::warn!(service = name, "did not stop by itself: {status}"),
        Err(error) => tracing::warn!(service = name, "cannot tell how it stopped: {error}"),
    }
}

fn report_end(name: &str, ended: &io::Result<ExitStatus>) {
    match ended {
        Ok(status) => tracing::error!(service = name, "ended by itself: {status}; it is started again"),
        Err(error) => tracing::error!(service = name, "lost sight of it: {error}; it is started again"),
    }
}
