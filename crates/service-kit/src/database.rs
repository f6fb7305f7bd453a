//! Postgres: a small connection pool, and transactions in a database role.
//!
//! While Postgres is down, or out of disk or memory, a request fails with 503 and `Retry-After`. The next request
//! replaces a dead connection.

use crate::environment::{Environment, EnvironmentError};
use crate::error::Error;
use crate::jwt::Claims;
use diesel::ConnectionError;
use diesel::result::{DatabaseErrorKind, Error as DieselError};
use diesel::sql_types::{Bool, Text};
use diesel_async::pooled_connection::deadpool::{Object, Pool, PoolError};
use diesel_async::pooled_connection::{AsyncDieselConnectionManager, ManagerConfig, RecyclingMethod};
use diesel_async::{AnsiTransactionManager, AsyncPgConnection, RunQueryDsl, TransactionManager};
use postgres_connect::{CancelOnDrop, Connector};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

/// The pool size unless `DB_POOL` sets another one. Postgres has about a hundred connections for all processes.
const DEFAULT_POOL_SIZE: usize = 8;
/// The timeout for a connection from the pool; a request fails with 503 afterwards.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(15);
/// Postgres cancels a statement after this many milliseconds.
const STATEMENT_TIMEOUT: &str = "15000";

diesel::define_sql_function! {
    /// Postgres' `set_config`: sets a configuration parameter (GUC), for this transaction when `local`.
    fn set_config(name: Text, value: Text, local: Bool) -> Text;
}

/// The database role of a transaction.
#[derive(Clone, Copy)]
pub enum Role<'a> {
    /// `anon`: the public's permissions.
    Anon,
    /// `authenticated`: a signed-in person, whose claims row-level security reads.
    Authenticated(&'a Claims),
    /// `service_role`: bypasses row-level security.
    ServiceRole,
    /// The role of the connection's login.
    Login,
}

/// A connection pool. Clones share it.
#[derive(Clone)]
pub struct Database {
    pool: Pool<AsyncPgConnection>,
    connector: Arc<Connector>,
    /// The most connections of the pool.
    pool_size: usize,
}

impl Database {
    /// A pool on the URL in the variable `name`, with at most `DB_POOL` connections. It connects on first use.
    ///
    /// # Errors
    /// When the variable is missing or not a usable URL, or `DB_POOL` is not a number.
    pub fn from_environment(
        environment: &Environment,
        name: &'static str,
    ) -> Result<Database, EnvironmentError> {
        let url = environment.required(name)?;
        let pool_size = environment.parsed::<NonZeroUsize>("DB_POOL", "a number of connections")?;
        let pool_size = pool_size.map_or(DEFAULT_POOL_SIZE, NonZeroUsize::get);
        Database::with_pool_size(url, pool_size).map_err(|cause| EnvironmentError::Unusable { name, cause })
    }

    /// A pool of the default size on `url`. It connects on first use.
    ///
    /// # Errors
    /// When `url` is not a usable URL.
    pub fn new(url: &str) -> Result<Database, Box<dyn std::error::Error + Send + Sync>> {
        Database::with_pool_size(url, DEFAULT_POOL_SIZE)
    }

    fn with_pool_size(
        url: &str,
        pool_size: usize,
    ) -> Result<Database, Box<dyn std::error::Error + Send + Sync>> {
        let connector = Arc::new(Connector::parse(url)?);
        let mut config = ManagerConfig::<AsyncPgConnection>::default();
        // No query to test a connection: a dead one is closed.
        config.recycling_method = RecyclingMethod::Fast;
        let to = connector.clone();
        config.custom_setup = Box::new(move |_| Box::pin(connect(to.clone())));
        let manager = AsyncDieselConnectionManager::new_with_config(String::new(), config);
        let pool = Pool::builder(manager).max_size(pool_size).build()?;
        Ok(Database { pool, connector, pool_size })
    }

