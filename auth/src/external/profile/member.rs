//! Reads members of the JSON objects that providers answer with.

use serde_json::Value;

/// The text of a member; empty if it is missing or of another type. Numeric ids become texts.
pub(super) fn text(object: &Value, member: &str) -> String {
    match object.get(member) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}

/// Whether a member is true. Some providers write `"true"` or `"1"`.
pub(super) fn is_true(value: Option<&Value>) -> bool {
    match value {
        Some(Value::Bool(flag)) => *flag,
        Some(Value::String(text)) => text == "true" || text == "1",
        _ => false,
    }
}
