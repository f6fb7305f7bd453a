//! A fair semaphore for pool connections. Clients that wait are served in turn, one permit each, however many requests
//! each of them has waiting. One client, and all requests of the anonymous role together, hold at most their share of
//! the permits, so that a crowd of costly queries leaves connections to everybody else. The engine's own work, such as
//! loading the schema cache, has no limit and goes first.
//!
//! A released permit goes by preference to a request on the same thread, because a connection that changes threads must
//! be registered with another runtime. A request is overtaken for this at most `MAX_OVERTAKEN` times.
//!
//! Rejects a request whose queue is full.

mod queue;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub(super) use queue::{Holder, Limits};
use queue::{PermitQueue, QueueFull};

use super::connection::runtime_thread;

pub(super) struct FairSemaphore(Mutex<PermitQueue<Permit>>);

/// The right to use one connection. Dropped, it goes to the next waiter.
pub(super) struct Permit(Option<(Arc<FairSemaphore>, Holder)>);

/// Why a request gets no permit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum AcquireError {
    #[error("the semaphore is closed")]
    Closed,
    #[error("too many requests wait for a connection")]
    QueueFull,
}

impl FairSemaphore {
    pub fn new(limits: Limits) -> Arc<FairSemaphore> {
        Arc::new(FairSemaphore(Mutex::new(PermitQueue::new(limits))))
    }

    /// A permit, if one is free and the holder is below its limits.
    pub fn try_acquire(self: &Arc<FairSemaphore>, holder: Holder) -> Option<Permit> {
        self.queue().try_take(holder).then(|| self.permit(holder))
    }

    /// Waits for a permit.
    pub async fn acquire(self: &Arc<FairSemaphore>, holder: Holder) -> Result<Permit, AcquireError> {
        let (id, receiver) = {
            let mut queue = self.queue();
            if queue.is_closed() {
                return Err(AcquireError::Closed);
            }
            if queue.try_take(holder) {
                return Ok(self.permit(holder));
            }
            queue.enqueue(holder, runtime_thread()).map_err(|QueueFull| AcquireError::QueueFull)?
        };
        let mut waiting = Waiting { semaphore: self, holder, id: Some(id) };
        let permit = receiver.await;
        waiting.id = None;
        permit.map_err(|_| AcquireError::Closed)
    }

    /// Rejects every request that waits and every later one.
    pub fn close(&self) {
        self.queue().close();
    }

    pub fn is_closed(&self) -> bool {
        self.queue().is_closed()
    }

    /// How many requests wait.
    pub fn waiting(&self) -> usize {
        self.queue().waiting()
    }

    fn permit(self: &Arc<FairSemaphore>, holder: Holder) -> Permit {
        Permit(Some((self.clone(), holder)))
    }

    fn queue(&self) -> MutexGuard<'_, PermitQueue<Permit>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let Some((semaphore, mut holder)) = self.0.take() else { return };
        loop {
            let next = semaphore.queue().release(holder, runtime_thread());
            let Some((next_holder, waiter)) = next else { return };
            match waiter.sender.send(semaphore.permit(next_holder)) {
                Ok(()) => return,
                // The waiter was dropped. This loop instead of a recursive drop releases its permit.
                Err(mut undelivered) => {
                    undelivered.0 = None;
                    holder = next_holder;
                }
            }
        }
    }
}

/// Takes a request out of the queue when it is dropped while it waits.
struct Waiting<'a> {
    semaphore: &'a FairSemaphore,
    holder: Holder,
    id: Option<u64>,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        if let Some(id) = self.id {
            self.semaphore.queue().remove_waiter(self.holder, id);
        }
    }
}

#[cfg(test)]
mod tests;
