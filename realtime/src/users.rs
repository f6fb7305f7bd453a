//! The number of sockets with at least one channel.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Counts users. Clones share the count.
#[derive(Debug, Clone)]
pub(crate) struct Users {
    count: Arc<AtomicUsize>,
    max: usize,
}

/// A counted user. Dropping it ends the count.
#[derive(Debug)]
pub(crate) struct CountedUser(Arc<AtomicUsize>);

impl Users {
    pub(crate) fn new(max: usize) -> Users {
        Users { count: Arc::default(), max }
    }

    pub(crate) fn is_full(&self) -> bool {
        self.count.load(Ordering::Relaxed) >= self.max
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
