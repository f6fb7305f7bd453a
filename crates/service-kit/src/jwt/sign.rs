//! Signs tokens: with the first key of `GOTRUE_JWT_KEYS`, else with the shared secret (HS256).

use super::SigningKey;
use crate::environment::{Environment, EnvironmentError};
use crate::error::Error;
use jwt::{Algorithm, EncodingKey, Header, encode};
use serde::Serialize;

/// Signs tokens.
#[derive(Clone)]
pub enum Signer {
    /// HS256 with a shared secret.
    Secret(EncodingKey),
    /// ES256 or RS256 with a private key.
    Key(Box<SigningKey>),
}

impl Signer {
    /// A signer with the first key of `GOTRUE_JWT_KEYS`, else with the secret of `GOTRUE_JWT_SECRET`.
    ///
    /// # Errors
    /// When both are missing, or `GOTRUE_JWT_KEYS` holds no usable key.
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
    ///
    /// # Errors
    /// [`Error::Internal`] when the claims cannot be serialised as JSON.
    pub fn sign<T: Serialize>(&self, claims: &T) -> Result<String, Error> {
        match self {
            Signer::Secret(secret) => encode(&Header::new(Algorithm::HS256), claims, secret),
            Signer::Key(key) => key.sign(claims),
        }
        .map_err(Error::internal)
    }
}
