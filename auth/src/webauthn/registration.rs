//! The registration of a key (WebAuthn, section 7.1).

use serde::Deserialize;

use super::authenticator_data::AuthenticatorData;
use super::cbor::{self, Value};
use super::client_data;
use super::credential::{Authenticator, Credential};
use super::error::{Result, WebAuthnError};
use super::options::{Ceremony, Challenge};
use super::public_key::PublicKey;
use crate::settings::WebAuthnSettings;

/// `RegistrationResponseJSON`.
#[derive(Debug, Deserialize)]
pub(crate) struct RegistrationResponse {
    r#type: String,
    response: AttestationResponse,
}

#[derive(Debug, Deserialize)]
struct AttestationResponse {
    #[serde(rename = "clientDataJSON", deserialize_with = "super::assertion::base64url")]
    client_data: Vec<u8>,
    #[serde(rename = "attestationObject", deserialize_with = "super::assertion::base64url")]
    attestation_object: Vec<u8>,
    #[serde(default)]
    transports: Option<Vec<String>>,
}

/// The key that the response registers.
///
/// # Errors
/// When the response is malformed or another ceremony's, and for a key of an unsupported algorithm.
pub(crate) fn verify_registration(
    settings: &WebAuthnSettings,
    challenge: &Challenge,
    response: &RegistrationResponse,
) -> Result<Credential> {
    if response.r#type != "public-key" {
        return Err(WebAuthnError::Malformed("type"));
    }
    let response = &response.response;
    let client_data_hash =
        client_data::check(&response.client_data, Ceremony::Registration, &challenge.challenge, settings)?;
    let (attestation, _) = cbor::read(&response.attestation_object)?;
    let missing = WebAuthnError::Malformed("attestation object");
    let signed = attestation.named("authData").and_then(Value::bytes).ok_or(missing)?;
    let format = attestation.named("fmt").and_then(Value::text).ok_or(missing)?;
    let statement = attestation.named("attStmt").ok_or(missing)?;
    let data = AuthenticatorData::parse(signed)?;
    data.check(&settings.rp_id)?;
    let new = data.credential.as_ref().ok_or(missing)?;
    let key = PublicKey::parse(new.public_key)?;
    if format == "packed" && statement.named("x5c").is_none() {
        let signature = statement.named("sig").and_then(Value::bytes).ok_or(missing)?;
        if statement.named("alg").and_then(Value::integer) != Some(key.algorithm) {
            return Err(WebAuthnError::Mismatch("algorithm"));
        }
        key.verify(&[signed, &client_data_hash].concat(), signature)?;
    }
    Ok(Credential {
        id: new.id.to_vec(),
        public_key: new.public_key.to_vec(),
        attestation_type: format.to_owned(),
        transports: response.transports.clone(),
        flags: data.flags,
        authenticator: Authenticator { aaguid: new.aaguid.as_bytes().to_vec(), sign_count: data.sign_count },
    })
}
