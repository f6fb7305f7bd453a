//! Percent-encodes the characters of a request line that the server's URL parser refuses: quotes, angle brackets and
//! everything beyond ASCII.

use super::framing::Framing;

/// Follows the framing over `read`. Returns where the framing refused the head, if it did, and the bytes before that
/// place with their request lines encoded, if one of them needed it.
pub(super) fn encode_targets(framing: &mut Framing, read: &[u8]) -> (Option<usize>, Option<Vec<u8>>) {
    let mut raw = Vec::new();
    let refused = framing.read(read, |start, line| {
        let here = line.iter().enumerate().filter(|(_, byte)| is_raw(**byte));
        raw.extend(here.map(|(place, _)| start + place));
    });
    if raw.is_empty() {
        return (refused, None);
    }
    let valid = &read[..refused.unwrap_or(read.len())];
    let mut encoded = Vec::with_capacity(valid.len() + 2 * raw.len() + 1);
    let mut from = 0;
    for place in raw {
        encoded.extend_from_slice(&valid[from..place]);
        encoded.extend_from_slice(percent_encoding::percent_encode_byte(valid[place]).as_bytes());
        from = place + 1;
    }
    encoded.extend_from_slice(&valid[from..]);
    (refused, Some(encoded))
}

fn is_raw(byte: u8) -> bool {
    matches!(byte, b'"' | b'<' | b'>' | b'`') || !byte.is_ascii()
}
