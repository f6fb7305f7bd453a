//! A cache of verified tokens. Verifying a signature with a public key takes longer than most requests, so that a token
//! in use is verified once. The cache contains hashes of tokens, and no token.

use super::Claims;
use chrono::Utc;
use lru::LruCache;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// With usual tokens about two megabytes.
const CAPACITY: NonZeroUsize = NonZeroUsize::MIN.saturating_add(999);
/// The largest length of a cached token, in bytes.
const MAX_LENGTH: usize = 4 * 1024;

type Hash = [u8; 32];

/// The most recently used tokens of one set of keys.
pub(super) struct VerifiedTokens(Mutex<LruCache<Hash, Claims>>);

impl Default for VerifiedTokens {
    fn default() -> VerifiedTokens {
        VerifiedTokens(Mutex::new(LruCache::new(CAPACITY)))
    }
}

impl VerifiedTokens {
    /// The cached claims of a token that has not expired, or else the result of `verify`.
    pub fn get_or_verify(&self, token: &str, verify: impl FnOnce() -> Option<Claims>) -> Option<Claims> {
        if token.len() > MAX_LENGTH {
            return verify();
        }
        let hash = Sha256::digest(token.as_bytes()).into();
        if let Some(claims) = self.unexpired(&hash) {
            return Some(claims);
        }
        let claims = verify()?;
        self.tokens().put(hash, claims.clone());
        Some(claims)
    }

    fn unexpired(&self, hash: &Hash) -> Option<Claims> {
        let mut tokens = self.tokens();
        let claims = tokens.get(hash)?;
        // The expiry was a number or absent when the token was verified.
        let expiry = claims.all.get("exp").and_then(Value::as_f64);
        expiry.is_none_or(|expiry| Utc::now().timestamp() as f64 <= expiry).then(|| claims.clone())
    }

    fn tokens(&self) -> MutexGuard<'_, LruCache<Hash, Claims>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn claims(lifetime: i64) -> Claims {
        Claims::from_payload(json!({ "role": "authenticated", "exp": Utc::now().timestamp() + lifetime }))
    }

    #[test]
    fn a_token_is_verified_once_until_it_expires() {
        let tokens = VerifiedTokens::default();
        let again = || panic!("it is verified already");
        assert!(tokens.get_or_verify("lasting", || Some(claims(60))).is_some());
        assert!(tokens.get_or_verify("lasting", again).is_some());
        assert!(tokens.get_or_verify("expired", || Some(claims(-1))).is_some());
        assert!(tokens.get_or_verify("expired", || None).is_none());
    }

    #[test]
    fn a_rejected_token_and_a_long_one_are_not_kept() {
        let tokens = VerifiedTokens::default();
        assert!(tokens.get_or_verify("forged", || None).is_none());
        assert!(tokens.get_or_verify("forged", || Some(claims(60))).is_some());
        let long = "x".repeat(MAX_LENGTH + 1);
        assert!(tokens.get_or_verify(&long, || Some(claims(60))).is_some());
        assert!(tokens.get_or_verify(&long, || None).is_none());
    }
}
