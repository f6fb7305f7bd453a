//! JSON Web Tokens: the `jsonwebtoken` crate with *ring* as its cryptography.
//!
//! `jsonwebtoken` ships two cryptographic backends. One signs RS256 with the `rsa` crate, whose timing leaks the private
//! key (RUSTSEC-2023-0071); the other compiles a second C library beside the one that TLS already needs. This crate
//! plugs in *ring*, whose RSA signatures take constant time. The rest of the workspace depends on this crate and never
//! on `jsonwebtoken` itself, whose functions panic in a process without a backend; `deny.toml` enforces it.
//!
//! Supports HS256, HS384, HS512, ES256, ES384, EdDSA (Ed25519), and RS and PS with SHA-256, SHA-384 and SHA-512. RSA keys
//! have 2048 to 8192 bits, and at most 4096 for signing.

mod key_pair;
mod provider;
mod signer;
mod verifier;

pub use jsonwebtoken::{
    Algorithm, DecodingKey, EncodingKey, Header, TokenData, Validation, decode_header, errors, jwk,
};
pub use key_pair::{EcComponents, KeyPair, KeyPairError, RsaComponents};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Signs a token with a shared secret or a DER-encoded private key.
///
/// # Errors
/// When the key does not fit the header's algorithm, or the claims cannot be serialised.
pub fn encode<T: Serialize>(header: &Header, claims: &T, key: &EncodingKey) -> errors::Result<String> {
    provider::install();
    jsonwebtoken::encode(header, claims, key)
}

/// Verifies a token's signature and then the claims that `validation` names.
///
/// # Errors
/// When the token is malformed, its algorithm is not one of `validation`, the signature is not from `key`, or a claim is
/// missing or out of its time.
pub fn decode<T: DeserializeOwned>(
    token: &str,
    key: &DecodingKey,
    validation: &Validation,
) -> errors::Result<TokenData<T>> {
    provider::install();
    jsonwebtoken::decode(token, key, validation)
}
