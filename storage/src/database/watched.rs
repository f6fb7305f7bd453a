//! Statements that may take long: when their request is dropped before they have ended, Postgres is told to stop. By
//! itself it notices only at their end, and clients that ask and leave could have any number of them run.

use deadpool_postgres::{Object, Transaction};
use tokio::runtime::Handle;
use tokio_postgres::NoTls;

use super::{Connection, Database};
use crate::error::{Error, Result};

impl Database {
    /// Runs `work` in a transaction that keeps nothing.
    pub async fn read<T>(&self, work: impl AsyncFnOnce(&Transaction<'_>) -> Result<T>) -> Result<T> {
        let mut watched = Watched(Some(self.connection().await?));
        let transaction = watched.connection()?.begin().await?;
        let answer = work(&transaction).await;
        drop(transaction);
        watched.has_ended();
        answer
    }
}

struct Watched(Option<Connection>);

impl Watched {
    fn connection(&mut self) -> Result<&mut Connection> {
        self.0.as_mut().ok_or_else(|| Error::internal("the connection was given back"))
    }

    fn has_ended(mut self) {
        self.0 = None;
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        let (Some(Connection(client)), Ok(runtime)) = (self.0.take(), Handle::try_current()) else { return };
        // It leaves the pool, so that nobody else's statement is the one that is stopped.
        let client = Object::take(client);
        runtime.spawn(async move {
            if let Err(error) = client.cancel_token().cancel_query(NoTls).await {
                tracing::debug!(%error, "a statement that nobody waits for could not be stopped");
            }
        });
    }
}
