//! Detection of the NUL character, which JSON strings may contain and Postgres' `text` and `jsonb` cannot.

use serde_json::Value;

/// Whether any string or field name in a JSON value contains U+0000.
pub fn contains_nul(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains('\0'),
        Value::Array(items) => items.iter().any(contains_nul),
        Value::Object(fields) => {
            fields.iter().any(|(name, value)| name.contains('\0') || contains_nul(value))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}
