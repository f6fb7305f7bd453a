//! Signs the tokens that this product issues, with the shared secret (HS256).

use crate::error::Error;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use serde::Serialize;

/// Signs tokens.
#[derive(Clone)]
pub struct Signer(EncodingKey);

impl Signer {
    /// A signer with the shared secret, as it stands in `GOTRUE_JWT_SECRET`.
    pub fn new(secret: &str) -> Signer {
        Signer(EncodingKey::from_secret(secret.as_bytes()))
    }

    /// A token with these claims.
    pub fn sign<T: Serialize>(&self, claims: &T) -> Result<String, Error> {
        encode(&Header::new(Algorithm::HS256), claims, &self.0).map_err(Error::internal)
    }
}
