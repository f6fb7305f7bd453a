//! Rewrites the output of `row_to_json` and `json_agg` as jsonb prints it: one space after each colon and comma and
//! none elsewhere, unique object keys, sorted by length and then by bytes. PostgREST returns embeds as jsonb, and the
//! conversion costs Postgres more than the rest of a read.
//!
//! Strings and numbers are copied, so jsonb must spell them in the same way. It does for all types except json and the
//! floating point types. Rejects malformed JSON.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::ops::Range;

use super::binary::Malformed;

/// An array or object that is still open.
struct Open {
    is_object: bool,
    /// The start of its entries in the output, and in the list of entries.
    start: usize,
    entries: usize,
}

/// The positions of a key, with its quotes, and of the end of its value in the output.
struct Entry {
    key: Range<usize>,
    /// The key contains escapes.
    has_escapes: bool,
    end: usize,
}

pub(super) fn write(json: &[u8], out: &mut Vec<u8>) -> Result<(), Malformed> {
    out.reserve(json.len() + json.len() / 8);
    let mut open: Vec<Open> = Vec::new();
    let mut entries: Vec<Entry> = Vec::new();
    let mut ordered = Vec::new();
    let mut expects_key = false;
    let mut at = 0;
    while let Some(byte) = json.get(at) {
        match byte {
            b' ' | b'\n' | b'\t' | b'\r' => at += 1,
            b'{' | b'[' => {
                expects_key = *byte == b'{';
                out.push(*byte);
                open.push(Open { is_object: expects_key, start: out.len(), entries: entries.len() });
                at += 1;
            }
            b',' => {
                let inner = open.last().ok_or(Malformed)?;
                expects_key = inner.is_object;
                if inner.is_object {
                    entries.last_mut().ok_or(Malformed)?.end = out.len();
                }
                out.extend_from_slice(b", ");
                at += 1;
            }
            b':' => {
                out.extend_from_slice(b": ");
                at += 1;
            }
            b'}' | b']' => {
                let closed = open.pop().ok_or(Malformed)?;
                if closed.is_object && entries.len() > closed.entries {
                    entries.last_mut().ok_or(Malformed)?.end = out.len();
                    sort_entries(out, closed.start, &mut entries[closed.entries..], &mut ordered);
                    entries.truncate(closed.entries);
                }
                out.push(*byte);
                at += 1;
            }
            b'"' => {
                let (end, has_escapes) = end_of_string(json, at).ok_or(Malformed)?;
                if std::mem::take(&mut expects_key) {
                    entries.push(Entry { key: out.len()..out.len() + end - at, has_escapes, end: 0 });
                }
                out.extend_from_slice(&json[at..end]);
                at = end;
            }
            _ => {
                let length = json[at..]
                    .iter()
                    .take_while(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte));
                let end = at + length.count();
                if end == at {
                    return Err(Malformed);
                }
                out.extend_from_slice(&json[at..end]);
                at = end;
            }
        }
    }
    if open.is_empty() { Ok(()) } else { Err(Malformed) }
}

/// The position after the closing quote of the string that starts here, and whether the string contains escapes.
fn end_of_string(json: &[u8], start: usize) -> Option<(usize, bool)> {
    let mut at = start + 1;
    let mut has_escapes = false;
    loop {
        at += memchr::memchr2(b'"', b'\\', json.get(at..)?)?;
        if json[at] == b'"' {
            return Some((at + 1, has_escapes));
        }
        has_escapes = true;
        at += 2;
    }
}

/// Sorts the entries of an object at the end of the output, in jsonb's order.
fn sort_entries(out: &mut Vec<u8>, start: usize, entries: &mut [Entry], ordered: &mut Vec<u8>) {
    if entries.windows(2).all(|pair| compare_keys(out, &pair[0], &pair[1]) == Ordering::Less) {
        return;
    }
    entries.sort_by(|one, other| compare_keys(out, one, other));
    ordered.clear();
    for (place, entry) in entries.iter().enumerate() {
        // A repeated key keeps its last value.
        if entries.get(place + 1).is_some_and(|next| compare_keys(out, entry, next) == Ordering::Equal) {
            continue;
        }
        if !ordered.is_empty() {
            ordered.extend_from_slice(b", ");
        }
        ordered.extend_from_slice(&out[entry.key.start..entry.end]);
    }
    out.truncate(start);
    out.extend_from_slice(ordered);
}

fn compare_keys(out: &[u8], one: &Entry, other: &Entry) -> Ordering {
    let (one_key, other_key) = (&out[one.key.clone()], &out[other.key.clone()]);
    if one.has_escapes || other.has_escapes {
        let (one, other) = (unescaped(one_key), unescaped(other_key));
        return one.len().cmp(&other.len()).then_with(|| one.cmp(&other));
    }
    one_key.len().cmp(&other_key.len()).then_with(|| one_key.cmp(other_key))
}

fn unescaped(key: &[u8]) -> Cow<'_, [u8]> {
    match serde_json::from_slice::<String>(key) {
        Ok(key) => Cow::Owned(key.into_bytes()),
        Err(_) => Cow::Borrowed(key),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jsonb(json: &str) -> Result<String, Malformed> {
        let mut out = Vec::new();
        write(json.as_bytes(), &mut out)?;
        Ok(String::from_utf8(out).unwrap())
    }

    #[test]
    fn sorts_keys_by_length_and_then_by_bytes() {
        let given = r#"{"name":"x","id":1,"nested":{"b":[1,{"z":null,"a":true}], "a":{} },"é":"a, b: {c}"}"#;
        let expected = r#"{"id": 1, "é": "a, b: {c}", "name": "x", "nested": {"a": {}, "b": [1, {"a": true, "z": null}]}}"#;
        assert_eq!(jsonb(given).unwrap(), expected);
        assert_eq!(jsonb(r#"{"\"\"":1,"abc":2,"a\n":3}"#).unwrap(), r#"{"\"\"": 1, "a\n": 3, "abc": 2}"#);
    }

    #[test]
    fn keeps_the_last_value_of_a_repeated_key() {
        assert_eq!(jsonb(r#"[{"a":1,"b":2,"a":[3]}]"#).unwrap(), r#"[{"a": [3], "b": 2}]"#);
    }

    #[test]
    fn leaves_jsonb_output_unchanged() {
        for form in [r#"{"a": -1.50, "bc": "\\\" \u0001"}"#, "[]", "{}", "[[], {}, null]", r#""text""#, "12"]
        {
            assert_eq!(jsonb(form).unwrap(), form);
        }
    }

    #[test]
    fn rejects_malformed_json() {
        for text in ["{", "]", r#"{"a":1"#, r#"["open"#, r#"["\"#, "{,}", ",", "*"] {
            assert!(jsonb(text).is_err(), "{text}");
        }
    }
}
