//! Reads that may take long: their statements are cancelled when the request is abandoned.

use deadpool_postgres::Object;
use postgres_connect::CancelOnDrop;

use super::{Connection, Database};
use crate::error::{Error, Result};

impl Database {
    /// Runs `work` on a connection. When the returned future is dropped before it completes, the running statement is
    /// cancelled.
    pub async fn read<T>(&self, work: impl AsyncFnOnce(&Connection) -> Result<T>) -> Result<T> {
        let read = CancellableRead::new(self, self.connection().await?);
        let result = work(read.connection()?).await;
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

    fn connection(&self) -> Result<&Connection> {
        self.connection.as_ref().ok_or_else(|| Error::internal("the read has finished"))
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
        if let Some(Connection(client, _)) = self.connection.take() {
            drop(Object::take(client));
        }
    }
}
