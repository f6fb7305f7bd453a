//! Statements that may take long: when their request is dropped before they have ended, Postgres is told to stop. By
//! itself it notices only at their end, and clients that ask and leave could have any number of them run.

use deadpool_postgres::{Object, Transaction};
use postgres_connect::Connector;
use std::sync::Arc;
use tokio::runtime::Handle;

use super::{Connection, Database};
use crate::error::{Error, Result};

impl Database {
    /// Runs `work` in a transaction that keeps nothing.
    pub async fn read<T>(&self, work: impl AsyncFnOnce(&Transaction<'_>) -> Result<T>) -> Result<T> {
        let mut watched =
            Watched { connection: Some(self.connection().await?), connector: self.connector.clone() };
        let transaction = watched.connection()?.begin().await?;
        let answer = work(&transaction).await;
        drop(transaction);
        watched.has_ended();
        answer
    }
}

struct Watched {
    connection: Option<Connection>,
    connector: Arc<Connector>,
}

impl Watched {
    fn connection(&mut self) -> Result<&mut Connection> {
        self.connection.as_mut().ok_or_else(|| Error::internal("the connection was given back"))
    }

    fn has_ended(mut self) {
        self.connection = None;
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        let (Some(Connection(client)), Ok(runtime)) = (self.connection.take(), Handle::try_current()) else {
            return;
        };
        // It leaves the pool, so that nobody else's statement is the one that is stopped.
        let client = Object::take(client);
        let connector = self.connector.clone();
        runtime.spawn(async move {
            if let Err(error) = connector.cancel(&client.cancel_token()).await {
                tracing::debug!(%error, "a statement that nobody waits for could not be stopped");
            }
        });
    }
}
