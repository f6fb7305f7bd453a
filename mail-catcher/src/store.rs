//! The caught mails, in memory.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::message::Message;

/// The most mails that are kept.
const MAX_MESSAGES: usize = 500;
/// The most bytes of all mails together.
const MAX_BYTES: usize = 32 << 20;

/// The mails, newest first. A clone is cheap and shares them.
#[derive(Clone, Default)]
pub(crate) struct Store(Arc<Mutex<VecDeque<Arc<Message>>>>);

impl Store {
    /// Adds a mail, and drops the oldest ones beyond the bounds.
    pub fn add(&self, message: Message) {
        let mut messages = self.lock();
        messages.push_front(Arc::new(message));
        let mut bytes: usize = messages.iter().map(|message| message.size()).sum();
        while messages.len() > 1 && (messages.len() > MAX_MESSAGES || bytes > MAX_BYTES) {
            bytes -= messages.pop_back().map_or(0, |oldest| oldest.size());
        }
    }

    /// All mails, newest first.
    pub fn all(&self) -> Vec<Arc<Message>> {
        self.lock().iter().cloned().collect()
    }

    /// The mail with this id, or the newest one for `latest`.
    pub fn find(&self, id: &str) -> Option<Arc<Message>> {
        let messages = self.lock();
        match id {
            "latest" => messages.front().cloned(),
            id => messages.iter().find(|message| message.id == id).cloned(),
        }
    }

    /// Removes the mails that match.
    pub fn remove(&self, matches: impl Fn(&Message) -> bool) {
        self.lock().retain(|message| !matches(message));
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Arc<Message>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
