//! Secrets of clients. Only their hash is stored, in supabase/auth's form, so that its secrets stay valid here.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use rand::Rng;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// A new secret and its hash.
pub(super) struct ClientSecret {
    pub text: String,
    pub hash: String,
}

impl ClientSecret {
    /// 256 random bits. A fast hash is enough for them, because they cannot be guessed.
    pub fn generate() -> ClientSecret {
        let mut bytes = [0; 32];
        rand::rng().fill_bytes(&mut bytes);
        let text = BASE64_URL_SAFE_NO_PAD.encode(bytes);
        let hash = hash_secret(&text);
        ClientSecret { text, hash }
    }
}

/// The stored form of a secret with many random bits.
pub(in crate::routes) fn hash_secret(secret: &str) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(secret.as_bytes()))
}

/// Whether a secret has this hash.
pub(in crate::routes) fn secret_matches(secret: &str, stored: &str) -> bool {
    hash_secret(secret).as_bytes().ct_eq(stored.as_bytes()).into()
}
