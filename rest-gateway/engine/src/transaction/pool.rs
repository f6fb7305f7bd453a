//! Connections to Postgres, and what each remembers: its prepared statements, bounded. A connection of before the schema
//! changed, or one whose request did not come to its end, is closed, not reused.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use deadpool::managed::{self, Metrics, PoolError, RecycleError, RecycleResult, TimeoutType, Timeouts};
use tokio::runtime::Handle;
use tokio_postgres::{Client, NoTls, Statement};

use crate::config::Config;
use crate::engine::StartError;
use crate::error::Error;

/// Statements that a connection keeps prepared. Past this the oldest go: clients shape the texts, so there is no end
/// to them.
const STATEMENTS: usize = 200;
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

pub(crate) struct Pool {
    connections: managed::Pool<Connections>,
    /// Counts the schema's changes; a connection of an older count knows statements and settings that hold no more.
    generation: Arc<AtomicU64>,
}

struct Connections {
    config: tokio_postgres::Config,
    generation: Arc<AtomicU64>,
}

pub(crate) struct Connection {
    client: Client,
    statements: HashMap<String, Kept>,
    generation: u64,
    uses: u64,
}

struct Kept {
    statement: Statement,
    last_use: u64,
}

impl managed::Manager for Connections {
    type Type = Connection;
    type Error = tokio_postgres::Error;

    async fn create(&self) -> Result<Connection, tokio_postgres::Error> {
        let generation = self.generation.load(Ordering::Acquire);
        let (client, connection) = self.config.connect(NoTls).await?;
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::warn!(%error, "a database connection was lost");
            }
        });
        Ok(Connection { client, statements: HashMap::new(), generation, uses: 0 })
    }

    async fn recycle(
        &self,
        connection: &mut Connection,
        _: &Metrics,
    ) -> RecycleResult<tokio_postgres::Error> {
        if connection.client.is_closed() {
            return Err(RecycleError::message("closed"));
        }
        if connection.generation != self.generation.load(Ordering::Acquire) {
            return Err(RecycleError::message("of an older schema"));
        }
        Ok(())
    }
}

impl Pool {
    pub fn new(config: &Config) -> Result<Pool, StartError> {
        let mut database: tokio_postgres::Config = config.db_uri.parse().map_err(StartError::Uri)?;
        database.connect_timeout(CONNECT_TIMEOUT);
        if database.get_application_name().is_none() {
            database.application_name("rest-engine");
        }
        let generation = Arc::new(AtomicU64::new(0));
        let timeouts = Timeouts {
            wait: Some(config.db_pool_acquisition_timeout),
            create: Some(CONNECT_TIMEOUT),
            recycle: None,
        };
        let manager = Connections { config: database, generation: generation.clone() };
        let connections = managed::Pool::builder(manager)
            .max_size(config.db_pool.max(1))
            .timeouts(timeouts)
            .runtime(deadpool::Runtime::Tokio1)
            .build()
            .map_err(|error| StartError::Pool(error.to_string()))?;
        Ok(Pool { connections, generation })
    }

    pub async fn get(&self) -> Result<Lease, Error> {
        match self.connections.get().await {
            Ok(connection) => Ok(Lease { connection: Some(connection), finished: true }),
            Err(PoolError::Timeout(TimeoutType::Wait)) => Err(Error::PoolTimeout),
            Err(PoolError::Timeout(_)) => {
                Err(Error::Connection("the database did not answer in time".to_owned()))
            }
            Err(PoolError::Backend(error)) => Err(connection_error(&error)),
            Err(other) => Err(Error::Connection(other.to_string())),
        }
    }

    /// Closes the connections that there are, those in use when they come back: their statements were prepared against
    /// an older schema, and their role had the settings of its login.
    pub fn renew(&self) {
        let current = self.generation.fetch_add(1, Ordering::AcqRel) + 1;
        self.connections.retain(|connection, _| connection.generation == current);
    }

    pub fn close(&self) {
        self.connections.close();
    }
}

fn connection_error(error: &tokio_postgres::Error) -> Error {
    let cause = match error.as_db_error() {
        Some(database) => database.message().to_owned(),
        None => error.to_string(),
    };
    Error::Connection(cause)
}

impl Connection {
    pub fn prepared(&mut self, sql: &str) -> Option<Statement> {
        self.uses += 1;
        let uses = self.uses;
        self.statements.get_mut(sql).map(|kept| {
            kept.last_use = uses;
            kept.statement.clone()
        })
    }

    pub fn forget(&mut self, sql: &str) {
        self.statements.remove(sql);
    }

    pub fn keep(&mut self, sql: &str, statement: Statement) {
        if self.statements.len() >= STATEMENTS {
            let oldest =
                self.statements.iter().min_by_key(|(_, kept)| kept.last_use).map(|(sql, _)| sql.clone());
            if let Some(oldest) = oldest {
                self.statements.remove(&oldest);
            }
        }
        self.statements.insert(sql.to_owned(), Kept { statement, last_use: self.uses });
    }
}

impl Deref for Connection {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

/// A borrowed connection. Between `begin` and `finish` it may be inside a transaction: when it is dropped there, as a
/// cancelled request does, it is closed instead of going back, and Postgres stops the statement and rolls back.
pub(crate) struct Lease {
    connection: Option<managed::Object<Connections>>,
    finished: bool,
}

impl Lease {
    pub fn begin(&mut self) -> Result<&mut Connection, Error> {
        self.finished = false;
        match &mut self.connection {
            Some(connection) => Ok(connection),
            None => Err(Error::Client("the connection was given back".to_owned())),
        }
    }

    pub fn finish(&mut self) {
        self.finished = true;
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        if let Some(connection) = self.connection.take()
            && !self.finished
        {
            stop_statement(&managed::Object::take(connection));
        }
    }
}

/// Postgres notices a closed connection only when a statement is over: clients that ask and leave could have any number
/// of them run at once. A statement that has ended meanwhile is not harmed.
fn stop_statement(connection: &Connection) {
    let token = connection.client.cancel_token();
    if let Ok(runtime) = Handle::try_current() {
        runtime.spawn(async move {
            if let Err(error) = token.cancel_query(NoTls).await {
                tracing::debug!(%error, "a statement that nobody waits for could not be stopped");
            }
        });
    }
}
