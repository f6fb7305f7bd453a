//! Signs a token with the keys of a project, whether its stack runs or not.

use super::demo_keys::demo_keys;
use super::signing_keys::{SigningKeys, SigningKeysError};
use crate::config::Config;
use crate::stack::data_folder::DataFolder;
use jwt::{Algorithm, EncodingKey, Header};
use serde::Serialize;
use std::path::Path;

/// Why a token cannot be signed.
#[derive(Debug, thiserror::Error)]
pub enum SignTokenError {
    #[error(transparent)]
    Keys(#[from] SigningKeysError),
    #[error(
        "no key is known: neither [auth] signing_keys_path nor jwt_secret is set, and no stack is running"
    )]
    NoKey,
    #[error("the token cannot be signed: {0}")]
    Sign(#[from] jwt::errors::Error),
}

/// Signs with the current key of the configured key file or of the data folder; without one, with the JWT secret of the
/// configuration, of a local project or of the running stack.
///
/// # Errors
/// When there is none of these, or the file is unusable.
pub fn sign_token(config: &Config, data: &Path, claims: &impl Serialize) -> Result<String, SignTokenError> {
    let keys = SigningKeys::read(config, Some(data))?;
    if let Some(key) = keys.as_ref().and_then(|keys| keys.set.as_ref()?.signing()) {
        return Ok(key.sign(claims)?);
    }
    let configured = config.auth.keys.jwt_secret.as_ref().map(|secret| secret.0.clone());
    let secret = configured
        .or_else(|| demo_keys(config).map(|demo| demo.jwt_secret.to_owned()))
        .or_else(|| DataFolder::running(data).ok().map(|addresses| addresses.jwt_secret))
        .ok_or(SignTokenError::NoKey)?;
    let key = EncodingKey::from_secret(secret.as_bytes());
    Ok(jwt::encode(&Header::new(Algorithm::HS256), claims, &key)?)
}
