//! Signs the tokens that this product issues: with a key of `GOTRUE_JWT_KEYS`, or else with the shared secret (HS256).

use super::SigningKey;
use crate::environment::{Environment, EnvironmentError};
use crate::error::Error;
use jwt::{Algorithm, EncodingKey, Header, encode};
use serde::Serialize;

/// Signs tokens.
#[derive(Clone)]
pub enum Signer {
    Secret(EncodingKey),
    Key(Box<SigningKey>),
}

impl Signer {
    /// The first key of `GOTRUE_JWT_KEYS` where there are any, else the secret of `GOTRUE_JWT_SECRET`.
    pub fn from_environment(environment: &Environment) -> Result<Signer, EnvironmentError> {
        const KEYS: &str = "GOTRUE_JWT_KEYS";
        let Some(json) = environment.optional(KEYS) else {
            return Ok(Signer::new(environment.required("GOTRUE_JWT_SECRET")?));
        };
        let keys = SigningKey::parse_all(json).ok().and_then(|keys| keys.into_iter().next());
        let expected = "a JSON array of private keys, EC on P-256 or RSA";
        keys.map(|key| Signer::Key(Box::new(key))).ok_or(EnvironmentError::Invalid { name: KEYS, expected })
    }

    /// A signer with the shared secret.
    pub fn new(secret: &str) -> Signer {
        Signer::Secret(EncodingKey::from_secret(secret.as_bytes()))
    }

    /// A token with these claims.
    pub fn sign<T: Serialize>(&self, claims: &T) -> Result<String, Error> {
        match self {
            Signer::Secret(secret) => encode(&Header::new(Algorithm::HS256), claims, secret),
            Signer::Key(key) => key.sign(claims),
        }
        .map_err(Error::internal)
    }
}
