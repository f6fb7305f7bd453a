//! A fair semaphore for pool connections. Clients that wait are served in turn, one permit each, however many requests
//! each of them has waiting. One client, and all requests of the anonymous role together, hold at most their share of the
//! permits, so that a crowd of costly queries leaves connections to everybody else. The engine's own work, such as loading
//! the schema cache, has no limit and goes first.
//!
//! A released permit goes by preference to a request on the same thread, because a connection that changes threads must be
//! registered with another runtime. A request is overtaken for this at most `MAX_OVERTAKEN` times.
//!
//! Rejects a request whose queue is full.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;

use foldhash::HashMap;
use tokio::sync::oneshot;

use super::connection::runtime_thread;
use crate::client::ClientKey;

/// How often requests of the permit's own thread may overtake another request.
const MAX_OVERTAKEN: u32 = 16;
/// Requests that are looked at to find one on the permit's own thread.
const MAX_SCANNED: usize = 64;

/// Requests that may wait, of all clients.
const MAX_WAITING: usize = 10_000;
/// Those of the anonymous role among them.
const MAX_WAITING_ANONYMOUS: usize = 7_500;
/// Those of one client.
const MAX_WAITING_OF_CLIENT: usize = 1_000;

/// The holder of a permit: a client, or `None` for the engine itself.
pub(super) type Holder = Option<ClientKey>;

/// How many permits there are, and how many of them may be held at once.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    pub permits: usize,
    /// By one client.
    pub client: usize,
    /// By all requests of the anonymous role.
    pub anonymous: usize,
}

pub(super) struct FairSemaphore {
    limits: Limits,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    available: usize,
    closed: bool,
    /// Holders that hold a permit or wait for one.
    holders: HashMap<Holder, HolderState>,
    classes: [Class; 3],
    /// Identified and anonymous clients take turns.
    anonymous_is_next: bool,
    last_id: u64,
}

#[derive(Default)]
struct HolderState {
    held: usize,
    waiters: VecDeque<Waiter>,
    /// It is in the queue of its class.
    is_queued: bool,
}

struct Waiter {
    id: u64,
    thread: Option<ThreadId>,
    overtaken: u32,
    sender: oneshot::Sender<Permit>,
}

/// The holders of one kind.
#[derive(Default)]
struct Class {
    held: usize,
    waiting: usize,
    /// Holders that wait and hold less than their own limit, in the order in which they are served.
    queue: VecDeque<Holder>,
}

const ENGINE: usize = 0;
const IDENTIFIED: usize = 1;
const ANONYMOUS: usize = 2;

