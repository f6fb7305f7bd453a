//! The queue of messages to publish, bounded in number and bytes. A message that does not fit is dropped and counted.
//! While there is no connection to Redis, nothing is queued.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use tokio::sync::Notify;

const MAX_MESSAGES: usize = 65_536;
const MAX_BYTES: usize = 64 * 1024 * 1024;
/// The largest number of messages in one pipeline.
const BATCH: usize = 256;

/// Messages that were dropped in this process because Redis was unavailable or too slow.
static DROPPED: AtomicU64 = AtomicU64::new(0);

/// The number of messages dropped since the start of the process.
pub(crate) fn dropped_messages() -> u64 {
    DROPPED.load(Ordering::Relaxed)
}

#[derive(Default)]
pub(super) struct Outbox {
    is_open: AtomicBool,
    state: Mutex<State>,
    filled: Notify,
    /// Notified after messages are taken, published or dropped.
    drained: Notify,
}

#[derive(Default)]
struct State {
    messages: VecDeque<Bytes>,
    bytes: usize,
    /// The number of messages queued so far.
    queued: u64,
    /// The number of those that Redis has accepted, or that were dropped.
    settled: u64,
    /// The number of the last presence message.
    presence_sequence: u64,
}

impl Outbox {
    /// Whether messages are published.
    pub(super) fn is_open(&self) -> bool {
        self.is_open.load(Ordering::Relaxed)
    }

    pub(super) fn open(&self) {
        self.is_open.store(true, Ordering::Relaxed);
    }

    /// Drops the messages that Redis has not accepted, also those that were taken: some of these may have arrived. Returns
    /// their number.
    pub(super) fn close(&self) -> u64 {
        self.is_open.store(false, Ordering::Relaxed);
        let mut state = self.state();
        state.messages = VecDeque::new();
        state.bytes = 0;
        let dropped = state.queued - state.settled;
        state.settled = state.queued;
        DROPPED.fetch_add(dropped, Ordering::Relaxed);
        self.drained.notify_waiters();
        dropped
    }

    /// Queues a message. `None` is one that could not be encoded.
    pub(super) fn push(&self, message: Option<Bytes>) {
        self.push_in(&mut self.state(), message);
    }

    /// Queues a presence message, which gets the next number. A dropped one leaves a gap, which the others notice.
    pub(super) fn push_presence(&self, encode: impl FnOnce(u64) -> Option<Bytes>) {
        let mut state = self.state();
        state.presence_sequence += 1;
        if self.is_open() {
            let message = encode(state.presence_sequence);
            self.push_in(&mut state, message);
        }
    }

    pub(super) fn presence_sequence(&self) -> u64 {
        self.state().presence_sequence
    }

    /// The next messages, at least one. The future is cancel-safe.
    pub(super) async fn take(&self) -> Vec<Bytes> {
        loop {
            let filled = self.filled.notified();
            let taken = self.try_take();
            if !taken.is_empty() {
                return taken;
            }
            filled.await;
        }
    }

    /// Records that Redis has accepted messages that were taken.
    pub(super) fn settle(&self, messages: usize) {
        self.state().settled += messages as u64;
        self.drained.notify_waiters();
    }

    /// Waits until at most half of the outbox is in use.
    pub(super) async fn wait_for_space(&self) {
        let has_space =
            |state: &State| state.messages.len() <= MAX_MESSAGES / 2 && state.bytes <= MAX_BYTES / 2;
        self.wait_until(has_space).await;
    }

    /// Waits until Redis has accepted all messages that are queued now. Dropped ones are not waited for.
    pub(super) async fn flushed(&self) {
        let queued = self.state().queued;
        self.wait_until(|state| state.settled >= queued).await;
    }

    async fn wait_until(&self, is_met: impl Fn(&State) -> bool) {
        loop {
            let drained = self.drained.notified();
            tokio::pin!(drained);
            drained.as_mut().enable();
            let is_done = is_met(&self.state());
            if is_done {
                return;
            }
            drained.await;
        }
    }

    fn try_take(&self) -> Vec<Bytes> {
        let mut state = self.state();
        let count = state.messages.len().min(BATCH);
        let taken: Vec<Bytes> = state.messages.drain(..count).collect();
        state.bytes -= taken.iter().map(Bytes::len).sum::<usize>();
        self.drained.notify_waiters();
        taken
    }

    fn push_in(&self, state: &mut State, message: Option<Bytes>) {
        let fits = |message: &Bytes| {
            self.is_open() && state.messages.len() < MAX_MESSAGES && state.bytes + message.len() <= MAX_BYTES
        };
        match message.filter(fits) {
            Some(message) => {
                state.bytes += message.len();
                state.queued += 1;
                state.messages.push_back(message);
                self.filled.notify_one();
            }
            None => {
                DROPPED.fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[tokio::test]
    async fn a_flush_waits_for_messages_that_redis_has_not_accepted() {
        let outbox = Outbox::default();
        outbox.open();
        outbox.push(Some(Bytes::from_static(b"taken")));
        let taken = outbox.take().await;
        assert!(outbox.flushed().now_or_never().is_none());
        outbox.settle(taken.len());
        outbox.flushed().await;
        outbox.push(Some(Bytes::from_static(b"dropped")));
        assert!(outbox.flushed().now_or_never().is_none());
        outbox.close();
        outbox.flushed().await;
    }

    #[tokio::test]
    async fn messages_in_flight_are_dropped_with_the_connection() {
        let outbox = Outbox::default();
        outbox.open();
        outbox.push(Some(Bytes::from_static(b"accepted")));
        outbox.settle(outbox.take().await.len());
        outbox.push(Some(Bytes::from_static(b"in flight")));
        outbox.take().await;
        outbox.push(Some(Bytes::from_static(b"queued")));
        assert_eq!(outbox.close(), 2);
        assert_eq!(outbox.close(), 0);
    }

    #[tokio::test]
    async fn a_dropped_presence_message_leaves_a_gap() {
        let outbox = Outbox::default();
        let encode = |sequence: u64| Some(Bytes::from(sequence.to_string()));
        outbox.push_presence(encode);
        outbox.open();
        outbox.push(Some(Bytes::from_static(b"other")));
        outbox.push_presence(encode);
        outbox.push(Some(Bytes::from(vec![0; MAX_BYTES])));
        assert_eq!(outbox.take().await, ["other", "2"]);
        assert_eq!(outbox.presence_sequence(), 2);
    }

    #[tokio::test]
    async fn a_closed_outbox_keeps_nothing() {
        let outbox = Outbox::default();
        outbox.open();
        outbox.push(Some(Bytes::from_static(b"lost")));
        outbox.close();
        outbox.push(Some(Bytes::from_static(b"lost, too")));
        outbox.wait_for_space().await;
        outbox.open();
        outbox.push(Some(Bytes::from_static(b"kept")));
        assert_eq!(outbox.take().await, ["kept"]);
    }
}
