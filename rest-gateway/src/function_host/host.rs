//! The supervisors of all services of a stack.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::connections::Connections;
use super::retirement::Retirements;
use super::service::{Service, ServiceName, Start};
use super::socket::SocketConnector;
use super::socket_folder::SocketFolder;
use super::status::{NotReady, ServiceStatus};
use super::supervisor::Supervisor;
use crate::process::Spawner;

/// How long a process may go on after SIGTERM by default.
pub const STOP_GRACE: Duration = Duration::from_secs(10);

/// Why the host, or an eager service, did not start.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    #[error("two services are called `{0}`")]
    NameTaken(ServiceName),
    #[error("no private folder for sockets: {0}")]
    SocketFolder(#[source] io::Error),
    #[error("no thread to start processes from: {0}")]
    Thread(#[source] io::Error),
    #[error("`{name}` did not start: {reason}")]
    NotStarted { name: ServiceName, reason: NotReady },
}

/// A handle to the running services. Cheap to clone. Dropping the last clone kills the processes; [`stop`](Self::stop)
/// drains them first.
#[derive(Clone, Debug)]
pub struct FunctionHost {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    services: RwLock<BTreeMap<String, Arc<Supervisor>>>,
    folder: Arc<SocketFolder>,
    connections: Arc<Connections>,
    retirements: Arc<Retirements>,
    spawner: Spawner,
    /// How long processes may go on after SIGTERM, once the host stops.
    stopping: watch::Sender<Option<Duration>>,
    tasks: std::sync::Mutex<Vec<JoinHandle<()>>>,
}

impl FunctionHost {
    /// Starts a supervisor per service; eager services start at once. Must be called within a multi-threaded tokio
    /// runtime that lives as long as the host.
    ///
    /// # Errors
    /// When two services share a name, or the socket folder or the spawner thread cannot be created.
    pub fn new(services: Vec<Service>) -> Result<FunctionHost, HostError> {
        let folder = Arc::new(SocketFolder::create().map_err(HostError::SocketFolder)?);
        let spawner = Spawner::start().map_err(HostError::Thread)?;
        let (stopping, _) = watch::channel(None);
        let host = FunctionHost {
            inner: Arc::new(Inner {
                services: RwLock::default(),
                folder,
                connections: Arc::new(Connections::default()),
                retirements: Arc::new(Retirements::new(stopping.subscribe())),
                spawner,
                stopping,
                tasks: std::sync::Mutex::default(),
            }),
        };
        for service in services {
            if host.get(service.name.as_str()).is_some() {
                return Err(HostError::NameTaken(service.name));
            }
            host.add(service);
        }
        Ok(host)
    }

    fn add(&self, service: Service) {
        let inner = &self.inner;
        let name = service.name.as_str().to_owned();
        let (folder, connections) = (Arc::clone(&inner.folder), Arc::clone(&inner.connections));
        let supervisor =
            Arc::new(Supervisor::new(service, folder, connections, Arc::clone(&inner.retirements)));
        let task = Arc::clone(&supervisor).run(inner.spawner.clone(), inner.stopping.subscribe());
        inner.services.write().unwrap_or_else(PoisonError::into_inner).insert(name, supervisor);
        let mut tasks = inner.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        tasks.retain(|task: &JoinHandle<()>| !task.is_finished());
        tasks.push(tokio::spawn(task));
    }

    /// The supervisors, by name.
    fn supervisors(&self) -> Vec<Arc<Supervisor>> {
        self.inner.services.read().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    /// Waits until every eager service accepts connections.
    ///
    /// # Errors
    /// Names the first one that could not be started.
    pub async fn eager_services_ready(&self) -> Result<(), HostError> {
        for supervisor in self.supervisors() {
            if supervisor.service().start == Start::Eager {
                supervisor.ready().await.map_err(|reason| HostError::NotStarted {
                    name: supervisor.service().name.clone(),
                    reason,
                })?;
            }
        }
        Ok(())
    }

    /// The supervisor of a service.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Arc<Supervisor>> {
        self.inner.services.read().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    /// The state of every service, by name.
    #[must_use]
    pub fn status(&self) -> Vec<ServiceStatus> {
        self.supervisors().iter().map(|supervisor| supervisor.status()).collect()
    }

    /// Makes these the functions of the host, and replaces the processes of all of them, because their sources may have
    /// changed. Requests in flight are finished by the process that has them. A function with the name of another
    /// service is left out.
    pub fn update_functions(&self, functions: Vec<Service>) {
        let kept: BTreeSet<String> = functions.iter().map(|it| it.name.as_str().to_owned()).collect();
        {
            let mut services = self.inner.services.write().unwrap_or_else(PoisonError::into_inner);
            services.retain(|name, supervisor| {
                let stays = supervisor.service().function.is_none() || kept.contains(name);
                if !stays {
                    supervisor.remove();
                }
                stays
            });
        }
        for function in functions {
            match self.get(function.name.as_str()) {
                None => self.add(function),
                Some(other) if other.service().function.is_none() => {
                    tracing::error!("a service of the stack is called {}, too", function.name);
                }
                Some(supervisor) if *supervisor.service() == function => supervisor.replace(),
                Some(supervisor) => supervisor.redefine(function),
            }
        }
    }

    /// A connector to the sockets of this host's services, for an HTTP client.
    #[must_use]
    pub fn connector(&self) -> SocketConnector {
        SocketConnector::new(Arc::clone(&self.inner.folder), Arc::clone(&self.inner.connections))
    }

    /// Sends SIGTERM to every process, and SIGKILL ten seconds later. Requests for a service fail with
    /// `NotReady::Stopped` from then on.
    pub async fn stop(&self) {
        self.stop_within(STOP_GRACE).await;
    }

    /// Like [`stop`](Self::stop), with another time until SIGKILL. Work in the background may go on for that long.
    pub async fn stop_within(&self, grace: Duration) {
        self.inner.stopping.send_replace(Some(grace));
        let tasks = match self.inner.tasks.lock() {
            Ok(mut tasks) => std::mem::take(&mut *tasks),
            Err(poisoned) => std::mem::take(&mut *poisoned.into_inner()),
        };
        for task in tasks {
            // A supervisor that panicked has dropped its child, which kills it.
            let _ = task.await;
        }
        self.inner.retirements.finish().await;
        self.inner.folder.remove();
    }
}
