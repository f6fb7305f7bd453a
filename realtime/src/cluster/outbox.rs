//! Messages of this node that are still to be published, bounded in number and bytes. A message that does not fit is
//! dropped and counted. While Redis is away nothing is kept.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use tokio::sync::Notify;

const MAX_MESSAGES: usize = 65_536;
const MAX_BYTES: usize = 64 * 1024 * 1024;
/// Messages that are published at once.
const BATCH: usize = 256;

/// Messages that were dropped in this process because Redis was away or too slow.
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
    emptied: Notify,
}

#[derive(Default)]
struct State {
    messages: VecDeque<Bytes>,
    bytes: usize,
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

    /// Drops what has not been published.
    pub(super) fn close(&self) {
        self.is_open.store(false, Ordering::Relaxed);
        let mut state = self.state();
        let dropped = std::mem::take(&mut state.messages).len() as u64;
        state.bytes = 0;
        DROPPED.fetch_add(dropped, Ordering::Relaxed);
        self.emptied.notify_waiters();
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

    /// Waits until at most half of the outbox is in use.
    pub(super) async fn wait_for_space(&self) {
        loop {
            let emptied = self.emptied.notified();
            tokio::pin!(emptied);
            emptied.as_mut().enable();
            let is_free = {
                let state = self.state();
                state.messages.len() <= MAX_MESSAGES / 2 && state.bytes <= MAX_BYTES / 2
            };
            if is_free {
                return;
            }
            emptied.await;
        }
    }

    fn try_take(&self) -> Vec<Bytes> {
        let mut state = self.state();
        let count = state.messages.len().min(BATCH);
        let taken: Vec<Bytes> = state.messages.drain(..count).collect();
        state.bytes -= taken.iter().map(Bytes::len).sum::<usize>();
        self.emptied.notify_waiters();
        taken
    }

    fn push_in(&self, state: &mut State, message: Option<Bytes>) {
        let fits = |message: &Bytes| {
            self.is_open() && state.messages.len() < MAX_MESSAGES && state.bytes + message.len() <= MAX_BYTES
        };
        match message.filter(fits) {
            Some(message) => {
                state.bytes += message.len();
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
    use super::*;

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
