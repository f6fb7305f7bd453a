//! Keeps the processes behind the front door: each function from its first request on, the stack's own services from the
//! start; both restarted with back-off when they die and drained at the end.
//!
//! Rejects two services of one name, and a request to one that cannot be started (`NotReady`).

mod back_off;
mod service;
mod socket;
mod socket_folder;
mod supervisor;
mod verify_jwt;

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinHandle;

use self::socket_folder::SocketFolder;
use crate::child_process::Spawner;

pub use service::{BadServiceName, FunctionRules, Listen, Service, ServiceName, Start};
pub use socket::{SocketConnector, Upstream};
pub use supervisor::{NotReady, ServiceStatus, Supervisor};
pub use verify_jwt::{BadJwks, Refusal, TokenVerifier};

/// How long a child may take to finish what is under way.
const DRAIN: Duration = Duration::from_secs(10);

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

/// Cheap to clone. Dropping the last clone kills what runs; `stop` ends it in order.
#[derive(Clone, Debug)]
pub struct FunctionHost {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    services: BTreeMap<String, Arc<Supervisor>>,
    folder: Arc<SocketFolder>,
    stopping: watch::Sender<bool>,
    tasks: std::sync::Mutex<Vec<JoinHandle<()>>>,
}

impl FunctionHost {
    /// Starts the supervision; eager services begin to start at once. Call it within a multi-threaded tokio runtime that
    /// lives as long as the host.
    ///
    /// # Errors
    /// When two services share a name, or the machine refuses a folder or a thread.
    pub fn new(services: Vec<Service>) -> Result<FunctionHost, HostError> {
        let folder = Arc::new(SocketFolder::create().map_err(HostError::SocketFolder)?);
        let spawner = Spawner::start().map_err(HostError::Thread)?;
        let (stopping, _) = watch::channel(false);
        let mut supervised = BTreeMap::new();
        for service in services {
            let name = service.name.clone();
            let supervisor = Arc::new(Supervisor::new(service, Arc::clone(&folder)));
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

    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Arc<Supervisor>> {
        self.inner.services.get(name)
    }

    #[must_use]
    pub fn status(&self) -> Vec<ServiceStatus> {
        self.inner.services.values().map(|supervisor| supervisor.status()).collect()
    }

    /// Opens connections to the sockets of this host's services.
    #[must_use]
    pub fn connector(&self) -> SocketConnector {
        SocketConnector::new(Arc::clone(&self.inner.folder))
    }

    /// SIGTERM to all, ten seconds to finish what is under way, then SIGKILL. What asks for a service after that is refused.
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
