//! Percent-encodes characters in request lines that the server's URL parser rejects: quotes, angle brackets and
//! non-ASCII bytes.

use std::borrow::Cow;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use super::framing::Framing;

/// The characters of [`is_raw`] that are ASCII.
const RAW: AsciiSet = CONTROLS.add(b'"').add(b'<').add(b'>').add(b'`');

/// A request's target in the form that the server's URL parser accepts.
pub(super) fn encoded(target: &str) -> Cow<'_, str> {
    utf8_percent_encode(target, &RAW).into()
}

/// Advances the framing over `read`. Returns the offset at which the framing rejected a head, if it did, and the bytes
/// up to there with encoded request lines, if one of them needed encoding.
pub(super) fn encode_targets(framing: &mut Framing, read: &[u8]) -> (Option<usize>, Option<Vec<u8>>) {
    let mut raw = Vec::new();
    let rejected_at = framing.read(read, |start, line| {
        let in_line = line.iter().enumerate().filter(|(_, byte)| is_raw(**byte));
        raw.extend(in_line.map(|(place, _)| start + place));
    });
    if raw.is_empty() {
        return (rejected_at, None);
    }
    let valid = &read[..rejected_at.unwrap_or(read.len())];
    let mut encoded = Vec::with_capacity(valid.len() + 2 * raw.len() + 1);
    let mut from = 0;
    for place in raw {
        encoded.extend_from_slice(&valid[from..place]);
        encoded.extend_from_slice(percent_encoding::percent_encode_byte(valid[place]).as_bytes());
        from = place + 1;
    }
    encoded.extend_from_slice(&valid[from..]);
    (rejected_at, Some(encoded))
}

fn is_raw(byte: u8) -> bool {
    matches!(byte, b'"' | b'<' | b'>' | b'`') || !byte.is_ascii()
}