fn class_of(holder: Holder) -> usize {
    match holder {
        None => ENGINE,
        Some(ClientKey { anonymous: false, .. }) => IDENTIFIED,
        Some(ClientKey { anonymous: true, .. }) => ANONYMOUS,
    }
}

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
        let state = State { available: limits.permits, ..State::default() };
        Arc::new(FairSemaphore { limits, state: Mutex::new(state) })
    }

    /// A permit that is free now, if there is one.
    pub fn try_acquire(self: &Arc<FairSemaphore>, holder: Holder) -> Option<Permit> {
        self.state().try_take(&self.limits, holder).then(|| self.permit(holder))
    }

    pub async fn acquire(self: &Arc<FairSemaphore>, holder: Holder) -> Result<Permit, AcquireError> {
        let (id, receiver) = {
            let mut state = self.state();
            if state.closed {
                return Err(AcquireError::Closed);
            }
            if state.try_take(&self.limits, holder) {
                return Ok(self.permit(holder));
            }
            state.enqueue(&self.limits, holder, runtime_thread())?
        };
        let mut waiting = Waiting { semaphore: self, holder, id: Some(id) };
        let permit = receiver.await;
        waiting.id = None;
        permit.map_err(|_| AcquireError::Closed)
    }

    /// Rejects every request that waits and every later one.
    pub fn close(&self) {
        let mut state = self.state();
        state.closed = true;
        for holder in state.holders.values_mut() {
            holder.waiters.clear();
            holder.is_queued = false;
        }
        for class in &mut state.classes {
            class.waiting = 0;
            class.queue.clear();
        }
    }

    pub fn is_closed(&self) -> bool {
        self.state().closed
    }

    /// How many requests wait.
    pub fn waiting(&self) -> usize {
        self.state().classes.iter().map(|class| class.waiting).sum()
    }

    fn permit(self: &Arc<FairSemaphore>, holder: Holder) -> Permit {
        Permit(Some((self.clone(), holder)))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Limits {
    fn of(&self, holder: Holder) -> usize {
        if holder.is_some() { self.client } else { self.permits }
    }

    fn of_class(&self, class: usize) -> usize {
        if class == ANONYMOUS { self.anonymous } else { self.permits }
    }
}

impl State {
    /// Takes a free permit that the holder may have. No waiter is overtaken: a permit is free only while
    /// every waiter is at a limit.
    fn try_take(&mut self, limits: &Limits, holder: Holder) -> bool {
        let class = class_of(holder);
        let held = self.holders.get(&holder).map_or(0, |state| state.held);
        let may_take = !self.closed
            && self.available > 0
            && held < limits.of(holder)
            && self.classes[class].held < limits.of_class(class);
        if may_take {
            self.count_taken(holder);
        }
        may_take
    }

    fn count_taken(&mut self, holder: Holder) {
        self.available -= 1;
        self.classes[class_of(holder)].held += 1;
        self.holders.entry(holder).or_default().held += 1;
    }

    fn enqueue(
        &mut self,
        limits: &Limits,
        holder: Holder,
        thread: Option<ThreadId>,
    ) -> Result<(u64, oneshot::Receiver<Permit>), AcquireError> {
        let class = class_of(holder);
        let of_client = self.holders.get(&holder).map_or(0, |state| state.waiters.len());
        let of_all = self.classes.iter().map(|class| class.waiting).sum::<usize>();
        let is_full = of_client >= MAX_WAITING_OF_CLIENT
            || of_all >= MAX_WAITING
            || (class == ANONYMOUS && self.classes[ANONYMOUS].waiting >= MAX_WAITING_ANONYMOUS);
        if is_full && holder.is_some() {
            return Err(AcquireError::QueueFull);
        }
        let (sender, receiver) = oneshot::channel();
        self.last_id += 1;
        let id = self.last_id;
        let waiter = Waiter { id, thread, overtaken: 0, sender };
        self.holders.entry(holder).or_default().waiters.push_back(waiter);
        self.classes[class].waiting += 1;
        self.queue_if_eligible(limits, holder);
        Ok((id, receiver))
    }

    /// Puts a holder into its queue, at the end, when it waits and may have one permit more.
    fn queue_if_eligible(&mut self, limits: &Limits, holder: Holder) {
        let Some(state) = self.holders.get_mut(&holder) else { return };
        if !state.is_queued && !state.waiters.is_empty() && state.held < limits.of(holder) {
            state.is_queued = true;
            self.classes[class_of(holder)].queue.push_back(holder);
        }
    }

    fn forget_if_unused(&mut self, holder: Holder) {
        if self.holders.get(&holder).is_some_and(|state| state.held == 0 && state.waiters.is_empty()) {
            self.holders.remove(&holder);
        }
    }

    /// Takes a permit back and picks the waiter that gets it.
    fn release(
        &mut self,
        limits: &Limits,
        holder: Holder,
        thread: Option<ThreadId>,
    ) -> Option<(Holder, Waiter)> {
        self.available += 1;
        self.classes[class_of(holder)].held -= 1;
        if let Some(state) = self.holders.get_mut(&holder) {
            state.held -= 1;
        }
        self.queue_if_eligible(limits, holder);
        self.forget_if_unused(holder);
        let class = self.next_class(limits)?;
        let (holder, waiter) = self.dequeue(class, thread)?;
        self.count_taken(holder);
        self.queue_if_eligible(limits, holder);
        Some((holder, waiter))
    }

    /// The class whose turn it is.
    fn next_class(&mut self, limits: &Limits) -> Option<usize> {
        let is_eligible = |class: usize| {
            let Class { held, queue, .. } = &self.classes[class];
            !queue.is_empty() && *held < limits.of_class(class)
        };
        let class = match (is_eligible(ENGINE), is_eligible(IDENTIFIED), is_eligible(ANONYMOUS)) {
            (true, _, _) => return Some(ENGINE),
            (_, true, true) if self.anonymous_is_next => ANONYMOUS,
            (_, true, _) => IDENTIFIED,
            (_, false, true) => ANONYMOUS,
            (_, false, false) => return None,
        };
        self.anonymous_is_next = class == IDENTIFIED;
        Some(class)
    }

    /// Takes a waiter out, and its holder out of the queue.
    fn dequeue(&mut self, class: usize, thread: Option<ThreadId>) -> Option<(Holder, Waiter)> {
        let (in_queue, in_holder) = self.choose(class, thread)?;
        let holder = self.classes[class].queue.remove(in_queue)?;
        self.classes[class].waiting -= 1;
        let state = self.holders.get_mut(&holder)?;
        state.is_queued = false;
        let waiter = state.waiters.remove(in_holder)?;
        Some((holder, waiter))
    }

    /// The first waiter of the first holder, or one on the same thread that may overtake it: another one of the same
    /// holder, or the first one of another holder.
    fn choose(&mut self, class: usize, thread: Option<ThreadId>) -> Option<(usize, usize)> {
        let queue = &self.classes[class].queue;
        let first_holder = self.holders.get(queue.front()?)?;
        let first = first_holder.waiters.front()?;
        if first.thread == thread || first.overtaken >= MAX_OVERTAKEN {
            return Some((0, 0));
        }
        let is_here = |waiter: &Waiter| waiter.thread == thread;
        let in_holder = first_holder.waiters.iter().take(MAX_SCANNED).position(is_here);
        let first_is_here = |holder: &Holder| {
            self.holders.get(holder).and_then(|state| state.waiters.front()).is_some_and(is_here)
        };
        let chosen = match in_holder {
            Some(in_holder) => Some((0, in_holder)),
            None => queue.iter().take(MAX_SCANNED).position(first_is_here).map(|in_queue| (in_queue, 0)),
        };
        let Some(chosen) = chosen else { return Some((0, 0)) };
        let first_holder = *queue.front()?;
        self.holders.get_mut(&first_holder)?.waiters.front_mut()?.overtaken += 1;
        Some(chosen)
    }

    fn remove_waiter(&mut self, holder: Holder, id: u64) {
        let Some(state) = self.holders.get_mut(&holder) else { return };
        let Some(index) = state.waiters.iter().position(|waiter| waiter.id == id) else { return };
        state.waiters.remove(index);
        let class = &mut self.classes[class_of(holder)];
        class.waiting -= 1;
        if state.waiters.is_empty() && state.is_queued {
            state.is_queued = false;
            class.queue.retain(|queued| *queued != holder);
        }
        self.forget_if_unused(holder);
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let Some((semaphore, mut holder)) = self.0.take() else { return };
        loop {
            let next = semaphore.state().release(&semaphore.limits, holder, runtime_thread());
            let Some((next_holder, waiter)) = next else { return };
            match waiter.sender.send(semaphore.permit(next_holder)) {
                Ok(()) => return,
                // The waiter has just left: its permit is released in turn.
                Err(mut refused) => {
                    refused.0 = None;
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
            self.semaphore.state().remove_waiter(self.holder, id);
        }
    }
}

#[cfg(test)]
mod tests;
