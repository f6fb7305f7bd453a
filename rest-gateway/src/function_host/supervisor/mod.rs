//! The supervisor of one process. It waits for the first request (unless the service is eager), starts the process,
//! waits until it accepts connections, wakes the waiting requests, and restarts the process with backoff when it dies.
//! `requests` waits for a running process.

mod requests;

use std::future::pending;
use std::io;
use std::process::ExitStatus;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use child_process::{Signal, signal};
use futures_util::FutureExt as _;
use tokio::sync::{Notify, watch};
use tokio::time::Instant;

use super::admission::Admission;
use super::boot::{BootError, boot};
use super::connections::{ConnectionCount, Connections};
use super::cpu_time;
use super::endings::{Ending, Endings, drain, log_exit};
use super::metrics::ServiceMetrics;
use super::retirement::{Retirements, Retiring};
use super::service::{Service, Start};
use super::socket::Upstream;
use super::socket_folder::SocketFolder;
use crate::process::{Backoff, Child, Spawner};

#[derive(Clone, Debug)]
enum Phase {
    Idle,
    BackingOff { until: Instant },
    Starting,
    Running { upstream: Upstream, pid: Option<u32> },
    Stopped,
}

#[derive(Clone, Debug)]
struct State {
    phase: Phase,
    starts: u64,
    failed_boots: u64,
    /// Whether the settings have changed since the process was started and before it could take a signal.
    reload_pending: bool,
}

/// Supervises one service. Shared between its task and the requests that wait for the process.
#[derive(Debug)]
pub struct Supervisor {
    /// The description of the next process. Its `name` and its `start` never change.
    service: RwLock<Arc<Service>>,
    admission: RwLock<Arc<Admission>>,
    metrics: Arc<ServiceMetrics>,
    folder: Arc<SocketFolder>,
    connections: Arc<Connections>,
    state: watch::Sender<State>,
    /// Notified by requests that need the process.
    requested: Notify,
    /// Notified when the running process is to be replaced.
    replaced: Notify,
    /// Set when the service is removed while the host goes on.
    removed: watch::Sender<bool>,
    retirements: Arc<Retirements>,
}

/// Why a running process is no longer the one that gets requests.
enum End {
    Exited(io::Result<ExitStatus>),
    Idle,
    Replaced,
    /// It has used too much CPU time.
    CpuLimit,
}

impl Supervisor {
    pub(super) fn new(
        service: Service,
        folder: Arc<SocketFolder>,
        connections: Arc<Connections>,
        retirements: Arc<Retirements>,
    ) -> Supervisor {
        let (state, _) =
            watch::channel(State { phase: Phase::Idle, starts: 0, failed_boots: 0, reload_pending: false });
        let (requested, replaced, removed) = (Notify::new(), Notify::new(), watch::Sender::new(false));
        Supervisor {
            admission: RwLock::new(Arc::new(Admission::new(service.max_concurrency))),
            service: RwLock::new(Arc::new(service)),
            metrics: Arc::default(),
            folder,
            connections,
            state,
            requested,
            replaced,
            removed,
            retirements,
        }
    }

