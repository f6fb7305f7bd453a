//! Reads that may take long: their statements are cancelled when the request is abandoned.

use deadpool_postgres::{Object, Transaction};
use postgres_connect::CancelOnDrop;

use super::{Connection, Database};
use crate::error::{Error, Result};

impl Database {
    /// Runs `work` in a transaction that is rolled back. When the returned future is dropped before it completes, the
    /// running statement is cancelled.
    pub async fn read<T>(&self, work: impl AsyncFnOnce(&Transaction<'_>) -> Result<T>) -> Result<T> {
        let mut read = CancellableRead::new(self, self.connection().await?);
        let transaction = read.connection()?.begin().await?;
        let result = work(&transaction).await;
        drop(transaction);
        read.finish();
        result
    }
}

/// The connection of a read, and the guard that cancels its statement.
struct CancellableRead {
    connection: Option<Connection>,
    cancel: Option<CancelOnDrop>,
}

impl CancellableRead {
    fn new(database: &Database, connection: Connection) -> Self {
        let cancel = CancelOnDrop::new(connection.0.cancel_token(), database.connector.clone());
        Self { connection: Some(connection), cancel: Some(cancel) }
    }

    fn connection(&mut self) -> Result<&mut Connection> {
        self.connection.as_mut().ok_or_else(|| Error::internal("the read has finished"))
    }

    /// Returns the connection to the pool.
    fn finish(mut self) {
        self.connection = None;
        if let Some(cancel) = self.cancel.take() {
            cancel.disarm();
        }
    }
}

impl Drop for CancellableRead {
    fn drop(&mut self) {
        // An abandoned connection leaves the pool, so that the cancel request cannot hit another request's statement.
        if let Some(Connection(client)) = self.connection.take() {
            drop(Object::take(client));
        }
    }
}
