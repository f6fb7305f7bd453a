//! Access to Postgres: the probes of rights, stored messages, and the partitions of `realtime.messages`.
//!
//! The service logs in as `supabase_realtime_admin`, which owns the schema `realtime`. A probe takes the role of a token.

mod maintenance;
mod messages;
mod rights;
mod sessions;
mod subscriptions;

use deadpool_postgres::{Object, Pool, PoolError, TimeoutType};
use service_kit::environment::{Environment, EnvironmentError};

pub(crate) use maintenance::maintain_partitions;
pub(crate) use subscriptions::SubscribeError;

/// The variable with the address.
pub(crate) const URL: &str = "REALTIME_DB_URL";
/// The pool's size unless `DB_POOL` sets another one.
const DEFAULT_POOL_SIZE: usize = 4;
/// The deadline of every statement. What the service writes does not wait for standbys: it is written again after a failover.
const OPTIONS: &str = "-c statement_timeout=15s -c synchronous_commit=local";

/// Why a query has no result.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DatabaseError {
    #[error("no connection is free")]
    Exhausted,
    #[error("cannot connect: {0}")]
    Connect(PoolError),
    #[error("{}", message(.0))]
    Query(#[from] tokio_postgres::Error),
}

/// The server's message, which tokio-postgres omits from its own.
pub(crate) fn message(error: &tokio_postgres::Error) -> String {
    error.as_db_error().map_or_else(|| error.to_string(), |error| error.message().to_owned())
}

/// A connection pool. Clones share it.
#[derive(Clone)]
pub(crate) struct Database {
    pool: Pool,
}

impl Database {
    /// A pool on `REALTIME_DB_URL`. It connects on first use.
    pub(crate) fn from_environment(environment: &Environment) -> Result<Database, EnvironmentError> {
        let url = environment.required(URL)?;
        let size = environment.parsed("DB_POOL", "a number of connections")?.unwrap_or(DEFAULT_POOL_SIZE);
        let opened = postgres_pool::open_with_options(url, "realtime_connect", size.max(1), OPTIONS);
        let (pool, _) = opened.map_err(|cause| EnvironmentError::Unusable { name: URL, cause })?;
        Ok(Database { pool })
    }

    /// Whether the database answers.
    pub(crate) async fn is_reachable(&self) -> bool {
        match self.connection().await {
            Ok(connection) => connection.simple_query("select 1").await.is_ok(),
            Err(error) => matches!(error, DatabaseError::Exhausted),
        }
    }

    async fn connection(&self) -> Result<Object, DatabaseError> {
        self.pool.get().await.map_err(|error| match error {
            PoolError::Timeout(TimeoutType::Wait) => DatabaseError::Exhausted,
            other => DatabaseError::Connect(other),
        })
    }
}
