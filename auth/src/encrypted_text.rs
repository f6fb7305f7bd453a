//! Encryption of single columns, in the format of supabase/auth: AES-256-GCM with a key that HKDF-SHA-256 derives from
//! the configured key and the row's id, so that a text cannot be moved to another row.
//!
//! A stored text is the JSON of [`Envelope`]. A text in another form was stored before encryption was configured, and
//! is returned unchanged.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use base64::Engine;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use rand::Rng;
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::hkdf::{HKDF_SHA256, Salt};
use serde::{Deserialize, Serialize};
use service_kit::environment::{Environment, EnvironmentError};
use uuid::Uuid;

const ALGORITHM: &str = "aes-gcm-hkdf";
const KEY_LENGTH: usize = 32;

/// The keys of `GOTRUE_SECURITY_DB_ENCRYPTION_…`.
#[derive(Clone, Default)]
pub(crate) struct ColumnKeys {
    keys: Arc<HashMap<String, [u8; KEY_LENGTH]>>,
    /// The id of the key that encrypts; `None` stores texts as they are.
    current: Option<String>,
}

/// A stored text that was opened.
pub(crate) struct Opened {
    pub text: String,
    /// Whether the text must be stored again, because it is not encrypted with the current key.
    pub is_outdated: bool,
}

/// A text that cannot be encrypted or decrypted.
#[derive(Debug, thiserror::Error)]
pub(crate) enum EncryptionError {
    /// The key is not configured.
    #[error("no decryption key has the id {0:?}")]
    UnknownKey(String),
    /// The text was changed, or is another row's.
    #[error("an encrypted text cannot be decrypted")]
    Undecryptable,
    /// The random source or the cipher failed.
    #[error("encryption failed")]
    Failed,
}

#[derive(Deserialize, Serialize)]
struct Envelope {
    key_id: String,
    alg: String,
    /// In base64.
    data: String,
    /// In base64.
    #[serde(default)]
    nonce: String,
}

impl fmt::Debug for ColumnKeys {
    /// Leaves out the keys.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("ColumnKeys").field("current", &self.current).finish_non_exhaustive()
    }
}

impl ColumnKeys {
    /// Reads `GOTRUE_SECURITY_DB_ENCRYPTION_ENCRYPT`, `…_ENCRYPTION_KEY_ID`, `…_ENCRYPTION_KEY` and
    /// `…_DECRYPTION_KEYS` (`id:key,id:key`). Keys are 256 bits in base64url without padding.
    ///
    /// # Errors
    /// For a key in another form, and when the current key is missing or is not among the decryption keys.
    pub fn from_environment(environment: &Environment) -> Result<ColumnKeys, EnvironmentError> {
        const ENCRYPT: &str = "GOTRUE_SECURITY_DB_ENCRYPTION_ENCRYPT";
        const KEY_ID: &str = "GOTRUE_SECURITY_DB_ENCRYPTION_ENCRYPTION_KEY_ID";
        const KEY: &str = "GOTRUE_SECURITY_DB_ENCRYPTION_ENCRYPTION_KEY";
        const KEYS: &str = "GOTRUE_SECURITY_DB_ENCRYPTION_DECRYPTION_KEYS";
        let mut keys = HashMap::new();
        for pair in environment.optional(KEYS).unwrap_or_default().split(',').filter(|pair| !pair.is_empty())
        {
            let parsed = pair.split_once(':').and_then(|(id, key)| Some((id.to_owned(), decode_key(key)?)));
            let expected = "id:key pairs with keys of 256 bits in base64url";
            let (id, key) = parsed.ok_or(EnvironmentError::Invalid { name: KEYS, expected })?;
            keys.insert(id, key);
        }
        if !environment.flag(ENCRYPT)? {
            return Ok(ColumnKeys { keys: Arc::new(keys), current: None });
        }
        let id = environment.required(KEY_ID)?.to_owned();
        let expected = "256 bits in base64url, the key of this id among the decryption keys";
        let key = decode_key(environment.required(KEY)?);
        if key.is_none() || keys.get(&id) != key.as_ref() {
            return Err(EnvironmentError::Invalid { name: KEY, expected });
        }
        Ok(ColumnKeys { keys: Arc::new(keys), current: Some(id) })
    }

