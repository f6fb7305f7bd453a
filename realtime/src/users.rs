//! The number of sockets with at least one channel.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Counts users. Clones share the count.
#[derive(Debug, Clone)]
pub(crate) struct Users {
    count: Arc<AtomicUsize>,
    /// Those of the other nodes.
    others: Arc<AtomicUsize>,
    max: usize,
}

/// A counted user. Dropping it ends the count.
#[derive(Debug)]
pub(crate) struct CountedUser(Arc<AtomicUsize>);

impl Users {
    pub(crate) fn new(max: usize) -> Users {
        Users { count: Arc::default(), others: Arc::default(), max }
    }

    pub(crate) fn is_full(&self) -> bool {
        self.all() >= self.max
    }

    /// Users of this node.
    pub(crate) fn own(&self) -> usize {
        self.count.load(Ordering::Relaxed)
    }

    /// Users of all nodes.
    pub(crate) fn all(&self) -> usize {
        self.own() + self.others.load(Ordering::Relaxed)
    }

    pub(crate) fn set_others(&self, count: usize) {
        self.others.store(count, Ordering::Relaxed);
    }

    pub(crate) fn count(&self) -> CountedUser {
        self.count.fetch_add(1, Ordering::Relaxed);
        CountedUser(Arc::clone(&self.count))
    }
}

impl Drop for CountedUser {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
