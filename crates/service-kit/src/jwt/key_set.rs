//! The signing keys of a project with their states: a JSON array of private JWKs, as `supabase gen signing-key` writes
//! it, in which a member `state` says what each key is for.
//!
//! A new key is `standby` first, so that every verifier knows it before the first token is signed with it. The key
//! `in_use` signs. A key `previously_used` verifies the tokens that it has signed. A `revoked` one does nothing.
//!
//! An entry of type `oct` is a shared secret (HS256), which is never published. One with a state and without its secret
//! stands for the project's legacy secret, which is kept elsewhere.

use super::signing_key::{PrivateJwk, SigningKey, SigningKeyError};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a key is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum KeyState {
    /// Verifies; will sign.
    Standby,
    /// Signs and verifies.
    InUse,
    /// Verifies; has signed.
    PreviouslyUsed,
    /// Neither signs nor verifies.
    Revoked,
}

/// The keys of a project that are not revoked.
#[derive(Clone, Default)]
pub struct KeySet {
    /// In the order of the array.
    keys: Vec<SigningKey>,
    /// The index of the key that signs; `None` if the legacy secret does.
    signing: Option<usize>,
    accepts_legacy_secret: bool,
}

#[derive(Deserialize)]
struct Entry {
    state: Option<KeyState>,
    key_ops: Option<Vec<String>>,
    #[serde(flatten)]
    jwk: PrivateJwk,
}

impl Entry {
    /// The state, if the array does not say it: the first key that may sign is in use.
    fn state(&self, is_one_in_use: bool) -> KeyState {
        let may_sign =
            self.key_ops.as_ref().is_none_or(|operations| operations.iter().any(|it| it == "sign"));
        match self.state {
            Some(state) => state,
            None if may_sign && !is_one_in_use => KeyState::InUse,
            None => KeyState::PreviouslyUsed,
        }
    }
}

impl KeySet {
    /// The keys of a JSON array. Without a `state`, the first key whose `key_ops` allow it is in use.
    ///
    /// # Errors
    /// When the text has another form, a key is unusable, or not exactly one key is in use.
    pub fn parse(json: &str) -> Result<KeySet, SigningKeyError> {
        let entries: Vec<Entry> = serde_json::from_str(json).map_err(|_| SigningKeyError::Shape)?;
        if entries.is_empty() {
            return Err(SigningKeyError::Shape);
        }
        let mut set = KeySet::default();
        let mut in_use = entries.iter().filter(|entry| entry.state == Some(KeyState::InUse)).count();
        for entry in entries {
            let state = entry.state(in_use > 0);
            if state == KeyState::InUse && entry.state.is_none() {
                in_use += 1;
            }
            if state == KeyState::Revoked {
                continue;
            }
            if entry.state.is_some() && entry.jwk.is_legacy_secret() {
                set.accepts_legacy_secret = true;
                continue;
            }
            if state == KeyState::InUse {
                set.signing = Some(set.keys.len());
            }
            set.keys.push(SigningKey::from_jwk(entry.jwk)?);
        }
        if in_use == 1 { Ok(set) } else { Err(SigningKeyError::InUse) }
    }

    /// The key that signs. `None` if the legacy secret does.
    pub fn signing(&self) -> Option<&SigningKey> {
        self.keys.get(self.signing?)
    }

    /// All keys, in the order of the array.
    pub fn keys(&self) -> &[SigningKey] {
        &self.keys
    }

    /// The public JWKs. Shared secrets are not among them.
    pub fn public(&self) -> Vec<Value> {
        self.keys.iter().filter_map(SigningKey::public).cloned().collect()
    }

    /// The JWKs that verify the tokens of all keys, shared secrets among them. They are not to be published.
    pub fn verifiers(&self) -> Vec<Value> {
        self.keys.iter().map(|key| key.verifier().clone()).collect()
    }

    /// Whether tokens are accepted that the legacy secret has signed: where one of the keys is a shared secret, too.
    pub fn accepts_legacy_secret(&self) -> bool {
        self.accepts_legacy_secret || self.keys.iter().any(|key| key.public().is_none())
    }
}
