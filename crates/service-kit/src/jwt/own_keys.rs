//! The keys that a process signs with: those of `GOTRUE_JWT_KEYS_FILE`, or else of `GOTRUE_JWT_KEYS`, and the secret of
//! `GOTRUE_JWT_SECRET`.
//!
//! As in supabase/auth, tokens of the secret are accepted if there is no key set, or if one of its keys is a shared
//! secret. The `kid` of the secret, `GOTRUE_JWT_KEY_ID`, is not needed: a key without an id verifies every `kid`.

use super::KeySet;
use crate::environment::{Environment, EnvironmentError};
use crate::watched_file::WatchedFile;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use std::sync::Arc;

pub(super) const KEYS: &str = "GOTRUE_JWT_KEYS";
const FILE: &str = "GOTRUE_JWT_KEYS_FILE";
pub(super) const SECRET: &str = "GOTRUE_JWT_SECRET";

/// The keys, as their process was configured.
pub(super) struct OwnKeys {
    /// The file that replaces the key set when it changes.
    file: Option<WatchedFile>,
    /// The JSON array of the key set.
    pub set: Option<String>,
    pub secret: Option<String>,
}

impl OwnKeys {
    /// Reads the variables and the file. `None` if neither names a key.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn from_environment(environment: &Environment) -> Result<Option<OwnKeys>, EnvironmentError> {
        let mut file = environment.optional(FILE).map(|path| WatchedFile::new(path.into()));
        let read = match &mut file {
            Some(file) => file.read_if_changed().map_err(unusable_file)?,
            None => None,
        };
        let set = read.or_else(|| environment.optional(KEYS).map(str::to_owned));
        let secret = environment.optional(SECRET).map(str::to_owned);
        let is_given = file.is_some() || set.is_some() || secret.is_some();
        Ok(is_given.then_some(OwnKeys { file, set, secret }))
    }

    /// The key set, parsed. Empty without one.
    ///
    /// # Errors
    /// When it has another form.
    pub fn key_set(&self) -> Result<KeySet, EnvironmentError> {
        let Some(json) = &self.set else { return Ok(KeySet::default()) };
        KeySet::parse(json).map_err(|cause| EnvironmentError::Unusable { name: KEYS, cause: Box::new(cause) })
    }

    /// The JWKS that verifies the tokens of these keys.
    ///
    /// # Errors
    /// When the key set has another form.
    pub fn jwks(&self) -> Result<String, EnvironmentError> {
        let set = self.set.is_some().then(|| self.key_set()).transpose()?;
        Ok(jwks(set.as_ref(), self.secret.as_deref()))
    }

    /// Hands the JWKS of later versions of the file to `apply`.
    ///
    /// # Errors
    /// When the file cannot be followed.
    pub fn follow<T: Send + Sync + 'static>(
        self,
        target: &Arc<T>,
        apply: impl Fn(&T, &str) -> Result<(), String> + Send + 'static,
    ) -> Result<(), EnvironmentError> {
        let OwnKeys { file: Some(file), secret, .. } = self else { return Ok(()) };
        let apply_keys = move |target: &T, json: &str| {
            let set = KeySet::parse(json).map_err(|error| error.to_string())?;
            apply(target, &jwks(Some(&set), secret.as_deref()))
        };
        file.follow(target, apply_keys).map_err(unusable_file)
    }

    /// The file, to be followed by the signer.
    pub fn into_file(self) -> Option<WatchedFile> {
        self.file
    }
}

fn jwks(set: Option<&KeySet>, secret: Option<&str>) -> String {
    let is_accepted = set.is_none_or(KeySet::accepts_legacy_secret);
    let secret = secret.filter(|_| is_accepted);
    let secret =
        secret.map(|secret| json!({ "kty": "oct", "alg": "HS256", "k": URL_SAFE_NO_PAD.encode(secret) }));
    let keys: Vec<Value> = set.map(KeySet::verifiers).unwrap_or_default().into_iter().chain(secret).collect();
    json!({ "keys": keys }).to_string()
}

pub(super) fn unusable_file(cause: std::io::Error) -> EnvironmentError {
    EnvironmentError::Unusable { name: FILE, cause: cause.into() }
}