    /// Runs `work` in one transaction as `role`. Commits when it succeeds, rolls back when it fails, and cancels the
    /// running statement when the future is dropped.
    ///
    /// # Errors
    /// The errors of `work`, and [`Error::Unavailable`] when there is no connection.
    pub async fn as_role<T>(
        &self,
        role: Role<'_>,
        work: impl AsyncFnOnce(&mut AsyncPgConnection) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let mut connection = self.begin().await?;
        // A dropped request leaves the transaction open; the pool then discards the connection.
        let cancel = CancelOnDrop::new(connection.cancel_token(), self.connector.clone());
        let outcome = match set_role(&mut connection, role).await {
            Ok(()) => work(&mut connection).await,
            Err(error) => Err(error),
        };
        cancel.disarm();
        match outcome {
            Ok(value) => {
                AnsiTransactionManager::commit_transaction(&mut *connection).await?;
                Ok(value)
            }
            Err(error) => {
                let rolled_back = AnsiTransactionManager::rollback_transaction(&mut *connection).await;
                // A failed rollback means that the connection is dead; the pool discards it.
                Err(if rolled_back.is_err() { Error::unavailable(error) } else { error })
            }
        }
    }

    /// A connection with an open transaction. A connection that died in the pool is replaced, which is safe because no
    /// statement of the transaction has run.
    async fn begin(&self) -> Result<Object<AsyncPgConnection>, Error> {
        let mut attempts = 0;
        loop {
            let mut connection = self.connection().await?;
            match AnsiTransactionManager::begin_transaction(&mut *connection).await {
                Ok(()) => return Ok(connection),
                Err(error) if attempts == self.pool_size => return Err(Error::unavailable(error)),
                Err(_) => drop(Object::take(connection)),
            }
            attempts += 1;
        }
    }

    async fn connection(&self) -> Result<Object<AsyncPgConnection>, Error> {
        let connection =
            tokio::time::timeout(ACQUIRE_TIMEOUT, self.pool.get()).await.map_err(Error::unavailable)?;
        connection.map_err(|error: PoolError| Error::unavailable(error))
    }
}

async fn connect(connector: Arc<Connector>) -> Result<AsyncPgConnection, ConnectionError> {
    let unreachable =
        |error: postgres_connect::ConnectError| ConnectionError::BadConnection(error.to_string());
    let (client, connection) = connector.connect().await.map_err(unreachable)?;
    AsyncPgConnection::try_from_client_and_connection(client, connection).await
}

/// Sets role, claims and statement timeout for this transaction, in one round trip.
async fn set_role(connection: &mut AsyncPgConnection, role: Role<'_>) -> Result<(), Error> {
    let timeout = set_config("statement_timeout", STATEMENT_TIMEOUT, true);
    let (name, claims) = match role {
        Role::Anon => ("anon", r#"{"role":"anon"}"#),
        Role::Authenticated(claims) => ("authenticated", claims.as_json()),
        Role::ServiceRole => ("service_role", r#"{"role":"service_role"}"#),
        Role::Login => {
            diesel::select(timeout).execute(connection).await?;
            return Ok(());
        }
    };
    let settings = (timeout, set_config("role", name, true), set_config("request.jwt.claims", claims, true));
    diesel::select(settings).execute(connection).await?;
    Ok(())
}

impl From<DieselError> for Error {
    fn from(error: DieselError) -> Error {
        match &error {
            DieselError::DatabaseError(
                DatabaseErrorKind::ClosedConnection | DatabaseErrorKind::UnableToSendCommand,
                _,
            )
            | DieselError::BrokenTransactionManager => Error::unavailable(error),
            DieselError::DatabaseError(DatabaseErrorKind::Unknown, info) if is_outage(info.message()) => {
                Error::unavailable(error)
            }
            _ => Error::internal(error),
        }
    }
}

/// Whether Postgres is out of disk or memory, or shuts down. Diesel does not pass on the SQLSTATE, so the English
/// message decides; with another `lc_messages` these errors are internal ones.
fn is_outage(message: &str) -> bool {
    message.ends_with(": No space left on device")
        || ["out of memory", "out of shared memory", "terminating connection due to administrator command"]
            .contains(&message)
}
