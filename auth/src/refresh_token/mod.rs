//! Refresh tokens, in the two forms of supabase/auth: random texts with a row each, and signed counters.

mod counter;

use rand::RngExt;

pub(crate) use counter::{CounterKey, CounterToken};

const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
/// 60 random bits.
const LENGTH: usize = 12;

/// A new random token: twelve characters of lower-case base32.
pub(crate) fn generate() -> String {
    let mut random = rand::rng();
    (0..LENGTH).map(|_| char::from(ALPHABET[random.random_range(0..ALPHABET.len())])).collect()
}
