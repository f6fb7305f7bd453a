//! A registered key, in the JSON form in which supabase/auth stores it.

use serde::{Deserialize, Serialize};

/// A registered key.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Credential {
    #[serde(with = "base64_bytes")]
    pub id: Vec<u8>,
    /// A COSE key.
    #[serde(rename = "publicKey", with = "base64_bytes")]
    pub public_key: Vec<u8>,
    /// The format of the attestation, such as `none`.
    #[serde(rename = "attestationType", default)]
    pub attestation_type: String,
    /// How browsers reach the authenticator, such as `usb`.
    #[serde(rename = "transport", default)]
    pub transports: Option<Vec<String>>,
    #[serde(default)]
    pub flags: Flags,
    #[serde(default)]
    pub authenticator: Authenticator,
}

/// The authenticator's flags about the user and the key.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Flags {
    pub user_present: bool,
    pub user_verified: bool,
    /// Whether the key can be copied to other devices.
    pub backup_eligible: bool,
    /// Whether it has been copied.
    pub backup_state: bool,
}

/// The authenticator of a key.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Authenticator {
    /// The model: a UUID's 16 bytes.
    #[serde(rename = "AAGUID", with = "base64_bytes")]
    pub aaguid: Vec<u8>,
    pub sign_count: u32,
}

mod base64_bytes {
    use base64::Engine;
    use base64::prelude::BASE64_STANDARD;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&BASE64_STANDARD.encode(bytes))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?.unwrap_or_default();
        BASE64_STANDARD.decode(text).map_err(serde::de::Error::custom)
    }
}
