//! The budget for response bodies that clients have not read yet, in memory and on disk.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::client::ClientKey;
use crate::client_share::{ClientShares, SharePermit};

/// Bytes of one permit.
const UNIT: usize = 1024;

/// Bytes in memory: for one client, and for all.
const MEMORY: (usize, usize) = (16 * 1024 * 1024, 128 * 1024 * 1024);
/// Bytes in temporary files: for one client, and for all.
const DISK: (usize, usize) = (1024 * 1024 * 1024, 4 * 1024 * 1024 * 1024);

#[derive(Debug)]
pub(crate) struct AnswerBudget {
    memory: Resource,
    disk: Resource,
}

#[derive(Debug)]
struct Resource {
    all: Arc<Semaphore>,
    shares: ClientShares,
}

/// Bytes reserved for a part of a response, until it is dropped.
#[derive(Debug)]
pub(crate) struct Reservation {
    all: OwnedSemaphorePermit,
    share: SharePermit,
}

impl Reservation {
    pub fn merge(&mut self, other: Reservation) {
        self.all.merge(other.all);
        self.share.merge(other.share);
    }
}

impl Resource {
    fn new((one, all): (usize, usize)) -> Resource {
        Resource { all: Arc::new(Semaphore::new(all / UNIT)), shares: ClientShares::new(one / UNIT) }
    }

    fn try_reserve(&self, client: ClientKey, bytes: usize) -> Option<Reservation> {
        let permits = bytes.div_ceil(UNIT);
        let share = self.shares.try_acquire(client, permits)?;
        let all = self.all.clone().try_acquire_many_owned(u32::try_from(permits).ok()?).ok()?;
        Some(Reservation { all, share })
    }
}

impl Default for AnswerBudget {
    fn default() -> AnswerBudget {
        AnswerBudget { memory: Resource::new(MEMORY), disk: Resource::new(DISK) }
    }
}

/// The budget, with the client whose share counts.
#[derive(Debug, Clone)]
pub(crate) struct ClientAnswerBudget {
    budget: Arc<AnswerBudget>,
    client: ClientKey,
}

impl ClientAnswerBudget {
    pub fn new(budget: Arc<AnswerBudget>, client: ClientKey) -> ClientAnswerBudget {
        ClientAnswerBudget { budget, client }
    }

    pub(super) fn try_reserve_memory(&self, bytes: usize) -> Option<Reservation> {
        self.budget.memory.try_reserve(self.client, bytes)
    }

    pub(super) fn try_reserve_disk(&self, bytes: usize) -> Option<Reservation> {
        self.budget.disk.try_reserve(self.client, bytes)
    }
}