    /// The form of `text` that the row `row` stores.
    pub fn seal(&self, row: Uuid, text: &str) -> Result<String, EncryptionError> {
        let Some(key_id) = &self.current else { return Ok(text.to_owned()) };
        let mut nonce = [0; NONCE_LEN];
        rand::rng().fill_bytes(&mut nonce);
        let mut data = text.as_bytes().to_vec();
        self.cipher(row, key_id)?
            .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut data)
            .map_err(|_| EncryptionError::Failed)?;
        let envelope = Envelope {
            key_id: key_id.clone(),
            alg: ALGORITHM.to_owned(),
            data: BASE64_STANDARD.encode(data),
            nonce: BASE64_STANDARD.encode(nonce),
        };
        serde_json::to_string(&envelope).map_err(|_| EncryptionError::Failed)
    }

    /// The text that the row `row` stores as `stored`.
    ///
    /// # Errors
    /// When the key is not configured, or the text is not this row's.
    pub fn open(&self, row: Uuid, stored: &str) -> Result<Opened, EncryptionError> {
        let Some((envelope, nonce, mut data)) = parse(stored) else {
            return Ok(Opened { text: stored.to_owned(), is_outdated: self.current.is_some() });
        };
        let plain = self
            .cipher(row, &envelope.key_id)?
            .open_in_place(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut data)
            .map_err(|_| EncryptionError::Undecryptable)?;
        let text = String::from_utf8(plain.to_vec()).map_err(|_| EncryptionError::Undecryptable)?;
        let is_outdated = self.current.as_ref().is_some_and(|current| *current != envelope.key_id);
        Ok(Opened { text, is_outdated })
    }

    fn cipher(&self, row: Uuid, key_id: &str) -> Result<LessSafeKey, EncryptionError> {
        let key = self.keys.get(key_id).ok_or_else(|| EncryptionError::UnknownKey(key_id.to_owned()))?;
        let id = row.to_string();
        let info = [id.as_bytes()];
        let derived =
            Salt::new(HKDF_SHA256, &[]).extract(key).expand(&info, &AES_256_GCM).map(UnboundKey::from);
        derived.map(LessSafeKey::new).map_err(|_| EncryptionError::Failed)
    }
}

fn decode_key(text: &str) -> Option<[u8; KEY_LENGTH]> {
    BASE64_URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok()
}

fn parse(stored: &str) -> Option<(Envelope, [u8; NONCE_LEN], Vec<u8>)> {
    let envelope: Envelope = serde_json::from_str(stored).ok()?;
    let nonce = BASE64_STANDARD.decode(&envelope.nonce).ok()?.try_into().ok()?;
    let data = BASE64_STANDARD.decode(&envelope.data).ok()?;
    let is_valid = envelope.alg == ALGORITHM && !envelope.key_id.is_empty() && !data.is_empty();
    is_valid.then_some((envelope, nonce, data))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: Uuid = Uuid::from_u128(7);

    fn keys(current: Option<&str>) -> ColumnKeys {
        let keys = HashMap::from([("old".to_owned(), [1; KEY_LENGTH]), ("new".to_owned(), [2; KEY_LENGTH])]);
        ColumnKeys { keys: Arc::new(keys), current: current.map(str::to_owned) }
    }

    #[test]
    fn a_text_opens_in_its_row_alone() {
        let keys = keys(Some("new"));
        let sealed = keys.seal(ROW, "secret").unwrap();
        assert!(!sealed.contains("secret"));
        let opened = keys.open(ROW, &sealed).unwrap();
        assert_eq!((opened.text.as_str(), opened.is_outdated), ("secret", false));
        assert!(matches!(keys.open(Uuid::from_u128(8), &sealed), Err(EncryptionError::Undecryptable)));
    }

    #[test]
    fn the_format_is_that_of_supabase() {
        let key = decode_key("pwFoiPyybQMqNmYVN0gUnpbfpGQV2sDv9vp0ZAxi_Y4").unwrap();
        let keys = ColumnKeys { keys: Arc::new(HashMap::from([("key-id".to_owned(), key)])), current: None };
        let stored = r#"{"key_id":"key-id","alg":"aes-gcm-hkdf","data":"ys6UopNFDHyc+kqXSrWEyO6FOW3l7Q==","nonce":"AAECAwQFBgcICQoL"}"#;
        assert_eq!(keys.open(ROW, stored).unwrap().text, "secret");
    }

    #[test]
    fn a_text_of_an_older_key_and_an_unencrypted_one_are_outdated() {
        let sealed = keys(Some("old")).seal(ROW, "secret").unwrap();
        let opened = keys(Some("new")).open(ROW, &sealed).unwrap();
        assert_eq!((opened.text.as_str(), opened.is_outdated), ("secret", true));
        assert!(!keys(None).open(ROW, &sealed).unwrap().is_outdated, "nothing is encrypted any more");
        assert!(keys(Some("new")).open(ROW, "GEZDGNBV").unwrap().is_outdated);
        assert_eq!(keys(None).seal(ROW, "GEZDGNBV").unwrap(), "GEZDGNBV");
        assert!(matches!(ColumnKeys::default().open(ROW, &sealed), Err(EncryptionError::UnknownKey(_))));
    }
}
