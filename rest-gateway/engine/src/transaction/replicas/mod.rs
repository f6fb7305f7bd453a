//! Replicas of the database (`db-read-uris`), each with a pool of its own.
//!
//! A read may go to a replica that has replayed what its client has written, what the schema cache was loaded from, and
//! everything that the primary had written `db-read-max-lag` ago. `primary` and `replica` follow how far the servers
//! are. Without such a replica the primary answers.

mod follow;
mod primary;
mod replica;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use futures_util::future::select_ok;
use postgres_connect::AddressError;
use postgres_wire::Lsn;
use tokio::task::JoinSet;
use tokio::time::timeout;

use self::replica::{Replica, WAIT};
use super::position::UNKNOWN;
use crate::config::Config;
use crate::metrics::Metrics;

pub(crate) struct Replicas {
    replicas: Vec<Arc<Replica>>,
    /// What a replica must have replayed in order not to lag; the maximum until the primary has been asked.
    lag_limit: Arc<AtomicU64>,
    /// What a replica must have replayed to have the objects of the schema cache.
    schema: AtomicU64,
    /// Counts the reads, which take the replicas in turn.
    turn: AtomicUsize,
    /// The tasks that follow the servers. They end with this value.
    _followers: JoinSet<()>,
}

impl Replicas {
    /// Must be called inside a Tokio runtime if there are replicas.
    pub fn new(config: &Config, metrics: &Arc<Metrics>) -> Result<Replicas, AddressError> {
        let replicas = config.db_read_uris.iter().map(|uri| Replica::new(uri, config, metrics));
        let replicas = replicas.collect::<Result<Vec<_>, _>>()?;
        let lag_limit = Arc::new(AtomicU64::new(u64::MAX));
        let mut followers = JoinSet::new();
        for (index, replica) in replicas.iter().enumerate() {
            followers.spawn(replica::follow(replica.clone(), index + 1));
        }
        if !replicas.is_empty() {
            let primary = super::address::direct_connector(config)?.writable();
            followers.spawn(primary::follow(primary, config.db_read_max_lag, lag_limit.clone()));
        }
        Ok(Replicas {
            replicas,
            lag_limit,
            schema: AtomicU64::new(0),
            turn: AtomicUsize::new(0),
            _followers: followers,
        })
    }

    pub fn count(&self) -> usize {
        self.replicas.len()
    }

    /// Whether reads of clients that have not written anything are answered without the primary.
    pub fn answer_reads(&self) -> bool {
        !self.usable().is_empty()
    }

    /// A replica that has everything up to `written`.
    pub async fn with(&self, written: Lsn) -> Option<&Replica> {
        let usable: Vec<&Replica> = self.usable();
        if let Some(replica) = usable.iter().find(|replica| replica.replayed() >= Some(written)) {
            return Some(replica);
        }
        if usable.is_empty() || written == UNKNOWN {
            return None;
        }
        let waiting = usable.into_iter().map(|replica| Box::pin(replica.replays(written)));
        let (replica, _) = timeout(WAIT, select_ok(waiting)).await.ok()?.ok()?;
        Some(replica)
    }

    /// The replicas that do not lag and have the objects of the schema cache. Each read begins with another one.
    fn usable(&self) -> Vec<&Replica> {
        let needed = self.lag_limit.load(Ordering::Acquire).max(self.schema.load(Ordering::Acquire));
        let (before, from) = match self.replicas.len() {
            0 => return Vec::new(),
            count => self.replicas.split_at(self.turn.fetch_add(1, Ordering::Relaxed) % count),
        };
        let has_needed = |replica: &&Replica| replica.replayed() >= Some(Lsn(needed));
        from.iter().chain(before).map(Arc::as_ref).filter(has_needed).collect()
    }

    /// From now on no replica is used that has not replayed this position, up to which the schema cache was read.
    pub fn require_schema(&self, position: Lsn) {
        self.schema.fetch_max(position.0, Ordering::AcqRel);
    }

    /// As [`Pool::renew`].
    pub fn renew(&self) {
        self.replicas.iter().for_each(|replica| replica.pool().renew());
    }

    /// As [`Pool::close`].
    pub fn close(&self) {
        self.replicas.iter().for_each(|replica| replica.pool().close());
    }
}
