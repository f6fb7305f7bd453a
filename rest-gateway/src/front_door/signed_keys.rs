//! API keys that are not in the configuration, but that the project's own keys have signed: JWTs with the role `anon` or
//! `service_role`, which a client made with the JWT secret or with a signing key. The tokens of a third party and of
//! users are no API keys.
//!
//! A verified key counts without another verification for [`LIFETIME`], in bounded memory.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Deserialize;

use super::keys::KeyKind;
use crate::function_host::TokenVerifier;

/// For this long a key counts after the key that signed it was revoked.
const LIFETIME: Duration = Duration::from_secs(5);
/// The most keys in memory, of at most [`MAX_LENGTH`] each: half a megabyte.
const MAX_KEYS: usize = 128;
const MAX_LENGTH: usize = 4096;

/// Verifies signed API keys.
pub(super) struct SignedKeys {
    tokens: TokenVerifier,
    verified: Mutex<HashMap<String, Verified>>,
}

#[derive(Clone, Copy)]
struct Verified {
    kind: KeyKind,
    until: Instant,
}

#[derive(Deserialize)]
struct Claims {
    role: String,
    exp: Option<f64>,
}

impl SignedKeys {
    pub(super) fn new(tokens: TokenVerifier) -> SignedKeys {
        SignedKeys { tokens, verified: Mutex::default() }
    }

    /// The kind of a signed key. `None` for any other text.
    pub(super) fn identify(&self, presented: &str) -> Option<KeyKind> {
        if presented.len() > MAX_LENGTH {
            return None;
        }
        // Users' tokens, which come with most requests, are not verified here.
        let claims = unverified_claims(presented)?;
        let kind = match claims.role.as_str() {
            "anon" => KeyKind::Anon,
            "service_role" => KeyKind::ServiceRole,
            _ => return None,
        };
        let now = Instant::now();
        if let Some(verified) = self.verified().get(presented).filter(|verified| verified.until > now) {
            return Some(verified.kind);
        }
        self.tokens.own_claims(presented)?;
        self.keep(presented, Verified { kind, until: now + LIFETIME.min(remaining_time(&claims)) }, now);
        Some(kind)
    }

    fn keep(&self, key: &str, verified: Verified, now: Instant) {
        let mut all = self.verified();
        if all.len() >= MAX_KEYS {
            all.retain(|_, verified| verified.until > now);
        }
        if all.len() < MAX_KEYS {
            all.insert(key.to_owned(), verified);
        }
    }

    fn verified(&self) -> MutexGuard<'_, HashMap<String, Verified>> {
        self.verified.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn unverified_claims(token: &str) -> Option<Claims> {
    let payload = token.split('.').nth(1)?;
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(payload).ok()?).ok()
}

/// How long a valid token stays so.
fn remaining_time(claims: &Claims) -> Duration {
    let Some(expires) = claims.exp else { return Duration::MAX };
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // Texts that are no duration, such as a negative one, are past.
    Duration::try_from_secs_f64(expires).map_or(Duration::ZERO, |expires| expires.saturating_sub(now))
}

#[cfg(test)]
mod tests {
    use jwt::{EncodingKey, Header, encode};
    use serde_json::{Value, json};

    use super::*;

    const SECRET: &[u8] = b"a secret of thirty-two bytes or more";

    fn signed_keys() -> SignedKeys {
        let jwks = json!({ "keys": [{ "kty": "oct", "k": URL_SAFE_NO_PAD.encode(SECRET), "alg": "HS256" }] });
        SignedKeys::new(TokenVerifier::from_jwks(&jwks.to_string()).unwrap())
    }

    fn signed(claims: &Value) -> String {
        encode(&Header::default(), claims, &EncodingKey::from_secret(SECRET)).unwrap()
    }

    #[test]
    fn a_verified_key_is_kept_no_longer_than_it_is_valid() {
        let (keys, now) = (signed_keys(), SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs());
        let (short, long) = (
            signed(&json!({ "role": "anon", "exp": now + 2 })),
            signed(&json!({ "role": "anon", "exp": now + 2_000_000 })),
        );
        let before = Instant::now();
        assert_eq!([keys.identify(&short), keys.identify(&long)], [Some(KeyKind::Anon); 2]);
        assert!(keys.verified()[&short].until <= Instant::now() + Duration::from_secs(2));
        assert!(keys.verified()[&long].until >= before + LIFETIME);
    }

    #[test]
    fn the_memory_is_bounded_and_a_key_beyond_it_still_counts() {
        let keys = signed_keys();
        for number in 0..=MAX_KEYS {
            let key = signed(&json!({ "role": "service_role", "number": number }));
            assert_eq!(keys.identify(&key), Some(KeyKind::ServiceRole));
        }
        assert_eq!(keys.verified().len(), MAX_KEYS);
        let long = signed(&json!({ "role": "anon", "padding": "x".repeat(MAX_LENGTH) }));
        assert_eq!(keys.identify(&long), None);
    }
}
