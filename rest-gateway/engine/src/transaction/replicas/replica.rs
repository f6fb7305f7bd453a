//! One replica, and how far it has replayed the write-ahead log.

use std::sync::Arc;
use std::time::{Duration, Instant};

use postgres_connect::AddressError;
use postgres_wire::Lsn;
use tokio::sync::watch;
use tokio::time::sleep;

use super::follow::Follower;
use crate::config::Config;
use crate::fatal::FatalErrors;
use crate::metrics::Metrics;
use crate::query::REPLAYED_LSN;
use crate::transaction::pool::Pool;

/// How long a read waits for a replica to replay what its client has written.
pub(super) const WAIT: Duration = Duration::from_millis(100);
/// Between two questions, unless a read waits.
const INTERVAL: Duration = Duration::from_secs(1);
/// Between two questions while a read waits.
const INTERVAL_OF_WAITING_READ: Duration = Duration::from_millis(5);

pub(crate) struct Replica {
    pool: Pool,
    /// `None` while the replica does not answer.
    replayed: watch::Sender<Option<Lsn>>,
    /// What the last read waited for, and when it began.
    wanted: watch::Sender<Option<(Lsn, Instant)>>,
}

/// The replica went away while a read waited.
#[derive(Debug)]
pub(super) struct Away;

impl Replica {
    pub fn new(uri: &str, config: &Config, metrics: &Arc<Metrics>) -> Result<Arc<Replica>, AddressError> {
        let config = Config { db_uri: uri.to_owned(), ..config.clone() };
        // A replica that rejects the login is away, and no reason to end the process.
        let pool = Pool::new(&config, metrics.clone(), Arc::new(FatalErrors::new()))?;
        Ok(Arc::new(Replica { pool, replayed: watch::Sender::new(None), wanted: watch::Sender::new(None) }))
    }

    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// Gets no reads until it has answered again.
    pub fn set_away(&self) {
        self.replayed.send_replace(None);
    }

    /// Up to where it has replayed, as of the last answer.
    pub fn replayed(&self) -> Option<Lsn> {
        *self.replayed.borrow()
    }

    /// Waits until the replica has replayed a position.
    pub(super) async fn replays(&self, position: Lsn) -> Result<&Replica, Away> {
        self.wanted.send_replace(Some((position, Instant::now())));
        let mut replayed = self.replayed.subscribe();
        // The sender lives as long as `self`.
        let reached =
            replayed.wait_for(|replayed| replayed.is_none_or(|replayed| replayed >= position)).await;
        let is_there = reached.is_ok_and(|replayed| replayed.is_some());
        is_there.then_some(self).ok_or(Away)
    }
}

/// Follows a replica for ever. `number` is its place in `db-read-uris`, for the log.
pub(super) async fn follow(replica: Arc<Replica>, number: usize) {
    let mut follower = Follower::new(replica.pool.database().clone());
    let mut wanted = replica.wanted.subscribe();
    loop {
        let answer = follower.position(REPLAYED_LSN).await;
        match (&answer, replica.replayed()) {
            (Ok(_), None) => tracing::info!("Replica {number} answers: reads may go to it"),
            (Err(error), Some(_)) => tracing::warn!("Replica {number} is away, and gets no reads. {error}"),
            _ => {}
        }
        let replayed = answer.ok();
        replica.replayed.send_replace(replayed);
        tokio::select! {
            () = sleep(INTERVAL) => {}
            () = read_waits(&mut wanted, replayed) => {}
        }
    }
}

/// Resolves when a read waits for more than the replica has replayed.
async fn read_waits(wanted: &mut watch::Receiver<Option<(Lsn, Instant)>>, replayed: Option<Lsn>) {
    let waits = |wanted: &Option<(Lsn, Instant)>| {
        wanted.is_some_and(|(position, since)| Some(position) > replayed && since.elapsed() < WAIT)
    };
    if waits(&wanted.borrow()) {
        return sleep(INTERVAL_OF_WAITING_READ).await;
    }
    // The sender lives as long as the replica.
    let _ = wanted.wait_for(waits).await;
}
