//! A signature with a registered key (WebAuthn, section 7.2).

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde::{Deserialize, Deserializer};
use uuid::Uuid;

use super::authenticator_data::AuthenticatorData;
use super::client_data;
use super::credential::{Credential, Flags};
use super::error::{Result, WebAuthnError};
use super::options::{Ceremony, Challenge};
use super::public_key::PublicKey;
use crate::settings::WebAuthnSettings;

/// `AuthenticationResponseJSON`.
#[derive(Debug, Deserialize)]
pub(crate) struct AssertionResponse {
    r#type: String,
    /// The key's id.
    #[serde(rename = "rawId", deserialize_with = "base64url")]
    pub credential_id: Vec<u8>,
    response: SignedResponse,
}

#[derive(Debug, Deserialize)]
struct SignedResponse {
    #[serde(rename = "clientDataJSON", deserialize_with = "base64url")]
    client_data: Vec<u8>,
    #[serde(rename = "authenticatorData", deserialize_with = "base64url")]
    authenticator_data: Vec<u8>,
    #[serde(deserialize_with = "base64url")]
    signature: Vec<u8>,
    #[serde(rename = "userHandle", default)]
    user_handle: Option<String>,
}

/// The key's state after a verified signature.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Verified {
    /// The key's new counter.
    pub sign_count: u32,
    pub flags: Flags,
}

impl AssertionResponse {
    /// The account that the authenticator names. `None` without one, and for a handle that is not an account's id.
    pub fn user_id(&self) -> Option<Uuid> {
        let handle = decode(self.response.user_handle.as_deref()?)?;
        Uuid::try_parse_ascii(&handle).ok()
    }
}

/// Checks the signature with the registered key.
///
/// # Errors
/// When the response is malformed, another ceremony's or another key's.
pub(crate) fn verify_assertion(
    settings: &WebAuthnSettings,
    challenge: &Challenge,
    credential: &Credential,
    response: &AssertionResponse,
) -> Result<Verified> {
    if response.r#type != "public-key" {
        return Err(WebAuthnError::Malformed("type"));
    }
    if response.credential_id != credential.id {
        return Err(WebAuthnError::Mismatch("credential"));
    }
    let signed = &response.response;
    let client_data_hash =
        client_data::check(&signed.client_data, Ceremony::Assertion, &challenge.challenge, settings)?;
    let data = AuthenticatorData::parse(&signed.authenticator_data)?;
    data.check(&settings.rp_id)?;
    if data.flags.backup_eligible != credential.flags.backup_eligible {
        return Err(WebAuthnError::Mismatch("backup eligibility"));
    }
    let message = [&signed.authenticator_data[..], &client_data_hash].concat();
    PublicKey::parse(&credential.public_key)?.verify(&message, &signed.signature)?;
    // A counter that does not grow may be a copied key's. As supabase/auth does, this is not rejected: synchronized
    // passkeys do not count.
    let sign_count = data.sign_count.max(credential.authenticator.sign_count);
    Ok(Verified { sign_count, flags: data.flags })
}

/// Reads base64url, with or without padding.
pub(super) fn base64url<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> std::result::Result<Vec<u8>, D::Error> {
    let text = String::deserialize(deserializer)?;
    decode(&text).ok_or_else(|| serde::de::Error::custom("invalid base64url"))
}

fn decode(text: &str) -> Option<Vec<u8>> {
    BASE64_URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()
}
