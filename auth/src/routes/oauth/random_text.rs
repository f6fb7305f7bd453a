//! Random texts for ids in addresses and for codes.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use rand::Rng;

/// 192 random bits as text.
pub(super) fn random_text() -> String {
    let mut bytes = [0; 24];
    rand::rng().fill_bytes(&mut bytes);
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}
