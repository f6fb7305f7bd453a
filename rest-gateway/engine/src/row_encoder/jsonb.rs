//! Rewrites the output of `row_to_json` and `json_agg` as jsonb prints it: one space after each colon and comma and
//! none elsewhere, unique object keys, sorted by length and then by bytes. PostgREST returns embeds as jsonb, and the
//! conversion costs Postgres more than the rest of a read.
//!
//! Strings and numbers are copied, so jsonb must spell them in the same way. It does for all types except json and the
//! floating point types. Rejects malformed JSON.

use std::cmp::Ordering;
use std::ops::Range;

use super::binary::Malformed;
use super::flat_object::FlatObjects;
use super::json_text::{compare_keys, end_of_scalar};

/// Rewrites the values of one column, whose rows tend to have the same keys.
#[derive(Default)]
pub(super) struct JsonbWriter {
    flat_objects: FlatObjects,
    open: Vec<Open>,
    entries: Vec<Entry>,
    ordered: Vec<u8>,
}

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
    end: usize,
}

impl JsonbWriter {
    /// Appends the value to `out`. After an error `out` contains a part of it.
    pub fn write(&mut self, json: &[u8], out: &mut Vec<u8>) -> Result<(), Malformed> {
        out.reserve(json.len() + json.len() / 8);
        self.open.clear();
        self.entries.clear();
        let mut expects_key = false;
        let mut at = 0;
        while let Some(byte) = json.get(at) {
            match byte {
                b' ' | b'\n' | b'\t' | b'\r' => {}
                b'{' | b'[' => {
                    if *byte == b'{'
                        && let Some(end) = self.flat_objects.write(json, at, out)
                    {
                        at = end;
                        continue;
                    }
                    expects_key = *byte == b'{';
                    out.push(*byte);
                    let (start, entries) = (out.len(), self.entries.len());
                    self.open.push(Open { is_object: expects_key, start, entries });
                }
                b',' => {
                    expects_key = self.open.last().ok_or(Malformed)?.is_object;
                    if expects_key {
                        self.entries.last_mut().ok_or(Malformed)?.end = out.len();
                    }
                    out.extend_from_slice(b", ");
                }
                b':' => out.extend_from_slice(b": "),
                b'}' | b']' => {
                    let closed = self.open.pop().ok_or(Malformed)?;
                    if closed.is_object && self.entries.len() > closed.entries {
                        self.entries.last_mut().ok_or(Malformed)?.end = out.len();
                        sort_entries(
                            out,
                            closed.start,
                            &mut self.entries[closed.entries..],
                            &mut self.ordered,
                        );
                        self.entries.truncate(closed.entries);
                    }
                    out.push(*byte);
                }
                _ => {
                    let end = end_of_scalar(json, at).ok_or(Malformed)?;
                    if std::mem::take(&mut expects_key) {
                        self.entries.push(Entry { key: out.len()..out.len() + end - at, end: 0 });
                    }
                    out.extend_from_slice(&json[at..end]);
                    at = end;
                    continue;
                }
            }
            at += 1;
        }
        if self.open.is_empty() { Ok(()) } else { Err(Malformed) }
    }
}

/// Sorts the entries of an object at the end of the output, in jsonb's order.
fn sort_entries(out: &mut Vec<u8>, start: usize, entries: &mut [Entry], ordered: &mut Vec<u8>) {
    let compare =
        |out: &[u8], one: &Entry, other: &Entry| compare_keys(&out[one.key.clone()], &out[other.key.clone()]);
    if entries.windows(2).all(|pair| compare(out, &pair[0], &pair[1]) == Ordering::Less) {
        return;
    }
    entries.sort_by(|one, other| compare(out, one, other));
    ordered.clear();
    for (place, entry) in entries.iter().enumerate() {
        // A repeated key keeps its last value.
        if entries.get(place + 1).is_some_and(|next| compare(out, entry, next) == Ordering::Equal) {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn jsonb(json: &str) -> Result<String, Malformed> {
        let mut out = Vec::new();
        JsonbWriter::default().write(json.as_bytes(), &mut out)?;
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
    fn reads_each_object_by_its_own_keys() {
        let given = r#"[{"bb":1,"a":"x\"}"}, {"bb":2}, {"bb":3,"a":null,"c":true},{"a" : 4 , "bb":5}, {"bb":[6],"a":{}},{"bb":7,"a":8}]"#;
        let expected = r#"[{"a": "x\"}", "bb": 1}, {"bb": 2}, {"a": null, "c": true, "bb": 3}, {"a": 4, "bb": 5}, {"a": {}, "bb": [6]}, {"a": 8, "bb": 7}]"#;
        assert_eq!(jsonb(given).unwrap(), expected);
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
