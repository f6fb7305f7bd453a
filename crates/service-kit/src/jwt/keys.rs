//! The keys that a token may be signed with, and the opaque ones that stand for a role.

use crate::environment::{Environment, EnvironmentError};
use jwt::jwk::{AlgorithmParameters, EllipticCurve, Jwk};
use jwt::{Algorithm, DecodingKey};
use serde_json::Value;
use std::collections::BTreeMap;

pub(super) struct Key {
    id: Option<String>,
    /// The one algorithm of this key's kind: a public key must never serve as a shared secret.
    algorithm: Algorithm,
    pub(super) decoding: DecodingKey,
}

impl Key {
    fn from_jwk(jwk: &Jwk) -> Option<Key> {
        let algorithm = match &jwk.algorithm {
            AlgorithmParameters::OctetKey(_) => Algorithm::HS256,
            AlgorithmParameters::RSA(_) => Algorithm::RS256,
            AlgorithmParameters::EllipticCurve(key) if key.curve == EllipticCurve::P256 => Algorithm::ES256,
            _ => return None,
        };
        Some(Key { id: jwk.common.key_id.clone(), algorithm, decoding: DecodingKey::from_jwk(jwk).ok()? })
    }

    pub(super) fn serves(&self, algorithm: Algorithm, id: Option<&str>) -> bool {
        let same_id = match (id, &self.id) {
            (Some(wanted), Some(own)) => wanted == own,
            _ => true,
        };
        self.algorithm == algorithm && same_id
    }
}

/// The usable keys of a key set; those of a kind that nobody signs with here are passed over.
pub(super) fn parse(text: &str) -> Option<Vec<Key>> {
    let set: Value = serde_json::from_str(text).ok()?;
    let keys = set.get("keys")?.as_array()?.iter();
    let parsed = keys.filter_map(|key| serde_json::from_value::<Jwk>(key.clone()).ok());
    Some(parsed.filter_map(|jwk| Key::from_jwk(&jwk)).collect())
}

/// The keys in a JSON object `{"default": "sb_…"}`, each with the role that it stands for.
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
