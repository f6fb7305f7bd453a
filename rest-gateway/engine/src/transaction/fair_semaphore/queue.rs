//! The waiters of a fair semaphore, and the choice of the one that gets the next permit.
//!
//! There are three classes of holders: the engine goes first, then identified and anonymous clients take turns. Within
//! a class the clients take turns, and within a client the requests are in the order of their arrival.
//!
//! `P` is the permit that a waiter receives.

use std::collections::VecDeque;
use std::thread::ThreadId;

use foldhash::HashMap;
use tokio::sync::oneshot;

use super::holder::Holder;
use super::roles::Roles;
use crate::client::ClientKey;

/// How often requests of the permit's own thread may overtake another request.
pub(super) const MAX_OVERTAKEN: u32 = 16;
/// The number of requests that are searched for one on the permit's own thread.
const MAX_SCANNED: usize = 64;

/// Requests of all clients that may wait.
pub(super) const MAX_WAITING: usize = 10_000;
/// Requests of the anonymous role that may wait.
pub(super) const MAX_WAITING_ANONYMOUS: usize = 7_500;
/// Requests of one client that may wait.
pub(super) const MAX_WAITING_OF_CLIENT: usize = 1_000;

/// How many permits there are, and how many of them may be held at once.
#[derive(Debug, Clone, Copy)]
pub(in crate::transaction) struct Limits {
    pub permits: usize,
    /// By one client.
    pub client: usize,
    /// By all requests of the anonymous role.
    pub anonymous: usize,
    /// By all requests of any one role; `None` for no limit.
    pub role: Option<usize>,
}

/// A request was rejected, because its queue is full.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct QueueFull;

pub(super) struct PermitQueue<P> {
    limits: Limits,
    available: usize,
    closed: bool,
    /// Holders that hold a permit or wait for one.
    holders: HashMap<Holder, HolderState<P>>,
    classes: [Class; 3],
    roles: Roles,
    /// Identified and anonymous clients take turns.
    anonymous_is_next: bool,
    last_id: u64,
}

struct HolderState<P> {
    held: usize,
    waiters: VecDeque<Waiter<P>>,
    /// It is in the queue of its class.
    is_queued: bool,
}

pub(super) struct Waiter<P> {
    id: u64,
    thread: Option<ThreadId>,
    overtaken: u32,
    pub sender: oneshot::Sender<P>,
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

impl Limits {
    fn of(&self, holder: Holder) -> usize {
        if holder.is_some() { self.client } else { self.permits }
    }

    fn of_class(&self, class: usize) -> usize {
        if class == ANONYMOUS { self.anonymous } else { self.permits }
    }
}

impl<P> Default for HolderState<P> {
    fn default() -> HolderState<P> {
        HolderState { held: 0, waiters: VecDeque::new(), is_queued: false }
    }
}

impl<P> PermitQueue<P> {
    pub fn new(limits: Limits) -> PermitQueue<P> {
        PermitQueue {
            limits,
            available: limits.permits,
            closed: false,
            holders: HashMap::default(),
            classes: Default::default(),
            roles: Roles::new(limits.role),
            anonymous_is_next: false,
            last_id: 0,
        }
    }

    #[cfg(test)]
    pub fn has_no_holders(&self) -> bool {
        self.holders.is_empty()
    }

    /// How many requests wait.
    pub fn waiting(&self) -> usize {
        self.classes.iter().map(|class| class.waiting).sum()
    }

    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Drops every waiter, and gives no more permits.
    pub fn close(&mut self) {
        self.closed = true;
        for holder in self.holders.values_mut() {
            holder.waiters.clear();
            holder.is_queued = false;
        }
        self.roles.close();
        for class in &mut self.classes {
            class.waiting = 0;
            class.queue.clear();
        }
    }

    /// Takes a free permit that the holder may have. No waiter is overtaken: a permit is free only while
    /// every waiter is at a limit.
    pub fn try_take(&mut self, holder: Holder) -> bool {
        let class = class_of(holder);
        let held = self.holders.get(&holder).map_or(0, |state| state.held);
        let may_take = !self.closed
            && self.available > 0
            && held < self.limits.of(holder)
            && self.classes[class].held < self.limits.of_class(class)
            && !self.roles.is_at_limit(holder);
        if may_take {
            self.count_taken(holder);
        }
        may_take
    }

    fn count_taken(&mut self, holder: Holder) {
        self.available -= 1;
        self.classes[class_of(holder)].held += 1;
        self.holders.entry(holder).or_default().held += 1;
        self.roles.take(holder, &mut self.classes[class_of(holder)].queue);
    }

