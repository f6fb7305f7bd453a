//! The connection pool. A request prefers an idle connection of its own thread, because a connection of another thread
//! costs a wake-up of that thread for every response. If there is none, one of another thread is rebound to this one.
//!
//! `db-pool` limits the connections that the server has, not only those in use: a connection that is being closed, or
//! whose statement is being cancelled, still counts.
//!
//! A request fails at once when its queue is full or its wait would be too long, and later when it has waited too long or
//! no connection can be opened.

use std::sync::Arc;
use std::time::{Duration, Instant};

use postgres_connect::{AddressError, Connector};
use postgres_wire::Transaction;
use tokio::runtime::Handle;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::address::connector;
use super::connection::Connection;
use super::fair_semaphore::{AcquireError, FairSemaphore, Holder, Limits, Permit};
use super::idle_connections::IdleConnections;
use super::reclaim::{cancel, close, reclaim};
use super::timeout_log::TimeoutLog;
use crate::config::{Config, Share};
use crate::error::Error;
use crate::fatal::FatalErrors;
use crate::metrics::{Metrics, PoolState};

pub(crate) struct Pool(Arc<Connections>);

struct Connections {
    database: Connector,
    max: usize,
    /// How long a request waits for a permit, and then for a slot.
    acquisition_timeout: Duration,
    /// One permit for each connection that may be in use.
    permits: Arc<FairSemaphore>,
    /// One slot for each connection that the server may have. A request that holds a permit and finds no idle
    /// connection waits here only for connections that are being closed.
    slots: Arc<Semaphore>,
    idle: IdleConnections,
    timeouts: Arc<TimeoutLog>,
    metrics: Arc<Metrics>,
    fatal_errors: Arc<FatalErrors>,
}

impl Pool {
    pub fn new(
        config: &Config,
        metrics: Arc<Metrics>,
        fatal_errors: Arc<FatalErrors>,
    ) -> Result<Pool, AddressError> {
        let max = config.db_pool.clamp(1, Semaphore::MAX_PERMITS);
        let max_wait = config.db_pool_max_wait.unwrap_or(config.db_pool_acquisition_timeout);
        Ok(Pool(Arc::new(Connections {
            database: connector(config)?,
            max,
            acquisition_timeout: config.db_pool_acquisition_timeout,
            permits: FairSemaphore::new(limits(config, max), max_wait),
            slots: Arc::new(Semaphore::new(max)),
            idle: IdleConnections::new(config, max),
            timeouts: TimeoutLog::new(),
            metrics,
            fatal_errors,
        })))
    }

    /// A connection for a client, or for the engine itself.
    pub async fn get(&self, holder: Holder) -> Result<Lease, Error> {
        let pool = &self.0;
        tracing::debug!("Trying to borrow a connection from pool");
        let began = Instant::now();
        let permit = pool.acquire_permit(holder).await;
        pool.metrics.pool_wait.observe(began.elapsed());
        let permit = permit?;
        let lease = match pool.take_idle() {
            Some(connection) => pool.lease(connection, permit),
            None => pool.open_in_background(permit).await?,
        };
        tracing::debug!("Borrowed a connection from the pool");
        Ok(lease)
    }

    /// Opens a connection before the first request needs one, because a login takes time.
    pub async fn warm(&self) {
        if self.0.idle.count() == 0
            && let Some(permit) = self.0.permits.try_acquire(None)
            && let Err(error) = self.0.open_in_background(permit).await
        {
            // The first request tries again and reports the error.
            tracing::debug!(?error, "a connection could not be opened in advance");
        }
    }

    pub fn state(&self) -> PoolState {
        PoolState { available: self.0.idle.count(), waiting: self.0.permits.waiting(), max: self.0.max }
    }

    pub fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    pub fn database(&self) -> &Connector {
        &self.0.database
    }

    /// Closes the idle connections, and those in use when they are returned: their statements were prepared for an
    /// older schema, and they have the role's settings from the time of their login.
    pub fn renew(&self) {
        self.0.close_in_background(self.0.idle.renew());
    }

