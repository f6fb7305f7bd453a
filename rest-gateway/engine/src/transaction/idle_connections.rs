//! The idle connections of the pool. One that was opened before the last schema change, that is too old or that was
//! idle for too long is not used any more. As in PostgREST's pool, this is checked when a connection is taken.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::connection::{Connection, runtime_thread};
use crate::config::Config;

pub(super) struct IdleConnections {
    /// The connection that was returned last is the first one used.
    connections: Mutex<Vec<Connection>>,
    max_lifetime: Duration,
    max_idletime: Duration,
    /// Incremented with each change of the schema. The statements and settings of a connection of an older generation
    /// are out of date.
    generation: AtomicU64,
}

impl IdleConnections {
    /// `max` is the size of the pool.
    pub fn new(config: &Config, max: usize) -> IdleConnections {
        IdleConnections {
            connections: Mutex::new(Vec::with_capacity(max.min(64))),
            max_lifetime: config.db_pool_max_lifetime,
            max_idletime: config.db_pool_max_idletime,
            generation: AtomicU64::new(0),
        }
    }

    pub fn generation(&self) -> u64 {
        self.generation.load(Ordering::Acquire)
    }

    pub fn is_current(&self, connection: &Connection) -> bool {
        connection.generation == self.generation()
    }

    pub fn count(&self) -> usize {
        self.lock().len()
    }

    pub fn push(&self, mut connection: Connection) {
        connection.idle_since = Instant::now();
        self.lock().push(connection);
    }

    pub fn clear(&self) {
        self.lock().clear();
    }

    /// Starts a new generation and returns the connections of older ones.
    #[must_use = "the connections are to be closed"]
    pub fn renew(&self) -> Vec<Connection> {
        self.generation.fetch_add(1, Ordering::AcqRel);
        self.lock().extract_if(.., |connection| !self.is_current(connection)).collect()
    }

    /// Takes a connection, one of this thread if there is one. The second value is those that cannot be used any more.
    #[must_use = "the connections are to be closed"]
    pub fn take(&self) -> (Option<Connection>, Vec<Connection>) {
        let (thread, now) = (runtime_thread(), Instant::now());
        let mut idle = self.lock();
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
        (taken, unusable)
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

    fn lock(&self) -> MutexGuard<'_, Vec<Connection>> {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
