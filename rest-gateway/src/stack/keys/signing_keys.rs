//! The private keys that sign users' tokens: the file of `[auth] signing_keys_path`, or one in the data folder, which a
//! new stack gets with its first key.

use super::key_file::{KeyFile, KeyFileError};
use crate::config::Config;
use crate::role_token::RoleClaims;
use service_kit::jwt::{KeySet, SigningKeyError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The file in the data folder.
const GENERATED_FILE: &str = "signing_keys.json";

/// The signing keys of a stack.
#[derive(Clone)]
pub struct SigningKeys {
    /// The file with the keys. It may not exist: the legacy secret signs then.
    pub path: PathBuf,
    pub set: Option<KeySet>,
    /// Whether the configuration names the file.
    is_configured: bool,
}

/// Why the signing keys cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SigningKeysError {
    #[error("{path}: {cause}", path = .path.display())]
    Read { path: PathBuf, cause: std::io::Error },
    #[error("{path}: {cause}", path = .path.display())]
    Parse { path: PathBuf, cause: SigningKeyError },
    #[error(transparent)]
    Generate(#[from] KeyFileError),
}

/// The file of signing keys: the one that the configuration names, or the one in the data folder.
pub fn signing_key_file(config: &Config, data: &Path) -> PathBuf {
    config.auth.signing_keys_path.clone().unwrap_or_else(|| data.join(GENERATED_FILE))
}

impl SigningKeys {
    /// Reads the keys.
    ///
    /// # Errors
    /// When the file is unusable, or the configuration names one that does not exist.
    pub fn read(config: &Config, data: Option<&Path>) -> Result<Option<SigningKeys>, SigningKeysError> {
        let is_configured = config.auth.signing_keys_path.is_some();
        let path = match data {
            Some(data) => signing_key_file(config, data),
            // `serve` has no data folder.
            None if is_configured => signing_key_file(config, Path::new("")),
            None => return Ok(None),
        };
        let set = match std::fs::read_to_string(&path) {
            Ok(json) => Some(
                KeySet::parse(&json)
                    .map_err(|cause| SigningKeysError::Parse { path: path.clone(), cause })?,
            ),
            Err(error) if error.kind() == ErrorKind::NotFound && !is_configured => None,
            Err(cause) => return Err(SigningKeysError::Read { path, cause }),
        };
        Ok(Some(SigningKeys { path, set, is_configured }))
    }

    /// Writes a first key if neither a file nor a secret of the configuration is to sign.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn generate(config: &Config, data: &Path) -> Result<(), SigningKeysError> {
        if config.auth.signing_keys_path.is_some() || config.auth.keys.jwt_secret.is_some() {
            return Ok(());
        }
        Ok(KeyFile::create(&data.join(GENERATED_FILE))?)
    }

    /// An API key for a role, with fixed claims, signed with the first key of a configured file. It stays the same when
    /// a key is added. Generated keys sign no API key: the legacy secret does.
    pub(crate) fn derived_key(&self, claims: &RoleClaims) -> Option<Result<String, jwt::errors::Error>> {
        let first = self.set.as_ref()?.keys().first().filter(|_| self.is_configured)?;
        Some(first.sign(claims))
    }
}
