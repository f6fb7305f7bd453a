//! Ends a channel soon after the session of its token, although the token is valid for longer. One query checks all
//! sessions of this node.
//!
//! A join is not checked: a channel whose session has already ended opens, and is closed at the next check.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval, timeout};
use uuid::Uuid;

use crate::database::Database;
use crate::hub::Control;

/// A session with its account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Session {
    pub(crate) id: Uuid,
    pub(crate) user: Uuid,
}

/// The largest number of sessions in one query.
const BATCH: usize = 5_000;
/// How long a query may take, with the wait for a connection. The server's own deadline is earlier.
const TIMEOUT: Duration = Duration::from_secs(20);

/// The sessions of this node's channels. Clones share them.
#[derive(Clone, Default)]
pub(crate) struct Sessions {
    open: Arc<Mutex<HashMap<Session, HashMap<u64, Flag>>>>,
    next: Arc<AtomicU64>,
}

struct Flag {
    has_ended: Arc<AtomicBool>,
    control: Arc<Control>,
}

/// A channel's session. Dropping it ends the checks.
pub(crate) struct OpenSession {
    sessions: Sessions,
    session: Session,
    number: u64,
    has_ended: Arc<AtomicBool>,
}

impl OpenSession {
    pub(crate) fn has_ended(&self) -> bool {
        self.has_ended.load(Ordering::Relaxed)
    }
}

impl Drop for OpenSession {
    fn drop(&mut self) {
        let mut open = self.sessions.open();
        if let Some(flags) = open.get_mut(&self.session) {
            flags.remove(&self.number);
            if flags.is_empty() {
                open.remove(&self.session);
            }
        }
    }
}

impl Sessions {
    /// Registers a session for the checks. `control` wakes the connection after its end.
    pub(crate) fn watch(&self, session: Session, control: &Arc<Control>) -> OpenSession {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let has_ended = Arc::<AtomicBool>::default();
        let flag = Flag { has_ended: Arc::clone(&has_ended), control: Arc::clone(control) };
        self.open().entry(session).or_default().insert(number, flag);
        OpenSession { sessions: self.clone(), session, number, has_ended }
    }

    /// Checks all sessions, for as long as the process runs. A failed check closes no channel.
    pub(crate) async fn check(self, database: Database, every: Duration) {
        let mut ticks = interval(every);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            let open: Vec<Session> = self.open().keys().copied().collect();
            for sessions in open.chunks(BATCH) {
                match timeout(TIMEOUT, database.ended_sessions(sessions)).await {
                    Ok(Ok(ended)) => self.end(&ended),
                    Ok(Err(error)) => tracing::warn!("sessions cannot be checked: {error}"),
                    Err(_) => tracing::warn!("sessions cannot be checked: the database does not answer"),
                }
            }
        }
    }

    fn end(&self, ended: &[Session]) {
        let open = self.open();
        for flag in ended.iter().filter_map(|session| open.get(session)).flat_map(HashMap::values) {
            flag.has_ended.store(true, Ordering::Relaxed);
            flag.control.wake.notify_one();
        }
    }

    fn open(&self) -> MutexGuard<'_, HashMap<Session, HashMap<u64, Flag>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
