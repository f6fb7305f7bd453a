//! JSON Web Tokens: the `jsonwebtoken` crate with *ring* as its cryptography.
//!
//! `jsonwebtoken` ships two cryptographic backends. One signs RS256 with the `rsa` crate, whose timing leaks the
//! private key (RUSTSEC-2023-0071); the other compiles a second C library beside the one that TLS already needs. This
//! crate plugs in *ring*, whose RSA signatures take constant time. The rest of the workspace depends on this crate and
//! never on `jsonwebtoken` itself, whose functions panic in a process without a backend; `deny.toml` enforces it.
//!
//! [`VerificationKey`] verifies tokens with keys of a JWKS or with a shared secret, [`KeyPair`] and [`encode`] sign
//! them. Which keys, algorithms and claims are accepted is the caller's decision. Depends on no other crate of the
//! workspace.
//!
//! Supports HS256, HS384, HS512, ES256, ES384, EdDSA (Ed25519), and RS and PS with SHA-256, SHA-384 and SHA-512. RSA
//! keys have 2048 to 8192 bits, and at most 4096 for signing.

#![warn(missing_docs)]

mod encoding;
mod header;
mod key_pair;
mod provider;
mod signer;
mod verification_key;
mod verifier;

pub use encoding::{decode, encode};
pub use header::unverified_header;
pub use jsonwebtoken::{
    Algorithm, DecodingKey, EncodingKey, Header, TokenData, Validation, decode_header, errors, jwk,
};
pub use key_pair::{EcComponents, KeyPair, KeyPairError, RsaComponents, generate_ec_jwk};
pub use verification_key::{JwkError, KeyIdMatch, VerificationKey, has_public_key};
