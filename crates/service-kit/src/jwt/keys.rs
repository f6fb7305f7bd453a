//! The keys that verify tokens, and the opaque keys that stand for a role.

use crate::environment::{Environment, EnvironmentError};
use jwt::jwk::Jwk;
use jwt::{Algorithm, VerificationKey};
use serde_json::Value;
use std::collections::BTreeMap;

/// The usable keys of a JWKS. A key that verifies none of the `accepted` algorithms is skipped.
pub(super) fn parse(text: &str, accepted: &[Algorithm]) -> Option<Vec<VerificationKey>> {
    let set: Value = serde_json::from_str(text).ok()?;
    let keys = set.get("keys")?.as_array()?.iter();
    let parsed = keys.filter_map(|key| serde_json::from_value::<Jwk>(key.clone()).ok());
    Some(
        parsed
            .filter_map(|jwk| VerificationKey::from_jwk(&jwk, |algorithm| accepted.contains(&algorithm)).ok())
            .collect(),
    )
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
