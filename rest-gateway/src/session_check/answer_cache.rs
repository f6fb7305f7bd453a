//! Answers by session, each for a limited time, in bounded memory. Concurrent questions about one session become one.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::OnceCell;
use uuid::Uuid;

/// The most sessions in memory: about two megabytes.
const MAX_SESSIONS: usize = 10_000;

pub(super) struct AnswerCache {
    lifetime: Duration,
    entries: Mutex<HashMap<Uuid, Entry>>,
}

struct Entry {
    /// Before the question is sent, so that an answer is never older than it counts.
    asked_at: Instant,
    /// Empty while the question is in progress.
    is_live: Arc<OnceCell<bool>>,
}

impl AnswerCache {
    pub(super) fn new(lifetime: Duration) -> AnswerCache {
        AnswerCache { lifetime, entries: Mutex::default() }
    }

    /// The answer for a session, if it still counts.
    pub(super) fn get(&self, session: Uuid) -> Option<bool> {
        let entries = self.entries();
        let entry = entries.get(&session).filter(|entry| self.is_fresh(entry, Instant::now()))?;
        entry.is_live.get().copied()
    }

    /// The answer for a session. Awaits `ask` unless a fresh answer is there or on its way. A failure is not kept.
    ///
    /// # Errors
    /// Those of `ask`.
    pub(super) async fn get_or_ask<E>(
        &self,
        session: Uuid,
        ask: impl Future<Output = Result<bool, E>>,
    ) -> Result<bool, E> {
        let is_live = self.fresh_entry(session, Instant::now());
        is_live.get_or_try_init(|| ask).await.copied()
    }

    fn fresh_entry(&self, session: Uuid, now: Instant) -> Arc<OnceCell<bool>> {
        let mut entries = self.entries();
        if let Some(entry) = entries.get(&session).filter(|entry| self.is_fresh(entry, now)) {
            return Arc::clone(&entry.is_live);
        }
        if entries.len() >= MAX_SESSIONS {
            entries.retain(|_, entry| self.is_fresh(entry, now));
        }
        // All of them at once: evicting one for each new session would search the whole map each time.
        if entries.len() >= MAX_SESSIONS {
            entries.clear();
        }
        let is_live = Arc::<OnceCell<bool>>::default();
        entries.insert(session, Entry { asked_at: now, is_live: Arc::clone(&is_live) });
        is_live
    }

    fn is_fresh(&self, entry: &Entry, now: Instant) -> bool {
        now.saturating_duration_since(entry.asked_at) < self.lifetime
    }

    fn entries(&self) -> MutexGuard<'_, HashMap<Uuid, Entry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    const LIFETIME: Duration = Duration::from_secs(10);

    #[tokio::test]
    async fn concurrent_questions_about_a_session_are_asked_once() {
        let (cache, asked) = (AnswerCache::new(LIFETIME), AtomicUsize::new(0));
        let ask = || {
            cache.get_or_ask(Uuid::nil(), async {
                asked.fetch_add(1, Ordering::Relaxed);
                tokio::task::yield_now().await;
                Ok::<_, Infallible>(true)
            })
        };
        assert_eq!(tokio::join!(ask(), ask(), ask()), (Ok(true), Ok(true), Ok(true)));
        assert_eq!((asked.load(Ordering::Relaxed), cache.get(Uuid::nil())), (1, Some(true)));
    }

    #[tokio::test]
    async fn a_failure_is_asked_again() {
        let cache = AnswerCache::new(LIFETIME);
        assert_eq!(cache.get_or_ask(Uuid::nil(), async { Err("down") }).await, Err("down"));
        assert_eq!(cache.get(Uuid::nil()), None);
        assert_eq!(cache.get_or_ask(Uuid::nil(), async { Ok::<_, &str>(false) }).await, Ok(false));
    }

    #[tokio::test]
    async fn an_answer_counts_for_its_lifetime() {
        let (cache, now) = (AnswerCache::new(LIFETIME), Instant::now());
        cache.fresh_entry(Uuid::nil(), now).set(true).unwrap();
        let later = |seconds| cache.fresh_entry(Uuid::nil(), now + Duration::from_secs(seconds));
        assert_eq!(later(9).get(), Some(&true));
        assert_eq!(later(10).get(), None);
    }

    #[test]
    fn the_memory_is_bounded() {
        let (cache, now) = (AnswerCache::new(LIFETIME), Instant::now());
        for number in 0..MAX_SESSIONS as u128 + 10 {
            cache.fresh_entry(Uuid::from_u128(number), now);
        }
        assert!(cache.entries().len() <= MAX_SESSIONS);
    }
}
