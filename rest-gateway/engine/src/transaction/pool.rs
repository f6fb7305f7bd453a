//! The connections to Postgres. A request gets, if there is one, an idle connection of its own thread: of another's,
//! every answer costs a wake-up of another thread, which is much of what a small request costs. Where there are only
//! others, one of them is rebound to the thread. A connection that is older than the last schema change, too old or idle
//! for too long is closed instead of used. Its age is checked when a request takes a connection, as in PostgREST's pool.
//!
//! `db-pool` bounds the connections that the server has, not only those in use: one that is being closed, or whose
//! statement is being cancelled, still counts.
//!
//! Rejects a request that has waited too long for a connection, or whose queue is full, and one whose connection cannot
//! be opened.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use postgres_connect::{AddressError, Connector};
use postgres_wire::Transaction;
use tokio::runtime::Handle;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::connection::{Connection, runtime_thread};
use super::fair_semaphore::{AcquireError, FairSemaphore, Holder, Limits, Permit};
use super::reclaim::{cancel, close, reclaim};
use super::timeout_log::TimeoutLog;
use crate::VERSION;
use crate::config::{Config, Share};
use crate::engine::StartError;
use crate::error::Error;
use crate::fatal::Fatals;
use crate::metrics::Metrics;

/// For each server that may be connected to, where the address does not say.
pub(crate) const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

pub(crate) struct Pool(Arc<Connections>);

struct Connections {
    database: Connector,
    max: usize,
    /// How long a request waits for a permit, and then for a place to open a connection in.
    acquisition_timeout: Duration,
    max_lifetime: Duration,
    max_idletime: Duration,
    /// One permit for each connection that may be in use.
    permits: Arc<FairSemaphore>,
    /// One slot for each connection that the server may have. A request that holds a permit and finds no idle connection
    /// waits here only for connections that are being closed.
    slots: Arc<Semaphore>,
    /// The connection that was returned last is the first one used.
    idle: Mutex<Vec<Connection>>,
    timeouts: Arc<TimeoutLog>,
    metrics: Arc<Metrics>,
    fatals: Arc<Fatals>,
    /// Counts the schema's changes. A connection of an older generation has statements and settings that are outdated.
    generation: AtomicU64,
}

impl Pool {
    pub fn new(config: &Config, metrics: Arc<Metrics>, fatals: Arc<Fatals>) -> Result<Pool, StartError> {
        let max = config.db_pool.clamp(1, Semaphore::MAX_PERMITS);
        Ok(Pool(Arc::new(Connections {
            database: connector(config)?,
            max,
            acquisition_timeout: config.db_pool_acquisition_timeout,
            max_lifetime: config.db_pool_max_lifetime,
            max_idletime: config.db_pool_max_idletime,
            permits: FairSemaphore::new(limits(config, max)),
            slots: Arc::new(Semaphore::new(max)),
            idle: Mutex::new(Vec::with_capacity(max.min(64))),
            timeouts: TimeoutLog::new(),
            metrics,
            fatals,
            generation: AtomicU64::new(0),
        })))
    }

    /// A connection for a client, or for the engine itself.
    pub async fn get(&self, holder: Holder) -> Result<Lease, Error> {
        let pool = &self.0;
        tracing::debug!("Trying to borrow a connection from pool");
        let permit = pool.acquire_permit(holder).await?;
        let lease = match pool.take_idle() {
            Some(connection) => pool.lease(connection, permit),
            None => pool.open_in_background(permit).await?,
        };
        tracing::debug!("Borrowed a connection from the pool");
        Ok(lease)
    }

    /// Opens a connection before the first request needs one. The login runs beside other work, because both sides compute
    /// for some time.
    pub async fn warm(&self) {
        if self.0.idle().is_empty()
            && let Some(permit) = self.0.permits.try_acquire(None)
            && let Err(error) = self.0.open_in_background(permit).await
        {
            // The request that needs a connection tries again and reports the error.
            tracing::debug!(?error, "a connection could not be opened ahead");
        }
    }

    pub fn state(&self) -> PoolState {
        PoolState { available: self.0.idle().len(), waiting: self.0.permits.waiting(), max: self.0.max }
    }

    pub fn database(&self) -> &Connector {
        &self.0.database
    }

    /// Closes the idle connections, and those in use when they are returned: their statements were prepared for an older
    /// schema, and their role has the settings of its login.
    pub fn renew(&self) {
        self.0.generation.fetch_add(1, Ordering::AcqRel);
        let outdated = self.0.idle().extract_if(.., |connection| !self.0.is_current(connection)).collect();
        self.0.close_in_background(outdated);
    }

    pub fn close(&self) {
        self.0.permits.close();
        self.0.idle().clear();
    }
}

