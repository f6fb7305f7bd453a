//! Reads members of the JSON objects that providers answer with.

use serde_json::{Map, Value};

/// The text of a member; empty if it is missing or of another type. Numeric ids become texts.
pub(super) fn text(object: &Value, member: &str) -> String {
    match object.get(member) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}

/// The text at a JSON pointer, by the rules of [`text`].
pub(super) fn text_at(object: &Value, pointer: &str) -> String {
    match pointer.rsplit_once('/') {
        Some((parent, member)) => {
            object.pointer(parent).map(|parent| text(parent, member)).unwrap_or_default()
        }
        None => String::new(),
    }
}

/// These members, as far as the object has them.
pub(super) fn members(object: &Value, names: &[&str]) -> Map<String, Value> {
    let member = |name: &&str| Some(((*name).to_owned(), object.get(*name)?.clone()));
    names.iter().filter_map(member).collect()
}

/// Whether a member is true. Some providers write `"true"` or `"1"`.
pub(super) fn is_true(value: Option<&Value>) -> bool {
    match value {
        Some(Value::Bool(flag)) => *flag,
        Some(Value::String(text)) => text == "true" || text == "1",
        _ => false,
    }
}
