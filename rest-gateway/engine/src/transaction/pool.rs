//! The connections to Postgres. A request gets, if there is one, a connection of its own thread: of another's, every
//! answer costs a wake-up, which is much of what a small request costs. Where there are only others', one of them moves
//! to its thread. A connection of before the schema changed, or one whose transaction did not come to its end, is closed,
//! not reused; so is one that is too old or has waited for too long, which is judged when somebody asks for a connection,
//! as PostgREST's pool does it.
//!
//! Refuses a request that has waited too long for its turn, and one whose connection cannot be made.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use postgres_tls::{AddressError, Connector};
use postgres_wire::Transaction;
use tokio::runtime::Handle;
use tokio::time::timeout;

use super::connection::{Connection, home};
use super::timeout_log::TimeoutLog;
use super::turns::{Turn, Turns};
use crate::VERSION;
use crate::config::Config;
use crate::engine::StartError;
use crate::error::Error;
use crate::fatal::Fatals;
use crate::metrics::Metrics;

/// For each server that may be connected to, where the address does not say.
pub(crate) const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

pub(crate) struct Pool(Arc<Connections>);

struct Connections {
    database: Connector,
    most: usize,
    /// How long a request waits for its turn.
    patience: Duration,
    longest_life: Duration,
    longest_idle: Duration,
    /// One for each connection that may be lent.
    turns: Arc<Turns>,
    /// The last one given back is the first one lent.
    idle: Mutex<Vec<Connection>>,
    timeouts: Arc<TimeoutLog>,
    metrics: Arc<Metrics>,
    fatals: Arc<Fatals>,
    /// Counts the schema's changes; a connection of an older count knows statements and settings that hold no more.
    generation: AtomicU64,
}

impl Pool {
    pub fn new(config: &Config, metrics: Arc<Metrics>, fatals: Arc<Fatals>) -> Result<Pool, StartError> {
        let most = config.db_pool.max(1);
        Ok(Pool(Arc::new(Connections {
            database: connector(config)?,
            most,
            patience: config.db_pool_acquisition_timeout,
            longest_life: config.db_pool_max_lifetime,
            longest_idle: config.db_pool_max_idletime,
            turns: Turns::new(most),
            idle: Mutex::new(Vec::with_capacity(most.min(64))),
            timeouts: TimeoutLog::new(),
            metrics,
            fatals,
            generation: AtomicU64::new(0),
        })))
    }

    pub async fn get(&self) -> Result<Lease, Error> {
        let pool = &self.0;
        tracing::debug!("Trying to borrow a connection from pool");
        let turn = timeout(pool.patience, pool.turns.take()).await;
        let turn = turn.map_err(|_| {
            pool.metrics.pool_timeouts.increment();
            pool.timeouts.tell();
            Error::PoolTimeout
        })?;
        let turn = turn.ok_or_else(|| Error::Connection("the server is shutting down".to_owned()))?;
        let connection = match pool.idle_one() {
            Some(connection) => connection,
            None => pool.open().await?,
        };
        tracing::debug!("Borrowed a connection from the pool");
        Ok(Lease { connection: Some(connection), pool: pool.clone(), _turn: turn })
    }

    /// Has a connection ready for whoever asks first. It logs in beside whatever else goes on, for that takes both sides
    /// some computing.
    pub async fn warm(&self) {
        if self.0.idle().is_empty()
            && let Some(turn) = self.0.turns.try_take()
        {
            let pool = self.0.clone();
            let login = tokio::spawn(async move {
                let _turn = turn;
                pool.open().await.map(|connection| pool.take_back(connection))
            });
            // Whoever needs it tries again, and hears why not.
            if let Ok(Err(error)) = login.await {
                tracing::debug!(?error, "a connection could not be made ahead");
            }
        }
    }

