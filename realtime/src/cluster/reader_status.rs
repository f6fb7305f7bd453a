//! Whether some node reads changes from the database, and up to which position.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use tokio::sync::watch;

/// The state of the reader of the write-ahead log. Clones share it.
#[derive(Clone)]
pub(crate) struct ReaderStatus(Arc<State>);

struct State {
    is_own: AtomicBool,
    is_peer: AtomicBool,
    /// The number of other nodes.
    peers: AtomicUsize,
    /// Up to where the log has been read, by any node.
    position: AtomicU64,
    /// Whether any node reads.
    ready: watch::Sender<bool>,
}

impl ReaderStatus {
    pub(crate) fn new() -> ReaderStatus {
        ReaderStatus(Arc::new(State {
            is_own: AtomicBool::new(false),
            is_peer: AtomicBool::new(false),
            peers: AtomicUsize::new(0),
            position: AtomicU64::new(0),
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

    pub(crate) fn set_own(&self, reads: bool) {
        self.0.is_own.store(reads, Ordering::Relaxed);
        self.update();
    }

    /// Sets the number of other nodes, and whether one of them reads.
    pub(super) fn set_peers(&self, count: usize, reads: bool) {
        self.0.peers.store(count, Ordering::Relaxed);
        self.0.is_peer.store(reads, Ordering::Relaxed);
        self.update();
    }

    /// The number of other nodes.
    pub(crate) fn peers(&self) -> usize {
        self.0.peers.load(Ordering::Relaxed)
    }

    /// Up to where the log has been read.
    pub(crate) fn position(&self) -> u64 {
        self.0.position.load(Ordering::Relaxed)
    }

    /// Advances the position. An earlier one is ignored.
    pub(crate) fn advance(&self, position: u64) {
        self.0.position.fetch_max(position, Ordering::Relaxed);
    }

    /// Forgets the position, which does not count in a new slot.
    pub(crate) fn forget_position(&self) {
        self.0.position.store(0, Ordering::Relaxed);
    }

    fn update(&self) {
        let ready = self.is_own() || self.0.is_peer.load(Ordering::Relaxed);
        self.0.ready.send_if_modified(|current| std::mem::replace(current, ready) != ready);
    }
}
