//! Titles and descriptions from database comments.

use serde_json::{Map, Value};

/// Title and description: the first line of a comment, and the rest.
pub(super) fn summary(comment: Option<&str>) -> (Option<String>, Option<String>) {
    let Some(comment) = comment else { return (None, None) };
    let (first, rest) = comment.split_once('\n').unwrap_or((comment, ""));
    let text = |text: &str| Some(text.trim_start_matches('\n').to_owned()).filter(|text| !text.is_empty());
    (text(first), text(rest))
}

pub(super) fn put_some(object: &mut Map<String, Value>, key: &str, value: Option<String>) {
    if let Some(value) = value {
        object.insert(key.to_owned(), Value::String(value));
    }
}
