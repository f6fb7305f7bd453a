//! Refresh tokens: twelve characters of lower-case base32, as supabase/auth makes them.

use rand::RngExt;

const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
/// 60 random bits.
const LENGTH: usize = 12;

/// A new random token.
pub(crate) fn generate() -> String {
    let mut random = rand::rng();
    (0..LENGTH).map(|_| char::from(ALPHABET[random.random_range(0..ALPHABET.len())])).collect()
}
