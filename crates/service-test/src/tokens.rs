//! Tokens and keys, signed with the secret of tests.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use service_kit::jwt::Signer;
use std::sync::LazyLock;
use uuid::Uuid;

/// The secret that signs tokens in tests.
pub const SECRET: &str = "a-secret-for-tests-of-at-least-32-characters";
/// The JSON Web Key Set of a service's environment.
pub fn key_set() -> Value {
    json!({ "keys": [{ "kty": "oct", "k": URL_SAFE_NO_PAD.encode(SECRET), "alg": "HS256" }] })
}

/// A token with these claims, signed with [`SECRET`].
pub fn sign(claims: &Value) -> String {
    sign_with(SECRET, claims)
}

/// A token with these claims, signed with another secret.
pub fn sign_with(secret: &str, claims: &Value) -> String {
    Signer::new(secret).sign(claims).expect("a token")
}

// Signed once, because the gateway compares keys with those of its configuration.
static ANON_KEY: LazyLock<String> = LazyLock::new(|| role_key("anon"));
static SERVICE_ROLE_KEY: LazyLock<String> = LazyLock::new(|| role_key("service_role"));

/// The anonymous key.
pub fn anon_key() -> String {
    ANON_KEY.clone()
}

/// The service role key.
pub fn service_role_key() -> String {
    SERVICE_ROLE_KEY.clone()
}

fn role_key(role: &str) -> String {
    sign(&json!({ "role": role, "iss": "supabase", "exp": in_seconds(3600) }))
}

/// The claims of a person's valid token.
pub(crate) fn person_claims(id: Uuid) -> Value {
    json!({
        "sub": id, "role": "authenticated", "aud": "authenticated", "exp": in_seconds(3600), "iat": in_seconds(0),
    })
}

/// A Unix timestamp relative to now.
pub(crate) fn in_seconds(seconds: i64) -> i64 {
    chrono::Utc::now().timestamp() + seconds
}
