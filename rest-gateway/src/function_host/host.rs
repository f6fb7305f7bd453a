//! The supervisors of all services of a stack.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::connections::Connections;
use super::service::{Service, ServiceName, Start};
use super::socket::SocketConnector;
use super::socket_folder::SocketFolder;
use super::status::{NotReady, ServiceStatus};
use super::supervisor::Supervisor;
use crate::process::Spawner;

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
    services: BTreeMap<String, Arc<Supervisor>>,
    folder: Arc<SocketFolder>,
    connections: Arc<Connections>,
    stopping: watch::Sender<bool>,
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
        let (stopping, _) = watch::channel(false);
        let connections = Arc::new(Connections::default());
        let mut supervised = BTreeMap::new();
        for service in services {
            let name = service.name.clone();
            let supervisor =
                Arc::new(Supervisor::new(service, Arc::clone(&folder), Arc::clone(&connections)));
            if supervised.insert(name.as_str().to_owned(), supervisor).is_some() {
                return Err(HostError::NameTaken(name));
            }
        }
        let tasks = supervised
            .values()
            .map(|supervisor| {
                let task = Arc::clone(supervisor).run(spawner.clone(), stopping.subscribe());
                tokio::spawn(task)
            })
            .collect();
        Ok(FunctionHost {
            inner: Arc::new(Inner {
                services: supervised,
                folder,
                connections,
                stopping,
                tasks: std::sync::Mutex::new(tasks),
            }),
        })
    }

    /// Waits until every eager service accepts connections.
    ///
    /// # Errors
    /// Names the first one that could not be started.
    pub async fn eager_services_ready(&self) -> Result<(), HostError> {
        for supervisor in self.inner.services.values() {
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
    pub fn get(&self, name: &str) -> Option<&Arc<Supervisor>> {
        self.inner.services.get(name)
    }

    /// The state of every service, by name.
    #[must_use]
    pub fn status(&self) -> Vec<ServiceStatus> {
        self.inner.services.values().map(|supervisor| supervisor.status()).collect()
    }

    /// Replaces the processes of all functions, e.g. after a change of their sources. Requests in flight are finished by
    /// the process that has them.
    pub fn replace_functions(&self) {
        let functions = self.inner.services.values().filter(|it| it.service().function.is_some());
        functions.for_each(|function| function.replace());
    }

    /// A connector to the sockets of this host's services, for an HTTP client.
    #[must_use]
    pub fn connector(&self) -> SocketConnector {
        SocketConnector::new(Arc::clone(&self.inner.folder), Arc::clone(&self.inner.connections))
    }

    /// Sends SIGTERM to every process, and SIGKILL ten seconds later. Requests for a service fail with
    /// `NotReady::Stopped` from then on.
    pub async fn stop(&self) {
        self.inner.stopping.send_replace(true);
        let tasks = match self.inner.tasks.lock() {
            Ok(mut tasks) => std::mem::take(&mut *tasks),
            Err(poisoned) => std::mem::take(&mut *poisoned.into_inner()),
        };
        for task in tasks {
            // A supervisor that panicked has dropped its child, which kills it.
            let _ = task.await;
        }
        self.inner.folder.remove();
    }
}
