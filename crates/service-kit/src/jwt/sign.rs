//! Signs tokens: with the key that is in use, else with the shared secret (HS256).

use super::own_keys::{OwnKeys, SECRET, unusable_file};
use super::{KeySet, SigningKey};
use crate::environment::{Environment, EnvironmentError};
use crate::error::Error;
use jwt::{Algorithm, EncodingKey, Header, encode};
use serde::Serialize;
use serde_json::Value;
use std::sync::{Arc, PoisonError, RwLock};

/// Signs tokens. Cheap to clone.
#[derive(Clone)]
pub struct Signer(Arc<Shared>);

struct Shared {
    secret: Option<EncodingKey>,
    keys: RwLock<Arc<KeySet>>,
}

impl Shared {
    fn new(secret: Option<&str>, keys: KeySet) -> Shared {
        let secret = secret.map(|secret| EncodingKey::from_secret(secret.as_bytes()));
        Shared { secret, keys: RwLock::new(Arc::new(keys)) }
    }

    fn current(&self) -> Arc<KeySet> {
        Arc::clone(&self.keys.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn replace(&self, json: &str) -> Result<(), String> {
        let keys = KeySet::parse(json).map_err(|error| error.to_string())?;
        if keys.signing().is_none() && self.secret.is_none() {
            return Err(format!("no key is in use, and {SECRET} is missing"));
        }
        *self.keys.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(keys);
        Ok(())
    }
}

impl Signer {
    /// A signer with the keys of `GOTRUE_JWT_KEYS_FILE`, which it reads again when the file changes, or else of
    /// `GOTRUE_JWT_KEYS`. Without a key in use it signs with the secret of `GOTRUE_JWT_SECRET`.
    ///
    /// # Errors
    /// When the keys are unusable, or neither a key in use nor the secret is there.
    pub fn from_environment(environment: &Environment) -> Result<Signer, EnvironmentError> {
        let own = OwnKeys::from_environment(environment)?.ok_or(EnvironmentError::Missing(SECRET))?;
        let keys = own.key_set()?;
        if keys.signing().is_none() && own.secret.is_none() {
            return Err(EnvironmentError::Missing(SECRET));
        }
        let shared = Arc::new(Shared::new(own.secret.as_deref(), keys));
        let file = own.into_file();
        if let Some(file) = file {
            file.follow(&shared, Shared::replace).map_err(unusable_file)?;
        }
        Ok(Signer(shared))
    }

    /// A signer with the shared secret.
    pub fn new(secret: &str) -> Signer {
        Signer(Arc::new(Shared::new(Some(secret), KeySet::default())))
    }

    /// The public JWKs of all keys that are not revoked. Shared secrets are not among them.
    pub fn public_keys(&self) -> Vec<Value> {
        self.0.current().public()
    }

    /// Whether tokens are signed with a private key, so that others can verify them with a public one.
    pub fn has_private_key(&self) -> bool {
        self.0.current().signing().is_some()
    }

    /// A token with these claims.
    ///
    /// # Errors
    /// [`Error::Internal`] when the claims cannot be serialised as JSON.
    pub fn sign<T: Serialize>(&self, claims: &T) -> Result<String, Error> {
        let keys = self.0.current();
        match (keys.signing(), &self.0.secret) {
            (Some(key), _) => sign_with(key, claims),
            (None, Some(secret)) => {
                encode(&Header::new(Algorithm::HS256), claims, secret).map_err(Error::internal)
            }
            (None, None) => Err(Error::internal("no key is in use")),
        }
    }
}

fn sign_with<T: Serialize>(key: &SigningKey, claims: &T) -> Result<String, Error> {
    key.sign(claims).map_err(Error::internal)
}
