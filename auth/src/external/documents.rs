//! A cache of discovery documents and key sets, bounded in size and age. It holds no other state: a second instance
//! fetches its own copies.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;

/// supabase/auth's default of `GOTRUE_EXTERNAL_OIDC_PROVIDER_CACHE_TTL`.
pub(super) const MAX_AGE: Duration = Duration::from_secs(3600);
/// A key set that lacks a token's key is fetched again after this time: tokens with invented key ids cannot cause more
/// requests.
pub(super) const MIN_AGE: Duration = Duration::from_secs(30);
/// Documents in the cache.
const CAPACITY: usize = 64;

/// The cache. A clone shares it.
#[derive(Clone, Default)]
pub(super) struct Documents(Arc<Mutex<HashMap<String, Document>>>);

struct Document {
    fetched_at: Instant,
    content: Arc<Value>,
}

impl Documents {
    /// The document at `url` if it is younger than `max_age`.
    pub fn find(&self, url: &str, max_age: Duration) -> Option<Arc<Value>> {
        let documents = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let document = documents.get(url).filter(|document| document.fetched_at.elapsed() < max_age)?;
        Some(Arc::clone(&document.content))
    }

    /// Keeps a document; the oldest one makes room for it.
    pub fn insert(&self, url: &str, content: Arc<Value>) {
        let mut documents = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if documents.len() >= CAPACITY && !documents.contains_key(url) {
            let oldest = documents.iter().min_by_key(|(_, document)| document.fetched_at);
            if let Some(oldest) = oldest.map(|(url, _)| url.clone()) {
                documents.remove(&oldest);
            }
        }
        documents.insert(url.to_owned(), Document { fetched_at: Instant::now(), content });
    }

    /// Forgets a document, so that the next request fetches it.
    pub fn remove(&self, url: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(url);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cache_keeps_a_bounded_number_of_documents() {
        let documents = Documents::default();
        for number in 0..=CAPACITY {
            documents.insert(&format!("https://{number}.example"), Arc::new(Value::Null));
        }
        assert!(documents.find("https://0.example", MAX_AGE).is_none());
        assert!(documents.find("https://1.example", MAX_AGE).is_some());
        assert!(documents.find("https://1.example", Duration::ZERO).is_none());
    }
}
