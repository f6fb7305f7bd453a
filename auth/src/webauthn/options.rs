//! The options of a ceremony, which the page gives to `navigator.credentials`.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use rand::Rng;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

use super::credential::Credential;
use super::public_key::ALGORITHMS;
use crate::models::User;
use crate::settings::WebAuthnSettings;

/// The time that browsers give a user, in milliseconds.
const TIMEOUT: u32 = 300_000;
const CHALLENGE_LENGTH: usize = 32;

/// The registration of a key, or a signature with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ceremony {
    Registration,
    Assertion,
}

impl Ceremony {
    pub(super) fn client_data_type(self) -> &'static str {
        match self {
            Ceremony::Registration => "webauthn.create",
            Ceremony::Assertion => "webauthn.get",
        }
    }
}

/// The state of a ceremony, with the names under which supabase/auth stores it.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Challenge {
    /// Random bytes in base64url without padding.
    pub challenge: String,
    #[serde(rename = "rpId", default)]
    rp_id: String,
    #[serde(rename = "userVerification", default)]
    user_verification: String,
}

impl Challenge {
    pub fn generate(settings: &WebAuthnSettings) -> Challenge {
        let mut bytes = [0; CHALLENGE_LENGTH];
        rand::rng().fill_bytes(&mut bytes);
        Challenge {
            challenge: BASE64_URL_SAFE_NO_PAD.encode(bytes),
            rp_id: settings.rp_id.clone(),
            user_verification: "preferred".to_owned(),
        }
    }
}

/// `PublicKeyCredentialCreationOptionsJSON`: registers a key of `user` on an authenticator that has none of `existing`.
/// A discoverable key can be found without the account's name, as sign-ins with a passkey need it.
pub(crate) fn creation_options(
    settings: &WebAuthnSettings,
    challenge: &Challenge,
    user: &User,
    existing: &[Credential],
    is_discoverable: bool,
) -> Value {
    let name = user.email.as_deref().or(user.phone.as_deref()).unwrap_or_default();
    let display_name = user.user_metadata.get("name").and_then(Value::as_str).unwrap_or(name);
    let parameters: Vec<Value> =
        ALGORITHMS.iter().map(|algorithm| json!({ "type": "public-key", "alg": algorithm })).collect();
    let mut options = json!({
        "rp": { "name": settings.rp_display_name, "id": settings.rp_id },
        "user": { "id": user_handle(user.id), "name": name, "displayName": display_name },
        "challenge": challenge.challenge,
        "pubKeyCredParams": parameters,
        "timeout": TIMEOUT,
        "authenticatorSelection": { "userVerification": "preferred" },
        "attestation": "none",
    });
    if is_discoverable {
        options["authenticatorSelection"] =
            json!({ "residentKey": "required", "requireResidentKey": true, "userVerification": "preferred" });
    }
    if !existing.is_empty() {
        options["excludeCredentials"] = existing.iter().map(descriptor).collect();
    }
    options
}

/// `PublicKeyCredentialRequestOptionsJSON`: asks for a signature with one of `allowed`; with any key of the site when
/// there are none.
pub(crate) fn request_options(
    settings: &WebAuthnSettings,
    challenge: &Challenge,
    allowed: &[Credential],
) -> Value {
    let mut options = json!({
        "challenge": challenge.challenge,
        "timeout": TIMEOUT,
        "rpId": settings.rp_id,
        "userVerification": "preferred",
    });
    if !allowed.is_empty() {
        options["allowCredentials"] = allowed.iter().map(descriptor).collect();
    }
    options
}

/// The account's id as authenticators store it: its text, as supabase/auth hands it out.
fn user_handle(id: Uuid) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(id.to_string())
}

fn descriptor(credential: &Credential) -> Value {
    let mut descriptor = json!({ "type": "public-key", "id": BASE64_URL_SAFE_NO_PAD.encode(&credential.id) });
    if let Some(transports) = credential.transports.as_ref().filter(|transports| !transports.is_empty()) {
        descriptor["transports"] = json!(transports);
    }
    descriptor
}
