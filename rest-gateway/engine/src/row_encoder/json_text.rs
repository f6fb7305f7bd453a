//! The parts of JSON text: strings, other scalars, white space, and the order of jsonb's keys.

use std::borrow::Cow;
use std::cmp::Ordering;

/// The position after the closing quote of the string that starts here. `None` if no complete string starts here.
pub(super) fn end_of_string(json: &[u8], start: usize) -> Option<usize> {
    if json.get(start) != Some(&b'"') {
        return None;
    }
    let mut at = start + 1;
    loop {
        at += memchr::memchr2(b'"', b'\\', json.get(at..)?)?;
        if json[at] == b'"' {
            return Some(at + 1);
        }
        at += 2;
    }
}

/// The position after the string, number, boolean or null that starts here. `None` if none starts here.
pub(super) fn end_of_scalar(json: &[u8], start: usize) -> Option<usize> {
    if json.get(start) == Some(&b'"') {
        return end_of_string(json, start);
    }
    let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    match json.get(start..)?.iter().take_while(is_part).count() {
        0 => None,
        length => Some(start + length),
    }
}

/// The position of the next byte that is no white space.
pub(super) fn skip_whitespace(json: &[u8], mut at: usize) -> usize {
    while matches!(json.get(at), Some(b' ' | b'\n' | b'\t' | b'\r')) {
        at += 1;
    }
    at
}

/// Compares two keys, with their quotes, in jsonb's order: by length, then by bytes.
pub(super) fn compare_keys(one: &[u8], other: &[u8]) -> Ordering {
    let by_length = |one: &[u8], other: &[u8]| one.len().cmp(&other.len()).then_with(|| one.cmp(other));
    let has_escapes = |key: &[u8]| memchr::memchr(b'\\', key).is_some();
    if has_escapes(one) || has_escapes(other) {
        return by_length(&unescaped(one), &unescaped(other));
    }
    by_length(one, other)
}

/// The characters of a key, without its quotes.
fn unescaped(key: &[u8]) -> Cow<'_, [u8]> {
    match serde_json::from_slice::<String>(key) {
        Ok(key) => Cow::Owned(key.into_bytes()),
        Err(_) => Cow::Borrowed(key),
    }
}
