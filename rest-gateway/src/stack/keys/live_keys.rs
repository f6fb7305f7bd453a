//! Passes changes of the file of signing keys to the verifiers of a running stack.
//!
//! The verifiers in this process get the new set over a channel. The other processes read it from a file of public keys,
//! within a second. Unlike a service, a file always answers: verification never waits for the network and has no outage of
//! its own. This also works on many machines: a standby key is distributed with the file before any machine signs with
//! it, so the order in which machines get a new version does not matter.

use super::Keys;
use super::jwks::{all_jwks, function_jwks};
use super::private_file::PrivateFile;
use serde_json::Value;
use service_kit::jwt::KeySet;
use service_kit::watched_file::WatchedFile;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::watch;

/// The valid keys of a running stack.
pub struct LiveKeys {
    /// For the verifiers of this process, as a JWKS. It includes the legacy secret, which signs the API keys.
    all: watch::Sender<String>,
    /// The same set, for storage and realtime.
    service_file: PrivateFile,
    /// The set without the keys of a third party, for the auth service.
    auth_file: PrivateFile,
    /// The set that functions read.
    function_file: PrivateFile,
    jwt_secret: String,
    is_secret_configured: bool,
    current: Mutex<Current>,
}

/// The keys as they are now.
struct Current {
    set: Option<KeySet>,
    third_party: Vec<Value>,
}

impl LiveKeys {
    /// Writes the keys to files, and follows the file of signing keys if the stack has one.
    ///
    /// # Errors
    /// When a file cannot be written, or the thread that follows changes cannot be started.
    pub fn start(keys: &Keys) -> std::io::Result<Arc<LiveKeys>> {
        let (all, _) = watch::channel(keys.jwks());
        let live = Arc::new(LiveKeys {
            all,
            service_file: PrivateFile::new(&keys.jwks())?,
            auth_file: PrivateFile::new(&keys.jwks())?,
            function_file: PrivateFile::new(&keys.function_jwks())?,
            jwt_secret: keys.jwt_secret.clone(),
            is_secret_configured: keys.is_jwt_secret_configured,
            current: Mutex::new(Current { set: keys.key_set().cloned(), third_party: Vec::new() }),
        });
        if let Some(signing) = &keys.signing_keys {
            let mut file = WatchedFile::new(signing.path.clone());
            // The version that `keys` was read from, or one that is written at the same moment and read again here.
            if let Some(json) = file.read_if_changed()? {
                live.apply(&json).map_err(std::io::Error::other)?;
            }
            file.follow(&live, LiveKeys::apply)?;
        }
        Ok(live)
    }

    /// The file of the key set for storage and realtime.
    pub fn service_file(&self) -> PathBuf {
        self.service_file.path()
    }

    /// The file of the project's own keys, for the auth service: it signs nobody in by another service's token.
    pub fn auth_file(&self) -> PathBuf {
        self.auth_file.path()
    }

    /// The file of the key set for functions.
    pub fn function_file(&self) -> PathBuf {
        self.function_file.path()
    }

    /// The key set for verifiers in this process, and its later versions.
    pub fn subscribe(&self) -> watch::Receiver<String> {
        self.all.subscribe()
    }

    /// Replaces the keys of the third party.
    ///
    /// # Errors
    /// When the files cannot be written.
    pub fn set_third_party(&self, keys: Vec<Value>) -> Result<(), String> {
        self.change(|current| current.third_party = keys)
    }

    fn apply(&self, json: &str) -> Result<(), String> {
        let set = KeySet::parse(json).map_err(|error| error.to_string())?;
        self.change(|current| current.set = Some(set))
    }

    fn change(&self, change: impl FnOnce(&mut Current)) -> Result<(), String> {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut current);
        let Current { set, third_party } = &*current;
        let set = set.as_ref();
        let all = all_jwks(set, &self.jwt_secret, third_party);
        let functions = function_jwks(set, &self.jwt_secret, self.is_secret_configured, third_party);
        let replace = |file: &PrivateFile, jwks: &str| file.replace(jwks).map_err(|error| error.to_string());
        replace(&self.auth_file, &all_jwks(set, &self.jwt_secret, &[]))?;
        replace(&self.service_file, &all)?;
        replace(&self.function_file, &functions)?;
        self.all.send_replace(all);
        Ok(())
    }
}
