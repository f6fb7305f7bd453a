//! The JSON Web Key Sets of a stack's keys.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use service_kit::jwt::KeySet;

/// The keys for the stack's own services: all of them, the legacy secret among them, and those of a third party.
pub fn all_jwks(set: Option<&KeySet>, jwt_secret: &str, third_party: &[Value]) -> String {
    key_set(set, Some(jwt_secret), third_party)
}

/// The keys for functions. The legacy secret is included only if it may have signed a user's token: it is or was a signing
/// key, or the configuration names it, so that another program may sign with it. The legacy API keys are recognised
/// without it.
pub fn function_jwks(
    set: Option<&KeySet>,
    jwt_secret: &str,
    is_secret_configured: bool,
    third_party: &[Value],
) -> String {
    let needs_secret = is_secret_configured || set.is_none_or(KeySet::accepts_legacy_secret);
    key_set(set, needs_secret.then_some(jwt_secret), third_party)
}

fn key_set(set: Option<&KeySet>, secret: Option<&str>, third_party: &[Value]) -> String {
    let secret =
        secret.map(|secret| json!({ "kty": "oct", "alg": "HS256", "k": URL_SAFE_NO_PAD.encode(secret) }));
    let own = set.map(KeySet::verifiers).unwrap_or_default();
    let keys: Vec<Value> = own.into_iter().chain(secret).chain(third_party.iter().cloned()).collect();
    json!({ "keys": keys }).to_string()
}
