//! The canonical request of AWS Signature Version 4: the text whose hash is signed.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, percent_encode, utf8_percent_encode};

use super::authorization::Authorization;
use super::error::SignatureError;
use crate::s3_protocol::incoming::Incoming;

/// What RFC 3986 leaves unencoded.
const QUERY: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
const PATH: &AsciiSet = &QUERY.remove(b'/');

/// The canonical requests that a client may have signed. Clients agree on one with an encoded path, but some sign the
/// path as they send it.
///
/// # Errors
/// When a signed header is missing.
pub fn canonical_requests(
    incoming: &Incoming<'_>,
    authorization: &Authorization,
) -> Result<Vec<String>, SignatureError> {
    let sent = incoming.signed_path.as_str();
    let encoded = percent_encode(&percent_decode_str(sent).collect::<Vec<u8>>(), PATH).to_string();
    let paths = if encoded == sent { vec![encoded] } else { vec![encoded, sent.to_owned()] };
    let query = query(incoming);
    let headers = headers(incoming, &authorization.signed_headers)?;
    let signed = authorization.signed_headers.join(";");
    let method = incoming.request.method();
    let payload = &authorization.payload;
    Ok(paths
        .iter()
        .map(|path| format!("{method}\n{path}\n{query}\n{headers}\n{signed}\n{payload}"))
        .collect())
}

fn query(incoming: &Incoming<'_>) -> String {
    let encode = |text: &str| utf8_percent_encode(text, QUERY).to_string();
    let signed = incoming.query.iter().filter(|(name, _)| name != "X-Amz-Signature");
    let mut pairs: Vec<(String, String)> =
        signed.map(|(name, value)| (encode(name), encode(value))).collect();
    pairs.sort_unstable();
    let pairs: Vec<String> = pairs.into_iter().map(|(name, value)| format!("{name}={value}")).collect();
    pairs.join("&")
}

fn headers(incoming: &Incoming<'_>, signed: &[String]) -> Result<String, SignatureError> {
    let mut lines = String::new();
    for name in signed {
        let value = incoming.signed_header(name).ok_or(SignatureError::Mismatch)?;
        let value = value.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        lines += &format!("{name}:{value}\n");
    }
    Ok(lines)
}
