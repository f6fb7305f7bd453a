//! How a value is escaped at its place in the HTML, as Go's `html/template` does.

use std::fmt::Write as _;

/// Replaces a URL with an unsafe scheme, as Go does.
const UNSAFE_ADDRESS: &str = "#ZgotmplZ";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Escape {
    /// Not at all, in a text without HTML.
    None,
    /// Between tags, and in quoted attributes.
    Html,
    /// In attributes without quotes.
    Unquoted,
    /// The beginning of an address in an attribute.
    Address { unquoted: bool },
    /// The path of an address, after its beginning.
    Path { unquoted: bool },
    /// The query or fragment of an address.
    Query { unquoted: bool },
}

impl Escape {
    pub fn apply(self, text: &str) -> String {
        match self {
            Escape::None => text.to_owned(),
            Escape::Html => html(text, false),
            Escape::Unquoted => html(text, true),
            Escape::Address { unquoted } if has_safe_scheme(text) => html(&normalized(text), unquoted),
            Escape::Address { .. } => UNSAFE_ADDRESS.to_owned(),
            Escape::Path { unquoted } => html(&normalized(text), unquoted),
            Escape::Query { unquoted } => html(&query(text, "%20"), unquoted),
        }
    }
}

fn html(text: &str, unquoted: bool) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\0' => escaped.push('\u{FFFD}'),
            '"' | '\'' | '+' => push_reference(&mut escaped, letter),
            '=' | '`' | ' ' | '\t' | '\n' | '\r' | '\u{B}' | '\u{C}' if unquoted => {
                push_reference(&mut escaped, letter);
            }
            other => escaped.push(other),
        }
    }
    escaped
}

fn push_reference(text: &mut String, letter: char) {
    let _ = write!(text, "&#{};", u32::from(letter));
}

/// An address without a scheme, or with one that only shows a page or writes a mail.
fn has_safe_scheme(address: &str) -> bool {
    match address.split_once(':') {
        Some((scheme, _)) if !scheme.contains('/') => {
            ["http", "https", "mailto"].iter().any(|safe| scheme.eq_ignore_ascii_case(safe))
        }
        _ => true,
    }
}

/// Percent-encodes what may not stand in an address, and keeps what is encoded.
fn normalized(address: &str) -> String {
    let bytes = address.as_bytes();
    let is_encoded = |place: usize| {
        bytes.get(place + 1..place + 3).is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit))
    };
    let keeps = |place: usize, byte: u8| match byte {
        b'!' | b'#' | b'$' | b'&' | b'*' | b'+' | b',' | b'/' | b':' | b';' | b'=' | b'?' | b'@' | b'['
        | b']' => true,
        b'%' => is_encoded(place),
        other => is_unreserved(other),
    };
    let mut normalized = String::with_capacity(address.len());
    for (place, byte) in bytes.iter().enumerate() {
        if keeps(place, *byte) {
            normalized.push(char::from(*byte));
        } else {
            push_encoded(&mut normalized, *byte);
        }
    }
    normalized
}

/// Percent-encodes a value for a query.
pub(super) fn query(text: &str, space: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b' ' => encoded.push_str(space),
            byte if is_unreserved(byte) => encoded.push(char::from(byte)),
            byte => push_encoded(&mut encoded, byte),
        }
    }
    encoded
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

fn push_encoded(text: &mut String, byte: u8) {
    let _ = write!(text, "%{byte:02x}");
}
