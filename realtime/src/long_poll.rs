//! The sessions of clients that poll for messages instead of holding a WebSocket. They are kept in the memory of this
//! process.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::{FutureExt, StreamExt};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::{Instant, timeout, timeout_at};
use uuid::Uuid;

use crate::protocol::{Incoming, text_of};
use crate::queue::QueuedFrames;

/// The largest number of sessions.
const MAX_SESSIONS: usize = 10_000;
/// The largest number of messages of a client that wait to be handled.
const MAX_WAITING: usize = 128;

/// The sessions of this process, by their token.
#[derive(Default)]
pub(crate) struct LongPollSessions {
    open: Mutex<HashMap<String, Arc<LongPollSession>>>,
}

/// One client.
pub(crate) struct LongPollSession {
    messages: Sender<Incoming>,
    /// One request at a time takes what is queued.
    frames: tokio::sync::Mutex<QueuedFrames>,
}

/// Why a message is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SendError {
    #[error("the session has ended")]
    Gone,
    #[error("the session handles its earlier messages")]
    TimedOut,
}

impl LongPollSessions {
    /// Opens a session that delivers `frames`. Returns its token, which only its client knows, and the messages of the
    /// client. `None` if there are too many sessions.
    pub(crate) fn open(&self, frames: QueuedFrames) -> Option<(String, Receiver<Incoming>)> {
        // 244 random bits.
        let token = format!("{}{}", Uuid::new_v4().simple(), Uuid::new_v4().simple());
        let (messages, receiver) = channel(MAX_WAITING);
        let session = Arc::new(LongPollSession { messages, frames: tokio::sync::Mutex::new(frames) });
        let mut sessions = self.sessions();
        if sessions.len() >= MAX_SESSIONS {
            return None;
        }
        sessions.insert(token.clone(), session);
        Some((token, receiver))
    }

    pub(crate) fn get(&self, token: &str) -> Option<Arc<LongPollSession>> {
        self.sessions().get(token).cloned()
    }

    pub(crate) fn remove(&self, token: &str) {
        self.sessions().remove(token);
    }

    fn sessions(&self) -> MutexGuard<'_, HashMap<String, Arc<LongPollSession>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LongPollSession {
    /// The texts for the client. Waits for the first one, at most for `window`. `None` if the session has ended.
    pub(crate) async fn poll(&self, window: Duration) -> Option<Vec<String>> {
        let deadline = Instant::now() + window;
        self.mark_alive();
        let mut texts = Vec::new();
        let Ok(mut frames) = timeout_at(deadline, self.frames.lock()).await else { return Some(texts) };
        let mut next = match timeout_at(deadline, frames.next()).await {
            Ok(None) => return None,
            Ok(first) => first,
            Err(_) => None,
        };
        while let Some(Ok(frame)) = next {
            // Frames are made of text; a close frame has none.
            texts.extend(text_of(frame).and_then(|text| String::from_utf8(text.into()).ok()));
            next = frames.next().now_or_never().flatten();
        }
        self.mark_alive();
        Some(texts)
    }

    /// Passes a message of the client on, which waits for at most `window` for the earlier ones.
    pub(crate) async fn send(&self, message: Incoming, window: Duration) -> Result<(), SendError> {
        match timeout(window, self.messages.send(message)).await {
            Ok(sent) => sent.map_err(|_| SendError::Gone),
            Err(_) => Err(SendError::TimedOut),
        }
    }

    /// Shows that the client is there. If messages of it are waiting, they show it.
    fn mark_alive(&self) {
        let _ = self.messages.try_send(Incoming::Pong);
    }
}
