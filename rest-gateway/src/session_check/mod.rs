//! Whether the session of an access token still counts. A token is valid until it expires, up to a week; its session
//! ends when the person signs out, is banned or is deleted. The answer is cached for a few seconds, so that a session
//! in use costs one query in each interval.
//!
//! Tokens without a session, such as API keys and those of other issuers, are not checked.

mod answer_cache;
mod lookup;
mod session_claims;

use std::time::{Duration, Instant};

use crate::function_host::TokenVerifier;
use answer_cache::AnswerCache;
use lookup::Lookup;
use prometheus_text::{Counter, Histogram};
use session_claims::SessionClaims;

pub use lookup::LookupError;

/// Checks sessions against the accounts' database.
pub struct SessionCheck {
    tokens: TokenVerifier,
    lookup: Lookup,
    answers: AnswerCache,
    metrics: SessionMetrics,
}

/// Counts of the checks.
#[derive(Debug, Default)]
pub(crate) struct SessionMetrics {
    /// Answered by the cache.
    pub(crate) hits: Counter,
    /// Those that waited for the database.
    pub(crate) lookups: Histogram,
    pub(crate) failures: Counter,
}

impl SessionCheck {
    /// A check on the database at `url`, whose login may execute `auth.is_session_live`. An answer counts for
    /// `interval`. Connects at the first question. Must be called in the runtime that shall drive the connection.
    ///
    /// # Errors
    /// When `url` cannot be used.
    pub fn new(
        url: &str,
        tokens: TokenVerifier,
        interval: Duration,
    ) -> Result<SessionCheck, postgres_connect::AddressError> {
        let (lookup, answers) = (Lookup::new(url)?, AnswerCache::new(interval));
        Ok(SessionCheck { tokens, lookup, answers, metrics: SessionMetrics::default() })
    }

    /// The same, which asks these replicas of the database while it is away: no session ends then.
    ///
    /// # Errors
    /// When a URL cannot be used.
    pub fn with_replicas(mut self, urls: &[String]) -> Result<SessionCheck, postgres_connect::AddressError> {
        self.lookup.add_replicas(urls)?;
        Ok(self)
    }

    /// Whether the bearer `token` is of a session that has ended. False for a token that no key has signed: the service
    /// behind rejects it.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn has_ended(&self, token: &str) -> Result<bool, LookupError> {
        let Some(claims) = SessionClaims::read(token) else { return Ok(false) };
        // A forged token learns nothing here: it gets the answer for the session that it names and is rejected later.
        if let Some(is_live) = self.answers.get(claims.session_id) {
            self.metrics.hits.increment();
            return Ok(!is_live);
        }
        // Only a signed token causes a query and takes a place in the cache.
        if self.tokens.check(Some(&format!("Bearer {token}"))).is_err() {
            return Ok(false);
        }
        let began = Instant::now();
        let is_live = self.answers.get_or_ask(claims.session_id, self.lookup.is_live(&claims)).await;
        self.metrics.lookups.observe(began.elapsed());
        if is_live.is_err() {
            self.metrics.failures.increment();
        }
        Ok(!is_live?)
    }

    pub(crate) fn metrics(&self) -> &SessionMetrics {
        &self.metrics
    }
}
