//! Postgres: a small pool, and transactions in a caller's role.
//!
//! While Postgres is away a request is answered 503 with `Retry-After`; a connection that died is replaced by the
//! next request that needs one.

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

/// The most connections of this process, where `DB_POOL` does not say otherwise. Postgres has about a hundred for all
/// processes.
const CONNECTIONS: usize = 8;
/// A request that cannot get a connection by then is answered 503.
const CONNECTION_WITHIN: Duration = Duration::from_secs(15);
/// A statement is cut off after this many milliseconds.
const STATEMENT_TIMEOUT: &str = "15000";

diesel::define_sql_function! {
    /// Postgres' `set_config`: a setting by name and value, for this transaction when `local`.
    fn set_config(name: Text, value: Text, local: Bool) -> Text;
}

/// In whose name a transaction runs.
#[derive(Clone, Copy)]
pub enum Role<'a> {
    /// Nobody in particular: what anybody may see.
    Anon,
    /// A signed-in person; row-level security sees their claims.
    Authenticated(&'a Claims),
    /// This product itself, past row-level security.
    ServiceRole,
    /// The role that logged in.
    Login,
}

/// The pool; cloning it shares it.
#[derive(Clone)]
pub struct Database {
    pool: Pool<AsyncPgConnection>,
    connector: Arc<Connector>,
    /// The most connections of the pool.
    connections: usize,
}

impl Database {
    /// A pool on the address in the variable `name`; connects on first use.
    pub fn from_environment(
        environment: &Environment,
        name: &'static str,
    ) -> Result<Database, EnvironmentError> {
        let url = environment.required(name)?;
        let connections = environment.parsed::<NonZeroUsize>("DB_POOL", "a number of connections")?;
        let connections = connections.map_or(CONNECTIONS, NonZeroUsize::get);
        Database::with_connections(url, connections)
            .map_err(|cause| EnvironmentError::Unusable { name, cause })
    }

    /// A pool on `url`; connects on first use.
    pub fn new(url: &str) -> Result<Database, Box<dyn std::error::Error + Send + Sync>> {
        Database::with_connections(url, CONNECTIONS)
    }

    fn with_connections(
        url: &str,
        connections: usize,
    ) -> Result<Database, Box<dyn std::error::Error + Send + Sync>> {
        let connector = Arc::new(Connector::parse(url)?);
        let mut config = ManagerConfig::<AsyncPgConnection>::default();
        // A dead connection is noticed without asking it.
        config.recycling_method = RecyclingMethod::Fast;
        let to = connector.clone();
        config.custom_setup = Box::new(move |_| Box::pin(connect(to.clone())));
        let manager = AsyncDieselConnectionManager::new_with_config(String::new(), config);
        let pool = Pool::builder(manager).max_size(connections).build()?;
        Ok(Database { pool, connector, connections })
    }

    /// Runs `work` in one transaction as `role`: committed when it succeeds, rolled back when it does not.
    pub async fn as_role<T>(
        &self,
        role: Role<'_>,
        work: impl AsyncFnOnce(&mut AsyncPgConnection) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let mut connection = self.begin().await?;
        // A request that is dropped in the middle leaves the transaction open; the pool then discards the connection.
        let cancel = CancelOnDrop::new(connection.cancel_token(), self.connector.clone());
        let outcome = match enter(&mut connection, role).await {
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
                // Where not even a rollback is possible, Postgres has gone away; the pool discards the connection.
                Err(if rolled_back.is_err() { Error::unavailable(error) } else { error })
            }
        }
    }

    /// A connection with an open transaction. One that has died in the pool has done nothing yet: it is replaced.
    async fn begin(&self) -> Result<Object<AsyncPgConnection>, Error> {
        let mut attempts = 0;
        loop {
            let mut connection = self.connection().await?;
            match AnsiTransactionManager::begin_transaction(&mut *connection).await {
                Ok(()) => return Ok(connection),
                Err(error) if attempts == self.connections => return Err(Error::unavailable(error)),
                Err(_) => drop(Object::take(connection)),
            }
            attempts += 1;
        }
    }

    async fn connection(&self) -> Result<Object<AsyncPgConnection>, Error> {
        let connection =
            tokio::time::timeout(CONNECTION_WITHIN, self.pool.get()).await.map_err(Error::unavailable)?;
        connection.map_err(|error: PoolError| Error::unavailable(error))
    }
}

async fn connect(connector: Arc<Connector>) -> Result<AsyncPgConnection, ConnectionError> {
    let unreachable =
        |error: postgres_connect::ConnectError| ConnectionError::BadConnection(error.to_string());
    let (client, connection) = connector.connect().await.map_err(unreachable)?;
    AsyncPgConnection::try_from_client_and_connection(client, connection).await
}

/// Sets role, claims and limits for this transaction, in one round trip.
async fn enter(connection: &mut AsyncPgConnection, role: Role<'_>) -> Result<(), Error> {
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
            _ => Error::internal(error),
        }
    }
}
