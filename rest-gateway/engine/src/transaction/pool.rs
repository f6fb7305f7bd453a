//! The connections to Postgres. A request gets, if there is one, a connection that its own thread drives: between two
//! threads every message of the protocol costs a wake-up, which is most of what a small request costs. A connection of
//! before the schema changed, or one whose request did not come to its end, is closed, not reused.
//!
//! Refuses a request that has waited too long for its turn, and one whose connection cannot be made.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use postgres_tls::Connector;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::connection::Connection;
use crate::config::Config;
use crate::engine::StartError;
use crate::error::Error;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

pub(crate) struct Pool(Arc<Connections>);

struct Connections {
    database: Connector,
    most: usize,
    /// How long a request waits for its turn.
    patience: Duration,
    /// One for each connection that may be lent.
    turns: Arc<Semaphore>,
    /// The last one given back is the first one lent.
    idle: Mutex<Vec<Connection>>,
    /// Counts the schema's changes; a connection of an older count knows statements and settings that hold no more.
    generation: AtomicU64,
}

impl Pool {
    pub fn new(config: &Config) -> Result<Pool, StartError> {
        let mut database = Connector::parse(&config.db_uri)?;
        let settings = database.config_mut();
        settings.connect_timeout(CONNECT_TIMEOUT);
        if settings.get_application_name().is_none() {
            settings.application_name("rest-engine");
        }
        let most = config.db_pool.clamp(1, Semaphore::MAX_PERMITS);
        Ok(Pool(Arc::new(Connections {
            database,
            most,
            patience: config.db_pool_acquisition_timeout,
            turns: Arc::new(Semaphore::new(most)),
            idle: Mutex::new(Vec::with_capacity(most.min(64))),
            generation: AtomicU64::new(0),
        })))
    }

    pub async fn get(&self) -> Result<Lease, Error> {
        let pool = &self.0;
        let turn = timeout(pool.patience, pool.turns.clone().acquire_owned()).await;
        let turn = turn.map_err(|_| Error::PoolTimeout)?;
        let turn = turn.map_err(|_| Error::Connection("the server is shutting down".to_owned()))?;
        let connection = match pool.idle_one() {
            Some(connection) => connection,
            None => pool.open().await?,
        };
        Ok(Lease { connection: Some(connection), finished: true, pool: pool.clone(), _turn: turn })
    }

    /// Closes the connections that there are, those in use when they come back: their statements were prepared against
    /// an older schema, and their role had the settings of its login.
    pub fn renew(&self) {
        self.0.generation.fetch_add(1, Ordering::AcqRel);
        self.0.idle().retain(|connection| self.0.is_good(connection));
    }

    pub fn close(&self) {
        self.0.turns.close();
        self.0.idle().clear();
    }
}

impl Connections {
    fn idle(&self) -> MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_good(&self, connection: &Connection) -> bool {
        !connection.is_closed() && connection.generation == self.generation.load(Ordering::Acquire)
    }

    /// One of this thread's own; one of another's only when no more can be made.
    fn idle_one(&self) -> Option<Connection> {
        let home = thread::current().id();
        let mut idle = self.idle();
        idle.retain(|connection| self.is_good(connection));
        if let Some(own) = idle.iter().rposition(|connection| connection.home == home) {
            return Some(idle.remove(own));
        }
        // The turn of the one who asks is among those taken.
        let taken = self.most - self.turns.available_permits();
        if idle.len() + taken <= self.most { None } else { idle.pop() }
    }

    async fn open(&self) -> Result<Connection, Error> {
        let generation = self.generation.load(Ordering::Acquire);
        match timeout(CONNECT_TIMEOUT, Connection::open(&self.database, generation)).await {
            Ok(Ok(connection)) => Ok(connection),
            Ok(Err(error)) => Err(Error::Connection(error.to_string())),
            Err(_) => Err(Error::Connection("the database did not answer in time".to_owned())),
        }
    }

    fn take_back(&self, connection: Connection) {
        let mut idle = self.idle();
        if self.is_good(&connection) && !self.turns.is_closed() {
            idle.push(connection);
        }
    }

    /// Postgres notices a closed connection only when a statement is over: clients that ask and leave could have any
    /// number of them run at once. A statement that has ended meanwhile is not harmed.
    fn stop_statement(self: &Arc<Connections>, connection: &Connection) {
        let (pool, token) = (self.clone(), connection.cancel_token());
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(async move {
                if let Err(error) = pool.database.cancel(&token).await {
                    tracing::debug!(%error, "a statement that nobody waits for could not be stopped");
                }
            });
        }
    }
}

/// A borrowed connection. Between `begin` and `finish` it may be inside a transaction: when it is dropped there, as a
/// cancelled request does, it is closed instead of going back, and Postgres stops the statement and rolls back.
pub(crate) struct Lease {
    connection: Option<Connection>,
    finished: bool,
    pool: Arc<Connections>,
    /// Given back after the connection, which whoever is next may then take.
    _turn: OwnedSemaphorePermit,
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
        let Some(connection) = self.connection.take() else { return };
        if self.finished {
            self.pool.take_back(connection);
        } else {
            self.pool.stop_statement(&connection);
        }
    }
}
