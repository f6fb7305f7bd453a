//! The keys that verify tokens, and the opaque keys that stand for a role.

use super::claims::Claims;
use crate::environment::{Environment, EnvironmentError};
use crate::watched_file::WatchedFile;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jwt::jwk::Jwk;
use jwt::{Algorithm, VerificationKey};
use serde_json::Value;
use std::collections::BTreeMap;

/// The usable keys of a JWKS. A key that verifies none of the `accepted` algorithms is skipped.
pub(super) fn parse(text: &str, accepted: &[Algorithm]) -> Option<Vec<VerificationKey>> {
    let set: Value = serde_json::from_str(text).ok()?;
    let keys = set.get("keys")?.as_array()?.iter();
    let read = |key: &Value| {
        let jwk = serde_json::from_value::<Jwk>(key.clone()).ok()?;
        let parsed = VerificationKey::from_jwk(&jwk, |algorithm| accepted.contains(&algorithm)).ok()?;
        Some(parsed.with_issuer_of(key))
    };
    Some(keys.filter_map(read).collect())
}

const FILE: &str = "SUPABASE_JWKS_FILE";

/// The file with the key set, if the environment names one.
pub(super) fn file(environment: &Environment) -> Option<WatchedFile> {
    environment.optional(FILE).map(|path| WatchedFile::new(path.into()))
}

/// The content of the file; `None` if it does not exist yet.
pub(super) fn read(file: &mut WatchedFile) -> Result<Option<String>, EnvironmentError> {
    file.read_if_changed().map_err(unusable_file)
}

pub(super) fn unusable_file(cause: std::io::Error) -> EnvironmentError {
    EnvironmentError::Unusable { name: FILE, cause: cause.into() }
}

/// A legacy API key with its claims, which nobody can forge because the key is compared as a whole.
pub(super) fn legacy(key: &str) -> Option<(String, Claims)> {
    let payload = URL_SAFE_NO_PAD.decode(key.split('.').nth(1)?).ok()?;
    let claims: Value = serde_json::from_slice(&payload).ok()?;
    claims.is_object().then(|| (key.to_owned(), Claims::from_payload(claims)))
}

/// The keys of a JSON object `{"default": "sb_…"}`, each with the role that it stands for.
pub(super) fn opaque(
    environment: &Environment,
    name: &'static str,
    role: &'static str,
) -> Result<Vec<(String, &'static str)>, EnvironmentError> {
    let text = environment.optional(name).unwrap_or("{}");
    let keys: BTreeMap<String, String> = serde_json::from_str(text)
        .map_err(|_| EnvironmentError::Invalid { name, expected: "a JSON object of keys by name" })?;
    Ok(keys.into_values().filter(|key| !key.is_empty()).map(|key| (key, role)).collect())
}