    pub fn state(&self) -> PoolState {
        PoolState { available: self.0.idle().len(), waiting: self.0.turns.waiting(), max: self.0.most }
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

/// Where the database is; its people see there who is connected, unless the address gives another name.
pub(crate) fn connector(config: &Config) -> Result<Connector, AddressError> {
    let mut database = Connector::parse(&config.db_uri)?;
    let settings = database.config_mut();
    if settings.get_connect_timeout().is_none() {
        settings.connect_timeout(CONNECT_TIMEOUT);
    }
    if settings.get_application_name().is_none() {
        settings.application_name(format!("PostgREST {VERSION}"));
    }
    Ok(database)
}

/// How it stands with the pool.
pub(crate) struct PoolState {
    pub available: usize,
    pub waiting: usize,
    pub max: usize,
}

impl Connections {
    fn idle(&self) -> MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_good(&self, connection: &Connection) -> bool {
        connection.generation == self.generation.load(Ordering::Acquire)
    }

    fn is_fresh(&self, connection: &Connection, now: Instant) -> bool {
        let outlived = if now.duration_since(connection.opened) > self.longest_life {
            "max lifetime"
        } else if now.duration_since(connection.idle_since) > self.longest_idle {
            "max idletime"
        } else {
            return true;
        };
        tracing::debug!("Connection is terminated due to {outlived}");
        false
    }

    /// One of this thread's own, or one of another's.
    fn idle_one(&self) -> Option<Connection> {
        let (home, now) = (home(), Instant::now());
        let mut idle = self.idle();
        idle.retain_mut(|connection| {
            self.is_good(connection) && self.is_fresh(connection, now) && connection.is_alive()
        });
        if let Some(own) = idle.iter().rposition(|connection| connection.is_at(home)) {
            return Some(idle.remove(own));
        }
        let mut others = idle.pop()?;
        drop(idle);
        match others.move_here() {
            Ok(()) => Some(others),
            Err(error) => {
                tracing::debug!(%error, "a connection could not be moved to another thread");
                None
            }
        }
    }

    async fn open(&self) -> Result<Connection, Error> {
        let generation = self.generation.load(Ordering::Acquire);
        Connection::open(&self.database, generation).await.map_err(|error| {
            self.fatals.judge(&error);
            Error::Connection(error.to_string())
        })
    }

    fn take_back(&self, mut connection: Connection) {
        connection.idle_since = Instant::now();
        let mut idle = self.idle();
        if self.is_good(&connection) && !self.turns.are_closed() {
            idle.push(connection);
        }
    }

    /// Postgres notices a closed connection only when a statement is over: clients that ask and leave could have any
    /// number of them run at once. A statement that has ended meanwhile is not harmed.
    /// The connection stays until then: a pooler forgets whom it belongs to when it is gone.
    fn stop_statement(self: &Arc<Connections>, connection: Connection) {
        let pool = self.clone();
        let Ok(runtime) = Handle::try_current() else { return };
        runtime.spawn(async move {
            let stopped = timeout(CONNECT_TIMEOUT, connection.cancel_key().cancel(&pool.database)).await;
            if !matches!(stopped, Ok(Ok(()))) {
                tracing::debug!("a statement that nobody waits for could not be stopped");
            }
        });
    }
}

/// A borrowed connection. When it is dropped inside a transaction, as a cancelled request does, it is closed instead of
/// going back, and Postgres stops the statement and rolls back.
pub(crate) struct Lease {
    connection: Option<Connection>,
    pool: Arc<Connections>,
    /// Given back after the connection, which whoever is next may then take.
    _turn: Turn,
}

impl Lease {
    pub fn connection(&mut self) -> Result<&mut Connection, Error> {
        self.connection.as_mut().ok_or_else(|| Error::Client("the connection was given back".to_owned()))
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let Some(connection) = self.connection.take() else { return };
        match connection.transaction() {
            Some(Transaction::None) => self.pool.take_back(connection),
            Some(Transaction::Open | Transaction::Failed) => {}
            None => self.pool.stop_statement(connection),
        }
    }
}
