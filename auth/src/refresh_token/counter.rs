//! Refresh tokens of algorithm 2: the session's id and a counter, signed with a key of the session. The session stores
//! the key and the counter of its current token; tokens themselves have no rows.
//!
//! In base64url: a zero byte, the id (16 bytes), the counter (LEB128), the first 16 bytes of HMAC-SHA-256 over all that,
//! and the first 4 bytes of SHA-256 over all before.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use rand::Rng;
use ring::digest::{SHA256, digest};
use ring::hmac::{self, HMAC_SHA256};
use subtle::ConstantTimeEq;
use uuid::Uuid;

const VERSION: u8 = 0;
const SIGNATURE_LENGTH: usize = 16;
const CHECKSUM_LENGTH: usize = 4;
const KEY_LENGTH: usize = 32;

/// The key that signs a session's tokens.
pub(crate) struct CounterKey(Vec<u8>);

/// A token whose signature is not checked yet.
pub(crate) struct CounterToken {
    pub session_id: Uuid,
    pub counter: i64,
    signed: Vec<u8>,
    signature: [u8; SIGNATURE_LENGTH],
}

impl CounterKey {
    pub fn generate() -> CounterKey {
        let mut key = vec![0; KEY_LENGTH];
        rand::rng().fill_bytes(&mut key);
        CounterKey(key)
    }

    /// The key of its text. `None` for a text that is not base64url.
    pub fn from_text(text: &str) -> Option<CounterKey> {
        BASE64_URL_SAFE_NO_PAD.decode(text).ok().map(CounterKey)
    }

    /// The text that the session's row stores, or encrypts.
    pub fn to_text(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(&self.0)
    }

    /// The token of a session with this counter.
    pub fn token(&self, session_id: Uuid, counter: i64) -> String {
        let mut bytes = vec![VERSION];
        bytes.extend_from_slice(session_id.as_bytes());
        let mut rest = u64::try_from(counter).unwrap_or_default();
        while rest >= 0x80 {
            bytes.push((rest & 0x7f) as u8 | 0x80);
            rest >>= 7;
        }
        bytes.push(rest as u8);
        let signature = self.signature(&bytes);
        bytes.extend_from_slice(&signature);
        let checksum = checksum(&bytes);
        bytes.extend_from_slice(&checksum);
        BASE64_URL_SAFE_NO_PAD.encode(bytes)
    }

    /// Whether this key signed the token.
    pub fn has_signed(&self, token: &CounterToken) -> bool {
        self.signature(&token.signed).ct_eq(&token.signature).into()
    }

    fn signature(&self, signed: &[u8]) -> [u8; SIGNATURE_LENGTH] {
        first(hmac::sign(&hmac::Key::new(HMAC_SHA256, &self.0), signed).as_ref())
    }
}

impl CounterToken {
    /// Reads a token. `None` for any other text.
    pub fn parse(text: &str) -> Option<CounterToken> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(text).ok()?;
        let (checked, found) = bytes.split_last_chunk::<CHECKSUM_LENGTH>()?;
        let (signed, signature) = checked.split_last_chunk::<SIGNATURE_LENGTH>()?;
        let (version, rest) = signed.split_first()?;
        let (session_id, counter) = rest.split_first_chunk::<16>()?;
        if *version != VERSION || checksum(checked) != *found {
            return None;
        }
        Some(CounterToken {
            session_id: Uuid::from_bytes(*session_id),
            counter: i64::try_from(read_counter(counter)?).ok()?,
            signed: signed.to_vec(),
            signature: *signature,
        })
    }
}

fn checksum(bytes: &[u8]) -> [u8; CHECKSUM_LENGTH] {
    first(digest(&SHA256, bytes).as_ref())
}

/// The first bytes of a digest, which is longer.
fn first<const LENGTH: usize>(digest: &[u8]) -> [u8; LENGTH] {
    std::array::from_fn(|index| digest.get(index).copied().unwrap_or_default())
}

/// A number in LEB128 that fills `bytes`.
fn read_counter(bytes: &[u8]) -> Option<u64> {
    let (last, leading) = bytes.split_last()?;
    if last & 0x80 != 0 || leading.iter().any(|byte| byte & 0x80 == 0) || bytes.len() > 9 {
        return None;
    }
    Some(bytes.iter().rev().fold(0, |number, byte| number << 7 | u64::from(byte & 0x7f)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SESSION: Uuid = Uuid::from_u128(7);

    #[test]
    fn the_format_is_that_of_supabase() {
        let key = CounterKey(vec![3; KEY_LENGTH]);
        for (counter, token) in [
            (0, "AAAAAAAAAAAAAAAAAAAAAAcA8RQYkymm-R06noB9YunwG6cTAJw"),
            (300, "AAAAAAAAAAAAAAAAAAAAAAesAgqGMrQN9IPdZJ9ujsHaUh3ihRVe"),
        ] {
            assert_eq!(key.token(SESSION, counter), token);
            let parsed = CounterToken::parse(token).unwrap();
            assert_eq!((parsed.session_id, parsed.counter), (SESSION, counter));
            assert!(key.has_signed(&parsed));
            assert!(!CounterKey(vec![4; KEY_LENGTH]).has_signed(&parsed));
        }
    }

    #[test]
    fn other_texts_are_no_tokens() {
        let token = CounterKey(vec![3; KEY_LENGTH]).token(SESSION, 1);
        let changed = format!("AAAB{}", &token[4..]);
        for text in ["", "aaaaaaaaaaaa", &token[..token.len() - 4], &changed, "!"] {
            assert!(CounterToken::parse(text).is_none(), "{text}");
        }
    }
}
