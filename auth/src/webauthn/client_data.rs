//! The client data that an authenticator signs: the ceremony, its challenge and the page's origin.

use ring::digest::{SHA256, digest};
use serde::Deserialize;

use super::error::{Result, WebAuthnError};
use super::options::Ceremony;
use crate::settings::WebAuthnSettings;

#[derive(Deserialize)]
struct ClientData {
    r#type: String,
    challenge: String,
    origin: String,
}

/// Checks that the client data are of this ceremony, with this challenge, and of a page of the site. Returns their SHA-256
/// digest, which the authenticator signs.
pub(super) fn check(
    json: &[u8],
    ceremony: Ceremony,
    challenge: &str,
    settings: &WebAuthnSettings,
) -> Result<[u8; 32]> {
    let data: ClientData =
        serde_json::from_slice(json).map_err(|_| WebAuthnError::Malformed("clientDataJSON"))?;
    if data.r#type != ceremony.client_data_type() {
        return Err(WebAuthnError::Mismatch("type"));
    }
    if data.challenge.trim_end_matches('=') != challenge {
        return Err(WebAuthnError::Mismatch("challenge"));
    }
    let is_same = |origin: &String| {
        origin.trim_end_matches('/').eq_ignore_ascii_case(data.origin.trim_end_matches('/'))
    };
    if !settings.rp_origins.iter().any(is_same) {
        return Err(WebAuthnError::Mismatch("origin"));
    }
    digest(&SHA256, json).as_ref().try_into().map_err(|_| WebAuthnError::Malformed("digest"))
}