    /// Adds a waiter. Returns its id, and the receiver of its permit.
    pub fn enqueue(
        &mut self,
        holder: Holder,
        thread: Option<ThreadId>,
    ) -> Result<(u64, oneshot::Receiver<P>), QueueFull> {
        let class = class_of(holder);
        let of_client = self.holders.get(&holder).map_or(0, |state| state.waiters.len());
        let is_full = of_client >= MAX_WAITING_OF_CLIENT
            || self.waiting() >= MAX_WAITING
            || (class == ANONYMOUS && self.classes[ANONYMOUS].waiting >= MAX_WAITING_ANONYMOUS);
        if is_full && holder.is_some() {
            return Err(QueueFull);
        }
        let (sender, receiver) = oneshot::channel();
        self.last_id += 1;
        let id = self.last_id;
        let waiter = Waiter { id, thread, overtaken: 0, sender };
        self.holders.entry(holder).or_default().waiters.push_back(waiter);
        self.classes[class].waiting += 1;
        self.queue_if_eligible(holder);
        Ok((id, receiver))
    }

    /// How often every permit that the holder's class may have must be released before a new request of the holder gets
    /// one. Zero for the engine, which goes first.
    pub fn turns_before(&self, holder: Holder) -> f64 {
        let class = class_of(holder);
        if class == ENGINE {
            return 0.0;
        }
        let own = self.holders.get(&holder).map_or(0, |state| state.waiters.len());
        let Class { waiting, queue, .. } = &self.classes[class];
        // Each other waiting holder gets a permit before each permit of this one.
        let holders = queue.len() + self.roles.parked_with(holder);
        let ahead = (*waiting).min((own + 1).saturating_mul(holders));
        let turns = |requests: usize, limit: usize| {
            let limit = limit.min(self.limits.permits).max(1);
            requests as f64 / limit as f64
        };
        let shared = self.limits.of_class(class).min(self.roles.limit().unwrap_or(usize::MAX));
        turns(ahead, shared).max(turns(own, self.limits.of(holder)))
    }

    /// Puts a holder into its queue, at the end, when it waits and may have one permit more.
    fn queue_if_eligible(&mut self, holder: Holder) {
        let Some(state) = self.holders.get_mut(&holder) else { return };
        if !state.is_queued && !state.waiters.is_empty() && state.held < self.limits.of(holder) {
            state.is_queued = true;
            if !self.roles.park(holder) {
                self.classes[class_of(holder)].queue.push_back(holder);
            }
        }
    }

    fn forget_if_unused(&mut self, holder: Holder) {
        if self.holders.get(&holder).is_some_and(|state| state.held == 0 && state.waiters.is_empty()) {
            self.holders.remove(&holder);
        }
    }

    /// Takes a permit back and picks the waiter that gets it.
    pub fn release(&mut self, holder: Holder, thread: Option<ThreadId>) -> Option<(Holder, Waiter<P>)> {
        self.available += 1;
        self.classes[class_of(holder)].held -= 1;
        if let Some(state) = self.holders.get_mut(&holder) {
            state.held -= 1;
        }
        self.roles.release(holder, &mut self.classes[class_of(holder)].queue);
        self.queue_if_eligible(holder);
        self.forget_if_unused(holder);
        let class = self.next_class()?;
        let (holder, waiter) = self.dequeue(class, thread)?;
        self.count_taken(holder);
        self.queue_if_eligible(holder);
        Some((holder, waiter))
    }

    /// The class that gets the next permit, if any of its holders may have one.
    fn next_class(&mut self) -> Option<usize> {
        let is_eligible = |class: usize| {
            let Class { held, queue, .. } = &self.classes[class];
            !queue.is_empty() && *held < self.limits.of_class(class)
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
    fn dequeue(&mut self, class: usize, thread: Option<ThreadId>) -> Option<(Holder, Waiter<P>)> {
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
        let is_here = |waiter: &Waiter<P>| waiter.thread == thread;
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

    /// Removes a waiter that no longer waits.
    pub fn remove_waiter(&mut self, holder: Holder, id: u64) {
        let Some(state) = self.holders.get_mut(&holder) else { return };
        let Some(index) = state.waiters.iter().position(|waiter| waiter.id == id) else { return };
        state.waiters.remove(index);
        let class = &mut self.classes[class_of(holder)];
        class.waiting -= 1;
        if state.waiters.is_empty() && state.is_queued {
            state.is_queued = false;
            class.queue.retain(|queued| *queued != holder);
            self.roles.remove_parked(holder);
        }
        self.forget_if_unused(holder);
    }
}
