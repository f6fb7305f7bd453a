//! A connection to Postgres that all queries of one purpose share. It is opened when it is needed, and again after it was
//! lost.

use std::sync::Arc;
use std::time::Duration;

use postgres_connect::{AddressError, CancelOnDrop, ConnectError, Connector};
use tokio::runtime::Handle;
use tokio::sync::Mutex;
use tokio::task::JoinError;
use tokio::time::{error::Elapsed, timeout};
use tokio_postgres::Client;

/// Why there is no connection.
#[derive(Debug, thiserror::Error)]
pub enum SharedClientError {
    #[error(transparent)]
    Connect(#[from] ConnectError),
    #[error("the server did not accept the login in time")]
    Timeout(#[from] Elapsed),
    #[error("the connecting task failed: {0}")]
    Task(#[from] JoinError),
}

/// The connection of one purpose.
pub(crate) struct SharedClient {
    connector: Arc<Connector>,
    /// The deadline of connecting, the login included: `connect_timeout` ends before the login.
    connect_timeout: Duration,
    client: Mutex<Option<Arc<Client>>>,
    /// Drives the connection, because the runtimes of request threads may end before it.
    runtime: Handle,
}

impl SharedClient {
    /// Connects at the first query. Must be called in the runtime that shall drive the connection.
    ///
    /// # Errors
    /// When `url` cannot be used.
    pub(crate) fn new(
        url: &str,
        application_name: &str,
        connect_timeout: Duration,
    ) -> Result<SharedClient, AddressError> {
        let mut connector = Connector::parse(url)?;
        connector.config_mut().application_name(application_name).connect_timeout(connect_timeout);
        Ok(SharedClient {
            connector: Arc::new(connector),
            connect_timeout,
            client: Mutex::default(),
            runtime: Handle::current(),
        })
    }

    /// The current connection.
    ///
    /// # Errors
    /// When none can be opened.
    pub(crate) async fn get(&self) -> Result<Arc<Client>, SharedClientError> {
        let mut current = self.client.lock().await;
        if let Some(client) = current.as_ref().filter(|client| !client.is_closed()) {
            return Ok(Arc::clone(client));
        }
        let (connector, limit) = (Arc::clone(&self.connector), self.connect_timeout);
        let connecting = self.runtime.spawn(async move {
            let (client, connection) = timeout(limit, connector.connect()).await??;
            tokio::spawn(async move {
                if let Err(error) = connection.await {
                    tracing::debug!(%error, "a connection to the database was lost");
                }
            });
            Ok::<_, SharedClientError>(client)
        });
        let client = Arc::new(connecting.await??);
        *current = Some(Arc::clone(&client));
        Ok(client)
    }

    /// Drops a lost connection, unless another query has already replaced it.
    pub(crate) async fn forget(&self, lost: &Arc<Client>) {
        let mut current = self.client.lock().await;
        current.take_if(|client| Arc::ptr_eq(client, lost));
    }

    /// Drops a connection whose query is not answered, and cancels the query. Otherwise the server would keep one session
    /// for each query that waits for a lock.
    pub(crate) async fn abandon(&self, client: &Arc<Client>) {
        self.forget(client).await;
        drop(CancelOnDrop::new(client.cancel_token(), Arc::clone(&self.connector)));
    }
}
