//! Whether some node reads changes from the database, up to which position, and which other nodes there are.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};
use tokio::sync::watch;

/// A position in the log, as the reader of a slot has confirmed it. Positions are ordered: any in a later slot comes
/// after all of an earlier one, whose numbers may be larger.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct SlotPosition {
    /// Counts how often the cluster has created its slot, as far as its nodes know.
    #[serde(default, rename = "slot_generation")]
    pub(crate) generation: u64,
    /// Up to where the log has been read.
    pub(crate) position: u64,
}

/// The state of the reader of the write-ahead log. Clones share it.
#[derive(Clone)]
pub(crate) struct ReaderStatus(Arc<State>);

struct State {
    is_own: AtomicBool,
    is_peer: AtomicBool,
    /// The keys of the other nodes' locks.
    peers: Mutex<Vec<u32>>,
    /// Up to where the log has been read, by any node.
    position: Mutex<SlotPosition>,
    /// Whether any node reads.
    ready: watch::Sender<bool>,
}

impl ReaderStatus {
    pub(crate) fn new() -> ReaderStatus {
        ReaderStatus(Arc::new(State {
            is_own: AtomicBool::new(false),
            is_peer: AtomicBool::new(false),
            peers: Mutex::default(),
            position: Mutex::default(),
            ready: watch::Sender::new(false),
        }))
    }

    /// Whether some node reads, from now on.
    pub(crate) fn subscribe(&self) -> watch::Receiver<bool> {
        self.0.ready.subscribe()
    }

    /// Whether this node reads.
    pub(crate) fn is_own(&self) -> bool {
        self.0.is_own.load(Ordering::Relaxed)
    }

    /// Whether another node reads.
    pub(crate) fn is_peer(&self) -> bool {
        self.0.is_peer.load(Ordering::Relaxed)
    }

    pub(crate) fn set_own(&self, reads: bool) {
        self.0.is_own.store(reads, Ordering::Relaxed);
        self.update();
    }

    /// Sets the keys of the other nodes' locks, and whether one of them reads.
    pub(super) fn set_peers(&self, keys: Vec<u32>, reads: bool) {
        *self.0.peers.lock().unwrap_or_else(PoisonError::into_inner) = keys;
        self.0.is_peer.store(reads, Ordering::Relaxed);
        self.update();
    }

    /// The keys of the other nodes' locks.
    pub(crate) fn peers(&self) -> Vec<u32> {
        self.0.peers.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Up to where the log has been read.
    pub(crate) fn position(&self) -> SlotPosition {
        *self.current()
    }

    /// Advances the position. An earlier one is ignored.
    pub(crate) fn advance(&self, position: SlotPosition) {
        let mut current = self.current();
        *current = position.max(*current);
    }

    /// Begins a new generation, in which earlier positions do not count. A reader of an earlier one stops once another node
    /// reads.
    pub(crate) fn begin_generation(&self) {
        let mut current = self.current();
        *current = SlotPosition { generation: current.generation + 1, position: 0 };
    }

    fn current(&self) -> MutexGuard<'_, SlotPosition> {
        self.0.position.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn update(&self) {
        let ready = self.is_own() || self.is_peer();
        self.0.ready.send_if_modified(|current| std::mem::replace(current, ready) != ready);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_of_an_earlier_slot_is_ignored() {
        let status = ReaderStatus::new();
        let at = |generation, position| SlotPosition { generation, position };
        status.advance(at(0, 900));
        status.begin_generation();
        assert_eq!(status.position(), at(1, 0));
        status.advance(at(0, 950));
        assert_eq!(status.position(), at(1, 0), "of the slot that is gone");
        status.advance(at(1, 20));
        status.advance(at(1, 10));
        assert_eq!(status.position(), at(1, 20));
        status.advance(at(3, 5));
        assert_eq!(status.position(), at(3, 5), "another node has created a slot");
    }
}
