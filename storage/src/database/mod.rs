//! Postgres: the connection pool, and transactions that run as a request's caller, so that row-level security applies.
//!
//! The process logs in as `supabase_storage_admin`, which owns the tables. A transaction starts as that role, assumes
//! the caller's with [`assume_caller_role`], and may return to the owner with [`reset_role`] for writes that no caller
//! may do. Reads of a request take one round trip ([`batch`], [`bucket_read`]), and `begin` none ([`Transaction`]).

pub mod batch;
pub mod bucket_read;
pub mod buckets;
pub mod caller_settings;
mod cancellable_read;
pub mod listing;
pub mod objects;
mod operation;
pub mod orphans;
pub mod references;
pub mod resumable_locks;
pub mod resumable_uploads;
pub mod s3_listing;
pub mod s3_uploads;
pub mod sessions;
mod transaction;
pub mod unmoved;
pub mod variants;

use std::sync::Arc;

use deadpool_postgres::Pool;
use postgres_connect::Connector;
use telemetry::Span;

use self::caller_settings::CallerSettings;
pub use self::operation::Operation;
pub use self::transaction::Transaction;
use crate::caller::Caller;
use crate::error::{Error, Result};

/// The pool's size.
const POOL_SIZE: usize = 8;
/// The settings of a session: how long a statement may take, and that the trigger on the tables lets this service delete.
const OPTIONS: &str = "-c statement_timeout=30s -c storage.allow_delete_query=true";

/// The connection pool. A clone shares it.
#[derive(Clone)]
pub struct Database {
    pool: Pool,
    connector: Arc<Connector>,
}

/// A pooled connection, and the span of its use by the request. Transactions borrow it.
pub struct Connection(
    deadpool_postgres::Client,
    #[expect(dead_code, reason = "it ends when the connection is dropped")] Span,
);

impl Database {
    /// Parses the connection string. Connects lazily, when the first request needs a connection.
    ///
    /// # Errors
    /// When the connection string is invalid.
    pub fn new(url: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        let (pool, connector) = postgres_pool::open_with_options(url, "storage", POOL_SIZE, OPTIONS)?;
        Ok(Self { pool, connector })
    }

    pub async fn connection(&self) -> Result<Connection> {
        let client = self.pool.get().await?;
        Ok(Connection(client, Span::transaction(self.connector.config().get_dbname(), None)))
    }
}

impl Connection {
    /// Begins a transaction as the owner of the tables. It is rolled back unless it is committed.
    pub fn begin(&mut self) -> Result<Transaction<'_>> {
        Ok(Transaction::begin(&mut self.0)?)
    }

    /// Begins a transaction and assumes the caller's role.
    pub async fn begin_as(&mut self, caller: &Caller, operation: Operation) -> Result<Transaction<'_>> {
        let transaction = self.begin()?;
        assume_caller_role(&transaction, caller, operation).await?;
        Ok(transaction)
    }
}

/// Assumes the caller's role, and sets the settings (GUCs) that policies read, until the end of the transaction or
/// [`reset_role`].
///
/// # Errors
/// [`Error::AccessDenied`] for a token that names the owner of the tables, who is exempt from row-level security.
pub async fn assume_caller_role(
    transaction: &Transaction<'_>,
    caller: &Caller,
    operation: Operation,
) -> Result<()> {
    let settings = CallerSettings::of(caller, operation)?;
    let statement = transaction.prepare_cached(&CallerSettings::assume_sql()).await?;
    transaction.query_one(&statement, &settings.binds()).await?;
    Ok(())
}

/// Returns to the owner of the tables.
pub async fn reset_role(transaction: &Transaction<'_>) -> Result<()> {
    transaction.batch_execute("set local role none").await.map_err(Error::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A connection to a database without data.
    pub async fn connect() -> (test_db::Database, Connection) {
        let database = test_db::Database::platform().await;
        let pool = Database::new(&database.url("supabase_storage_admin")).unwrap();
        let connection = pool.connection().await.unwrap();
        (database, connection)
    }
}