    /// The service that this supervises.
    #[must_use]
    pub fn service(&self) -> Arc<Service> {
        Arc::clone(&self.service.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Changes the description of the next process, and replaces the running one.
    pub(super) fn redefine(&self, service: Service) {
        if service.max_concurrency != self.service().max_concurrency {
            let admission = Arc::new(Admission::new(service.max_concurrency));
            *self.admission.write().unwrap_or_else(PoisonError::into_inner) = admission;
        }
        *self.service.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(service);
        self.replace();
    }

    /// Ends the process after its requests, and starts no other.
    pub(super) fn remove(&self) {
        self.removed.send_replace(true);
    }

    /// Lets the process read its settings again: sends it SIGHUP, which would end a process that does not handle it. One
    /// that is being started gets it when it accepts connections; a later one reads the current settings anyway.
    pub fn reload(&self) {
        self.state.send_if_modified(|state| {
            match state.phase {
                Phase::Running { pid: Some(pid), .. } => signal(pid, Signal::HUP),
                Phase::Starting => state.reload_pending = true,
                _ => {}
            }
            false
        });
    }

    /// Lets the next request start another process, and the running one finish its requests. A process that keeps failing
    /// is started at the next request, without a delay.
    pub fn replace(&self) {
        self.replaced.notify_one();
    }

    /// The supervisor's task. Returns when the host stops and the process has ended.
    pub(super) async fn run(self: Arc<Self>, spawner: Spawner, stopping: watch::Receiver<Option<Duration>>) {
        self.supervise(&spawner, stopping).await;
        self.enter(Phase::Stopped);
    }

    async fn supervise(&self, spawner: &Spawner, stopping: watch::Receiver<Option<Duration>>) {
        let service = self.service();
        let (name, is_eager) = (&service.name, service.start == Start::Eager);
        let mut endings = Endings { stopping, removed: self.removed.subscribe() };
        let mut backoff = Backoff::for_service();
        let mut start_now = is_eager;
        loop {
            let start = async {
                self.back_off(backoff.delay()).await;
                if !start_now {
                    self.requested.notified().await;
                }
                self.boot(spawner).await
            };
            let Ok(booted) = endings.unless_ended(start).await else { return };
            let started = Instant::now();
            start_now = match booted {
                Ok((mut child, upstream)) => {
                    let count = self.connections.register(upstream.authority().as_str());
                    self.enter_running(upstream.clone(), child.pid());
                    match endings.unless_ended(self.end_of(&mut child, &count)).await {
                        Err(Ending::HostStops(grace)) => {
                            drain(name.as_str(), &mut child, grace).await;
                            return;
                        }
                        Err(Ending::Removed) => {
                            self.retire(child, upstream, count);
                            return;
                        }
                        Ok(End::Exited(status)) => log_exit(name.as_str(), &status),
                        Ok(End::CpuLimit) => {
                            // Before its end, so that no further request goes to it.
                            self.enter(Phase::Idle);
                            self.retirements.limited().end(name, &mut child, &upstream).await;
                            start_now = is_eager;
                            continue;
                        }
                        Ok(End::Idle | End::Replaced) => {
                            // Requests that arrived together at the start may have left a permit.
                            let _ = self.requested.notified().now_or_never();
                            self.enter(Phase::Idle);
                            self.retire(child, upstream, count);
                            backoff = Backoff::for_service();
                            start_now = is_eager;
                            continue;
                        }
                    }
                    true
                }
                Err(error) => {
                    tracing::error!(service = name.as_str(), "{error}");
                    self.state.send_modify(|state| state.failed_boots += 1);
                    is_eager
                }
            };
            backoff.failed(started.elapsed());
        }
    }

    /// Waits until a running process must get no more requests, and says why.
    async fn end_of(&self, child: &mut Child, count: &ConnectionCount) -> End {
        let service = self.service();
        let idle = async {
            match service.max_idle {
                Some(max_idle) => count.idle_for(max_idle).await,
                None => pending().await,
            }
        };
        let pid = child.pid();
        tokio::select! {
            status = child.wait() => End::Exited(status),
            () = idle => End::Idle,
            () = cpu_time::exceeded(pid, count, service.cpu_limit) => End::CpuLimit,
            () = self.replaced.notified() => End::Replaced,
        }
    }

    /// Lets a process finish its requests, within their limit of CPU time.
    fn retire(&self, child: Child, upstream: Upstream, connections: ConnectionCount) {
        let service = self.service();
        let (name, cpu_limit) = (service.name.clone(), service.cpu_limit);
        self.retirements.begin(Retiring { name, child, upstream, connections, cpu_limit });
    }

    async fn back_off(&self, delay: Duration) {
        if !delay.is_zero() {
            let until = Instant::now() + delay;
            self.enter(Phase::BackingOff { until });
            tokio::select! {
                () = tokio::time::sleep_until(until) => {}
                () = self.replaced.notified() => {}
            }
        }
        self.enter(Phase::Idle);
    }

    async fn boot(&self, spawner: &Spawner) -> Result<(Child, Upstream), BootError> {
        // The process that is started now is the replacement.
        let _ = self.replaced.notified().now_or_never();
        self.state.send_modify(|state| {
            state.phase = Phase::Starting;
            state.reload_pending = false;
            state.starts += 1;
        });
        boot(&self.service(), &self.folder, spawner).await
    }

    fn enter_running(&self, upstream: Upstream, pid: Option<u32>) {
        self.state.send_modify(|state| {
            state.phase = Phase::Running { upstream, pid };
            if let (true, Some(pid)) = (std::mem::take(&mut state.reload_pending), pid) {
                signal(pid, Signal::HUP);
            }
        });
    }

    fn enter(&self, phase: Phase) {
        self.state.send_modify(|state| state.phase = phase);
    }
}
