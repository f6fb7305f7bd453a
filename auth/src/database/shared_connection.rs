//! A connection that many requests read with at once.
//!
//! Statements of concurrent requests travel together and Postgres answers them one after the other, which saves a wait
//! and a wake-up of two processes for each of them. It is for short reads of one statement that wait for no lock.

use std::sync::Arc;
use std::time::Duration;

use deadpool_postgres::{Client, Pool};
use tokio::sync::Mutex;
use tokio::time::timeout;

use crate::error::{Error, Result};

/// As for the pool's connections.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The connection, once it is open. It is one of the pool's.
#[derive(Clone, Default)]
pub(super) struct SharedConnection(Arc<Mutex<Option<Arc<Client>>>>);

impl SharedConnection {
    /// The shared connection; a new one of the pool if it is lost. A pool with a single connection keeps that for
    /// transactions, and each read waits for it.
    pub async fn get(&self, pool: &Pool) -> Result<Arc<Client>> {
        if pool.status().max_size < 2 {
            return Ok(Arc::new(pool.get().await?));
        }
        // Only while the connection is opened does anybody wait here.
        let lock = timeout(TIMEOUT, self.0.lock()).await;
        let mut shared = lock.map_err(Error::unavailable)?;
        if let Some(client) = shared.as_ref().filter(|client| !client.is_closed()) {
            return Ok(Arc::clone(client));
        }
        // Given back first: it counts for the pool's size.
        *shared = None;
        let client = Arc::new(pool.get().await?);
        *shared = Some(Arc::clone(&client));
        Ok(client)
    }
}
