//! The claims of a token.

use serde_json::Value;
use std::sync::Arc;
use uuid::Uuid;

/// The claims of a valid token. A clone is cheap and shares them.
#[derive(Clone, Debug)]
pub struct Claims {
    /// The database role; `anon` when the token names none.
    pub role: String,
    /// The account's id, in a person's token.
    pub sub: Option<Uuid>,
    /// All claims, a JSON object.
    pub all: Arc<Value>,
    json: Arc<str>,
}

impl Claims {
    pub(super) fn from_payload(all: Value) -> Claims {
        let role = all.get("role").and_then(Value::as_str).unwrap_or("anon").to_owned();
        let sub = all.get("sub").and_then(Value::as_str).and_then(|text| Uuid::try_parse(text).ok());
        let json = all.to_string().into();
        Claims { role, sub, all: Arc::new(all), json }
    }

    /// The claims of a caller without a token, e.g. in the role `anon`.
    pub fn of_role(role: &str) -> Claims {
        Claims::from_payload(serde_json::json!({ "role": role }))
    }

    /// All claims as JSON text, for `request.jwt.claims`.
    pub fn as_json(&self) -> &str {
        &self.json
    }
}