/// One connection at least is left to others than the anonymous role, unless its share is the whole pool.
fn limits(config: &Config, permits: usize) -> Limits {
    let anonymous = config.db_pool_anon_share.of(permits);
    let left_to_others = usize::from(config.db_pool_anon_share != Share::WHOLE);
    Limits {
        permits,
        client: config.db_pool_client_share.of(permits),
        anonymous: anonymous.min(permits - left_to_others).max(1),
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

    async fn acquire_permit(&self, holder: Holder) -> Result<Permit, Error> {
        if let Some(permit) = self.permits.try_acquire(holder) {
            return Ok(permit);
        }
        match timeout(self.acquisition_timeout, self.permits.acquire(holder)).await {
            Ok(Ok(permit)) => Ok(permit),
            Ok(Err(AcquireError::Closed)) => Err(Error::Connection("the server is shutting down".to_owned())),
            Ok(Err(AcquireError::QueueFull)) | Err(_) => Err(self.timed_out()),
        }
    }

    fn timed_out(&self) -> Error {
        self.metrics.pool_timeouts.increment();
        self.timeouts.tell();
        Error::PoolTimeout
    }

    fn is_current(&self, connection: &Connection) -> bool {
        connection.generation == self.generation.load(Ordering::Acquire)
    }

    fn is_fresh(&self, connection: &Connection, now: Instant) -> bool {
        let outlived = if now.duration_since(connection.opened) > self.max_lifetime {
            "max lifetime"
        } else if now.duration_since(connection.idle_since) > self.max_idletime {
            "max idletime"
        } else {
            return true;
        };
        tracing::debug!("Connection is terminated due to {outlived}");
        false
    }

    /// An idle connection of this thread, or one of another.
    fn take_idle(self: &Arc<Connections>) -> Option<Connection> {
        let (thread, now) = (runtime_thread(), Instant::now());
        let mut idle = self.idle();
        let is_outdated =
            |connection: &mut Connection| !self.is_current(connection) || !self.is_fresh(connection, now);
        let mut unusable: Vec<Connection> = idle.extract_if(.., is_outdated).collect();
        let taken = loop {
            let own = idle.iter().rposition(|connection| connection.is_on(thread));
            let index = own.or(idle.len().checked_sub(1));
            let Some(mut connection) = index.map(|index| idle.remove(index)) else { break None };
            if connection.is_alive() {
                break Some(connection);
            }
            unusable.push(connection);
        };
        drop(idle);
        self.close_in_background(unusable);
        let mut connection = taken?;
        match connection.rebind_to_current_runtime() {
            Ok(()) => Some(connection),
            Err(error) => {
                tracing::debug!(%error, "a connection could not be rebound to another thread");
                self.close_in_background(vec![connection]);
                None
            }
        }
    }

    /// Opens a connection in a task of its own. A client that leaves during the login must not leave one behind that the
    /// pool does not count: the task finishes the login and returns the connection to the pool.
    async fn open_in_background(self: &Arc<Connections>, permit: Permit) -> Result<Lease, Error> {
        let pool = self.clone();
        let opening = tokio::spawn(async move {
            let connection = pool.open().await?;
            Ok(pool.lease(connection, permit))
        });
        opening.await.unwrap_or_else(|_| Err(Error::Connection("the login was interrupted".to_owned())))
    }

    async fn open(&self) -> Result<Connection, Error> {
        let generation = self.generation.load(Ordering::Acquire);
        let slot = timeout(self.acquisition_timeout, self.slots.clone().acquire_owned()).await;
        let Ok(Ok(slot)) = slot else { return Err(self.timed_out()) };
        Connection::open(&self.database, generation, slot).await.map_err(|error| {
            self.fatals.judge(&error);
            Error::Connection(error.to_string())
        })
    }

    fn lease(self: &Arc<Connections>, connection: Connection, permit: Permit) -> Lease {
        Lease { held: Some((connection, permit)), pool: self.clone() }
    }

    fn return_to_idle(self: &Arc<Connections>, mut connection: Connection) {
        connection.idle_since = Instant::now();
        if self.is_current(&connection) && !self.permits.is_closed() {
            self.idle().push(connection);
        } else {
            self.close_in_background(vec![connection]);
        }
    }

    /// Closes unused connections. Each keeps its slot until the server has closed it as well.
    fn close_in_background(self: &Arc<Connections>, connections: Vec<Connection>) {
        let Ok(runtime) = Handle::try_current() else { return };
        for mut connection in connections {
            let pool = self.clone();
            runtime.spawn(async move { close(&mut connection, &pool.database).await });
        }
    }

    /// Ends the statement or the transaction that a dropped request left on its connection. The permit is kept for so
    /// long, so that clients that ask and leave cannot have more statements run than the pool has connections.
    fn reclaim_in_background(self: &Arc<Connections>, mut connection: Connection, permit: Permit) {
        let Ok(runtime) = Handle::try_current() else { return };
        let pool = self.clone();
        runtime.spawn(async move {
            if reclaim(&mut connection, &pool.database).await {
                pool.return_to_idle(connection);
            }
            drop(permit);
        });
    }
}

/// A borrowed connection and the permit for it. Both are returned when it is dropped; a connection that is in the middle
/// of a transaction then, because its request was dropped, is reclaimed first.
pub(crate) struct Lease {
    held: Option<(Connection, Permit)>,
    pool: Arc<Connections>,
}

impl Lease {
    pub fn connection(&mut self) -> Result<&mut Connection, Error> {
        let held = self.held.as_mut().map(|(connection, _)| connection);
        held.ok_or_else(|| Error::Client("the connection was given back".to_owned()))
    }

    /// Drops a connection that no longer answers, and the idle ones, which may be lost as well.
    pub fn abandon(mut self) {
        self.pool.idle().clear();
        self.held = None;
    }

    /// The same for a server that can be reached in another way: the statement that may still run is cancelled first.
    pub fn abandon_and_cancel(mut self) {
        self.pool.idle().clear();
        let (Some(held), Ok(runtime)) = (self.held.take(), Handle::try_current()) else { return };
        let pool = self.pool.clone();
        runtime.spawn(async move {
            cancel(held.0.cancel_key(), &pool.database).await;
            drop(held);
        });
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let Some((connection, permit)) = self.held.take() else { return };
        match connection.transaction() {
            // The permit is dropped after this: whoever gets it finds the connection.
            Some(Transaction::None) => self.pool.return_to_idle(connection),
            Some(Transaction::Open | Transaction::Failed) | None => {
                self.pool.reclaim_in_background(connection, permit);
            }
        }
    }
}
