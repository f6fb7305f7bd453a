//! The values of a row out of its JSON, where Postgres reads each by itself as `json_to_record` reads it: strings without
//! their quotes and escapes, all else as it is spelled. Nothing is given for a row with a column of any other type, or
//! with a text that Postgres must refuse in its own words.

use bytes::Bytes;

use crate::api_request::contains_nul;
use crate::schema_cache::{Column, PLAIN_TYPES};

/// Besides the plain types: floating ones, which jsonb would spell anew.
const FLOATING: [&str; 2] = ["real", "double precision"];

/// `values`: the JSON of each column's value.
pub(super) fn texts(columns: &[&Column], values: &[Bytes]) -> Option<Vec<Option<Bytes>>> {
    if !columns.iter().copied().all(is_common) {
        return None;
    }
    values.iter().map(text).collect()
}

/// No domain, which has checks of its own, and no type with modifiers but those behind its name.
fn is_common(column: &Column) -> bool {
    let Some(modifiers) = column.nominal_type.strip_prefix(&column.base_type) else { return false };
    let is_read_by_postgres = column.casts.is_none() && (modifiers.is_empty() || modifiers.starts_with('('));
    let name = column.base_type.as_str();
    let is_known = PLAIN_TYPES.contains(&name) || FLOATING.contains(&name) || !column.enum_values.is_empty();
    is_read_by_postgres && is_known
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
    fn strings_lose_their_quotes_and_all_else_stays_as_it_is_spelled() {
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
    fn what_no_text_can_hold_is_left_to_postgres() {
        assert_eq!(read(r#""\u0000""#), None);
        assert_eq!(read(r#""\ud800""#), None);
    }
}