    pub fn close(&self) {
        self.0.permits.close();
        self.0.idle.clear();
    }
}

/// The anonymous role leaves at least one connection to other roles, unless its share is the whole pool.
fn limits(config: &Config, permits: usize) -> Limits {
    let anonymous = config.db_pool_anon_share.of(permits);
    let left_to_others = usize::from(config.db_pool_anon_share != Share::WHOLE);
    Limits {
        permits,
        client: config.db_pool_client_share.of(permits),
        anonymous: anonymous.min(permits - left_to_others).max(1),
        role: Some(config.db_pool_role_share)
            .filter(|share| *share != Share::WHOLE)
            .map(|share| share.of(permits)),
    }
}

impl Connections {
    async fn acquire_permit(&self, holder: Holder) -> Result<Permit, Error> {
        if let Some(permit) = self.permits.try_acquire(holder) {
            return Ok(permit);
        }
        match timeout(self.acquisition_timeout, self.permits.acquire(holder)).await {
            Ok(Ok(permit)) => Ok(permit),
            Ok(Err(AcquireError::Closed)) => Err(Error::Connection("the server is shutting down".to_owned())),
            Ok(Err(AcquireError::Overloaded)) => {
                self.metrics.pool_rejections.increment();
                Err(Error::PoolOverloaded)
            }
            Err(_) => Err(self.timed_out()),
        }
    }

    fn timed_out(&self) -> Error {
        self.metrics.pool_timeouts.increment();
        self.timeouts.log();
        Error::PoolTimeout
    }

    /// An idle connection, of this thread if there is one.
    fn take_idle(self: &Arc<Connections>) -> Option<Connection> {
        let (taken, unusable) = self.idle.take();
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

    /// Opens a connection in its own task. If the client disconnects during the login, the task finishes the login and
    /// returns the connection to the pool; otherwise the server would have a connection that the pool does not count.
    async fn open_in_background(self: &Arc<Connections>, permit: Permit) -> Result<Lease, Error> {
        let pool = self.clone();
        let opening = tokio::spawn(async move {
            let connection = pool.open().await?;
            Ok(pool.lease(connection, permit))
        });
        opening.await.unwrap_or_else(|_| Err(Error::Connection("the login was interrupted".to_owned())))
    }

    async fn open(&self) -> Result<Connection, Error> {
        let generation = self.idle.generation();
        let slot = timeout(self.acquisition_timeout, self.slots.clone().acquire_owned()).await;
        let Ok(Ok(slot)) = slot else { return Err(self.timed_out()) };
        Connection::open(&self.database, generation, slot).await.map_err(|error| {
            self.fatal_errors.report_failed_login(&error);
            Error::Connection(error.to_string())
        })
    }

    fn lease(self: &Arc<Connections>, connection: Connection, permit: Permit) -> Lease {
        Lease { held: Some((connection, permit)), pool: self.clone() }
    }

    fn return_to_idle(self: &Arc<Connections>, connection: Connection) {
        if self.idle.is_current(&connection) && !self.permits.is_closed() {
            self.idle.push(connection);
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

    /// Ends the statement or the transaction that a dropped request left on its connection. The permit is kept until
    /// then, so that clients that disconnect cannot run more statements than the pool has connections.
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

/// A borrowed connection with its permit. Dropping the lease returns both. If the request was dropped in the middle of
/// a transaction, the connection is reclaimed first.
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
        self.pool.idle.clear();
        self.held = None;
    }

    /// The same, but cancels the statement that may still run, on another connection.
    pub fn abandon_and_cancel(mut self) {
        self.pool.idle.clear();
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
            // The permit is dropped after this, so that the next holder finds the connection.
            Some(Transaction::None) => self.pool.return_to_idle(connection),
            Some(Transaction::Open | Transaction::Failed) | None => {
                self.pool.reclaim_in_background(connection, permit);
            }
        }
    }
}
