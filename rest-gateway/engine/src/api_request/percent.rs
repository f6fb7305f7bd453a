//! Percent-encoding of paths and query strings. Rejects NUL characters.

use std::borrow::Cow;
use std::fmt::Display;

use super::nul::contains_nul;
use crate::error::Error;

/// Decodes a key or value of a query string or a form. Bytes that are not UTF-8 become U+FFFD.
pub(super) fn decode(text: &str) -> Result<String, Error> {
    let spaced = if text.contains('+') { Cow::Owned(text.replace('+', " ")) } else { Cow::Borrowed(text) };
    let decoded = percent_encoding::percent_decode_str(&spaced).decode_utf8_lossy().into_owned();
    if contains_nul(&decoded) {
        return Err(Error::QueryString {
            message: "The query string holds a NUL character".to_owned(),
            details: "unexpected \"\\NUL\"".to_owned(),
        });
    }
    Ok(decoded)
}

/// Decodes a segment of a path.
pub(super) fn decode_segment(segment: &str) -> Result<String, Error> {
    let decoded = percent_encoding::percent_decode_str(segment).decode_utf8().map_err(|_| Error::Path)?;
    if contains_nul(&decoded) { Err(Error::Path) } else { Ok(decoded.into_owned()) }
}

/// Displays the text with everything encoded except letters, digits and `-_.~`, the unreserved characters of RFC 3986.
pub(crate) fn encode(text: &str) -> impl Display {
    const PLAIN: &percent_encoding::AsciiSet =
        &percent_encoding::NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');
    percent_encoding::utf8_percent_encode(text, PLAIN)
}
