//! Extracts the values of a row from its JSON, to bind each of them by itself. Only types that Postgres parses in the
//! same way as in `json_to_record` qualify: strings lose their quotes and escapes, every other value keeps its
//! spelling. A row with a column of another type, or with a string that Postgres must reject with its own message, is
//! left as JSON.

use bytes::Bytes;

use crate::api_request::contains_nul;
use crate::schema_cache::{Column, PLAIN_TYPES};

/// Allowed in addition to the plain types. Only jsonb, which is not involved here, changes their spelling.
const FLOATING: [&str; 2] = ["real", "double precision"];

/// The text of each value; `None` in the list for NULL. `values`: the JSON of each column's value. `None` when the row
/// must stay JSON.
pub(super) fn texts(columns: &[&Column], values: &[Bytes]) -> Option<Vec<Option<Bytes>>> {
    if !columns.iter().copied().all(can_be_bound) {
        return None;
    }
    values.iter().map(text).collect()
}

/// True for a type without casts of its own whose modifiers, if any, follow its name. A domain, which has checks of its
/// own, is excluded: its name differs from that of its base type.
fn can_be_bound(column: &Column) -> bool {
    let Some(modifiers) = column.nominal_type.strip_prefix(&column.base_type) else { return false };
    let has_plain_syntax = column.casts.is_none() && (modifiers.is_empty() || modifiers.starts_with('('));
    let name = column.base_type.as_str();
    let is_known = PLAIN_TYPES.contains(&name) || FLOATING.contains(&name) || !column.enum_values.is_empty();
    has_plain_syntax && is_known
}

fn text(json: &Bytes) -> Option<Option<Bytes>> {
    if json.as_ref() == b"null" {
        return Some(None);
    }
    let Some(inner) = json.strip_prefix(b"\"").and_then(|rest| rest.strip_suffix(b"\"")) else {
        return Some(Some(json.clone()));
    };
    if !inner.contains(&b'\\') {
        return Some(Some(json.slice_ref(inner)));
    }
    let text: String = serde_json::from_slice(json).ok()?;
    (!contains_nul(&text)).then(|| Some(Bytes::from(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &'static str) -> Option<Option<Bytes>> {
        text(&Bytes::from_static(json.as_bytes()))
    }

    #[test]
    fn unquotes_strings_and_keeps_the_spelling_of_other_values() {
        for (json, expected) in [
            (r#""a b""#, "a b"),
            (r#""""#, ""),
            (r#""\u00e9\n\"""#, "é\n\""),
            ("1.50e2", "1.50e2"),
            ("true", "true"),
            (r#"{"a": 1}"#, r#"{"a": 1}"#),
        ] {
            assert_eq!(read(json).unwrap().unwrap(), expected);
        }
        assert_eq!(read("null"), Some(None));
    }

    #[test]
    fn leaves_strings_that_are_not_valid_text_to_postgres() {
        assert_eq!(read(r#""\u0000""#), None);
        assert_eq!(read(r#""\ud800""#), None);
    }
}
