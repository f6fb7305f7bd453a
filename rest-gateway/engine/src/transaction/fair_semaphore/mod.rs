//! A fair semaphore for pool connections. Clients that wait are served in turn, one permit each, however many requests
//! each of them has waiting. One client, and all requests of the anonymous or of any one role, hold at most their share of
//! the permits, so that a crowd of costly queries leaves connections to everybody else. The engine's own work, such as
//! loading the schema cache, has no limit and goes first.
//!
//! A released permit goes by preference to a request on the same thread, because a connection that changes threads must
//! be registered with another runtime. A request is overtaken for this at most `MAX_OVERTAKEN` times.
//!
//! Rejects a request at once whose queue is full, or that would wait too long at the rate at which permits are released.

mod hold_time;
mod holder;
mod queue;
mod roles;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use hold_time::HoldTime;
pub(super) use holder::Holder;
pub(super) use queue::Limits;
use queue::{PermitQueue, QueueFull};

use super::connection::runtime_thread;

pub(super) struct FairSemaphore {
    queue: Mutex<PermitQueue<Permit>>,
    /// The longest expected wait with which a request enters its queue.
    max_wait: Duration,
    hold_time: HoldTime,
}

/// The right to use one connection. Dropped, it goes to the next waiter.
pub(super) struct Permit(Option<Held>);

struct Held {
    semaphore: Arc<FairSemaphore>,
    holder: Holder,
    since: Instant,
}

/// Why a request gets no permit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum AcquireError {
    #[error("the semaphore is closed")]
    Closed,
    #[error("too many requests wait for a connection")]
    Overloaded,
}

impl FairSemaphore {
    pub fn new(limits: Limits, max_wait: Duration) -> Arc<FairSemaphore> {
        let queue = Mutex::new(PermitQueue::new(limits));
        Arc::new(FairSemaphore { queue, max_wait, hold_time: HoldTime::default() })
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
            if self.hold_time.mean().mul_f64(queue.turns_before(holder)) > self.max_wait {
                return Err(AcquireError::Overloaded);
            }
            queue.enqueue(holder, runtime_thread()).map_err(|QueueFull| AcquireError::Overloaded)?
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
        Permit(Some(Held { semaphore: self.clone(), holder, since: Instant::now() }))
    }

    fn queue(&self) -> MutexGuard<'_, PermitQueue<Permit>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let Some(Held { semaphore, mut holder, since }) = self.0.take() else { return };
        if holder.is_some() {
            semaphore.hold_time.add(since.elapsed());
        }
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
