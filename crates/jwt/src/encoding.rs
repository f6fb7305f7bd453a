//! Signs and verifies whole tokens, after registering the backend.

use crate::provider;
use jsonwebtoken::errors::Result;
use jsonwebtoken::{DecodingKey, EncodingKey, Header, TokenData, Validation};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Signs a token with a shared secret or a DER-encoded private key.
///
/// # Errors
/// When the key does not fit the header's algorithm, or the claims cannot be serialised.
pub fn encode<T: Serialize>(header: &Header, claims: &T, key: &EncodingKey) -> Result<String> {
    provider::install();
    jsonwebtoken::encode(header, claims, key)
}

/// Verifies a token's signature and then the claims that `validation` names.
///
/// # Errors
/// When the token is malformed, its algorithm is not one of `validation`, the signature is not from `key`, or a claim
/// is missing or out of its time.
pub fn decode<T: DeserializeOwned>(
    token: &str,
    key: &DecodingKey,
    validation: &Validation,
) -> Result<TokenData<T>> {
    provider::install();
    jsonwebtoken::decode(token, key, validation)
}
