//! Random keys and passwords.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rand::RngExt;
use rand::distr::Alphanumeric;
use sha2::{Digest, Sha256};

/// An opaque key in Supabase's format: the prefix, 22 random characters, `_`, and 8 characters of a checksum.
pub(super) fn opaque_key(prefix: &str) -> String {
    let body = format!("{prefix}{}", random(22));
    let checksum = URL_SAFE_NO_PAD.encode(Sha256::digest(&body));
    let checksum: String = checksum.chars().filter(char::is_ascii_alphanumeric).take(8).collect();
    format!("{body}_{checksum}")
}

/// A random password for a database role.
pub(in crate::stack) fn password() -> String {
    random(32)
}

/// Random letters and digits from a cryptographic generator.
pub(in crate::stack) fn random(length: usize) -> String {
    rand::rng().sample_iter(Alphanumeric).take(length).map(char::from).collect()
}
