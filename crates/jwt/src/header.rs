//! A token's header, for choosing a key or an error message.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::Value;

/// The header as JSON, before any check. In contrast to [`decode_header`](crate::decode_header) it may name an unknown
/// algorithm, such as `none`. `None` when it is not base64url or not JSON.
#[must_use]
pub fn unverified_header(token: &str) -> Option<Value> {
    let encoded = token.split('.').next()?;
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(encoded).ok()?).ok()
}
