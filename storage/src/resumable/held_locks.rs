//! The locks of uploads that requests of this process hold, for [`lock_renewal`](super::lock_renewal).

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, watch};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::database::resumable_locks::{HeldLock, LEASE, Renewal};

pub const RENEWAL_INTERVAL: Duration = Duration::from_millis(2500);
/// How long work may continue after the last renewal of its lock: it must end before the lease does.
pub const WORK_TIME: Duration = LEASE.saturating_sub(RENEWAL_INTERVAL);

/// How long the work under a lock may continue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lease {
    Until(Instant),
    /// Another request has the lock, or the upload is gone.
    Lost,
}

/// The signals from the renewal of a lock to the request that holds it.
#[derive(Clone)]
pub struct LockSignals {
    pub lease: watch::Sender<Lease>,
    /// Cancelled when another request waits for the lock.
    pub release_requested: CancellationToken,
}

impl LockSignals {
    pub fn new() -> Self {
        let lease = Lease::Until(Instant::now() + WORK_TIME);
        Self { lease: watch::Sender::new(lease), release_requested: CancellationToken::new() }
    }
}

/// The locks that requests of this process hold.
#[derive(Default)]
pub struct HeldLocks {
    locks: Mutex<HashMap<HeldLock, LockSignals>>,
    added: Notify,
}

/// Ends the renewal of a lock when it is dropped.
pub struct RenewedLock<'a> {
    held: &'a HeldLocks,
    lock: HeldLock,
}

impl HeldLocks {
    /// Renews a lock until the returned value is dropped.
    pub fn renew(&self, version: Uuid, id: Uuid, signals: LockSignals) -> RenewedLock<'_> {
        let lock = HeldLock { version, id };
        self.locks().insert(lock, signals);
        self.added.notify_one();
        RenewedLock { held: self, lock }
    }

    fn locks(&self) -> MutexGuard<'_, HashMap<HeldLock, LockSignals>> {
        self.locks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The locks that have to be renewed.
    pub fn all(&self) -> Vec<HeldLock> {
        self.locks().keys().copied().collect()
    }

    /// Resolves when there is a lock.
    pub async fn wait_until_held(&self) {
        while self.locks().is_empty() {
            self.added.notified().await;
        }
    }

    /// Tells the holders the outcome of a renewal that began at `attempted`.
    pub fn apply(&self, renewals: &[(HeldLock, Renewal)], attempted: Instant) {
        let locks = self.locks();
        for (lock, renewal) in renewals {
            let Some(signals) = locks.get(lock) else { continue };
            match renewal {
                Renewal::Renewed { release_requested } => {
                    signals.lease.send_replace(Lease::Until(attempted + WORK_TIME));
                    if *release_requested {
                        signals.release_requested.cancel();
                    }
                }
                Renewal::Skipped => {}
                Renewal::Lost => {
                    signals.lease.send_replace(Lease::Lost);
                }
            }
        }
    }
}

impl Drop for RenewedLock<'_> {
    fn drop(&mut self) {
        self.held.locks().remove(&self.lock);
    }
}
