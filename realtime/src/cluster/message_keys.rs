//! Authenticates messages between nodes: each begins with its HMAC-SHA-256. A message without a valid one is dropped
//! before anything of it is parsed, and counted.
//!
//! A key is bound to a cluster by its name, so that a message is valid in its own cluster alone. A valid message may be
//! sent again by someone who has access to Redis: there is no protection against replays.

use std::sync::atomic::{AtomicU64, Ordering};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;
use ring::digest::SHA256_OUTPUT_LEN;
use ring::hmac::{HMAC_SHA256, Key, sign, verify};

/// The size of the MAC before a message.
const MAC: usize = SHA256_OUTPUT_LEN;
/// The smallest key, in bytes.
const MIN_KEY: usize = 32;

/// Messages without a valid MAC in this process.
static REJECTED: AtomicU64 = AtomicU64::new(0);

/// The number of messages without a valid MAC since the start of the process.
pub(crate) fn rejected_messages() -> u64 {
    REJECTED.load(Ordering::Relaxed)
}

/// The keys of a cluster.
pub(super) struct MessageKeys {
    current: Key,
    /// Keys of nodes that have not got the current one yet, or already have the next one.
    others: Vec<Key>,
}

impl MessageKeys {
    /// Parses keys in base64url, separated by commas. The first one signs; all of them verify. `None` for another form, and
    /// for a key of less than 32 bytes.
    pub(super) fn parse(text: &str, channel: &str) -> Option<MessageKeys> {
        let mut keys = text.split(',').map(|key| bound_key(key.trim(), channel));
        let current = keys.next()??;
        Some(MessageKeys { current, others: keys.collect::<Option<_>>()? })
    }

    /// The message with its MAC.
    pub(super) fn seal(&self, message: &[u8]) -> Vec<u8> {
        let mut sealed = Vec::with_capacity(MAC + message.len());
        sealed.extend_from_slice(sign(&self.current, message).as_ref());
        sealed.extend_from_slice(message);
        sealed
    }

    /// The message behind a valid MAC.
    pub(super) fn open(&self, mut sealed: Bytes) -> Option<Bytes> {
        let message = (sealed.len() >= MAC).then(|| sealed.split_off(MAC));
        // MACs are compared in constant time.
        let is_valid = |message: &Bytes| {
            std::iter::once(&self.current)
                .chain(&self.others)
                .any(|key| verify(key, message, &sealed).is_ok())
        };
        let message = message.filter(is_valid);
        if message.is_none() && REJECTED.fetch_add(1, Ordering::Relaxed) == 0 {
            tracing::warn!(
                code = "ClusterMessageRejected",
                "a message on the channel of the cluster has no valid MAC: it is forged, or a node has other keys"
            );
        }
        message
    }
}

fn bound_key(text: &str, channel: &str) -> Option<Key> {
    let key = URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()?;
    let bound = sign(&Key::new(HMAC_SHA256, &key), channel.as_bytes());
    (key.len() >= MIN_KEY).then(|| Key::new(HMAC_SHA256, bound.as_ref()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTI";
    const TWO: &str = "YWJjZGVmZ2hpamFiY2RlZmdoaWphYmNkZWZnaGlqYWI";

    fn keys(text: &str) -> MessageKeys {
        MessageKeys::parse(text, "cluster").unwrap()
    }

    #[test]
    fn a_message_is_accepted_from_nodes_with_one_of_the_keys() {
        let message = Bytes::from_static(b"a message");
        let sealed: Bytes = keys(ONE).seal(&message).into();
        assert_eq!(keys(ONE).open(sealed.clone()), Some(message.clone()));
        assert_eq!(keys(&format!("{TWO}, {ONE}=")).open(sealed.clone()), Some(message));
        assert_eq!(keys(TWO).open(sealed.clone()), None);
        assert_eq!(MessageKeys::parse(ONE, "another").unwrap().open(sealed), None);
    }

    #[test]
    fn a_changed_or_truncated_message_is_rejected() {
        let keys = keys(ONE);
        let sealed = keys.seal(b"a message");
        for at in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert_eq!(keys.open(changed.into()), None, "{at}");
            assert_eq!(keys.open(Bytes::copy_from_slice(&sealed[..at])), None, "{at}");
        }
        assert!(rejected_messages() >= 2 * sealed.len() as u64);
    }

    #[test]
    fn a_key_has_at_least_32_bytes_in_base64url() {
        for text in
            ["", "short", "c2hvcnQ", &format!("{ONE},"), &format!("{ONE},c2hvcnQ"), &ONE.replace('M', "*")]
        {
            assert!(MessageKeys::parse(text, "cluster").is_none(), "{text}");
        }
    }
}
