//! Changes the file of signing keys: adds keys, and moves them from state to state. A change is written atomically, so
//! that processes which read the file see the keys before it or after it.

use chrono::Utc;
use serde_json::{Map, Value, json};
use service_kit::jwt::{KeySet, KeyState, SigningKeyError};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use uuid::Uuid;

/// The `kid` of the entry that stands for the legacy secret.
const LEGACY: &str = "legacy";
/// The members of a revoked key that are kept.
const KEPT: [&str; 6] = ["kty", "crv", "kid", "alg", "created_at", "state"];

/// The file's keys, each a JWK.
pub struct KeyFile {
    path: PathBuf,
    keys: Vec<Map<String, Value>>,
}

/// A key, as `keys list` shows it.
#[derive(Debug, PartialEq, Eq)]
pub struct KeySummary {
    pub id: String,
    pub algorithm: String,
    pub state: KeyState,
    /// RFC 3339; empty for a key that another tool has made.
    pub created_at: String,
}

/// Why the file was not changed.
#[derive(Debug, thiserror::Error)]
pub enum KeyFileError {
    #[error("{path}: {cause}", path = .path.display())]
    Io { path: PathBuf, cause: std::io::Error },
    #[error("{path}: {cause}", path = .path.display())]
    Keys { path: PathBuf, cause: SigningKeyError },
    #[error("a key cannot be generated: {0}")]
    Generate(#[from] jwt::KeyPairError),
    #[error("there is a standby key already; `keys rotate` puts it in use")]
    HasStandby,
    #[error(
        "there is no standby key; `keys standby` adds one, and every verifier must know it before it signs"
    )]
    NoStandby,
    #[error("there is no key with the kid {0}")]
    Unknown(String),
    #[error("the key {0} is in use; `keys rotate` puts another one in its place first")]
    InUse(String),
    #[error("the legacy secret also signs the API keys and cannot be revoked here: change [auth] jwt_secret")]
    Legacy,
}

impl KeyFile {
    /// Creates the file with one key, which is in use.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn create(path: &Path) -> Result<(), KeyFileError> {
        KeyFile { path: path.to_owned(), keys: vec![new_key(KeyState::InUse)?] }.write()
    }

    /// Reads the file. Without a file the legacy secret signs.
    ///
    /// # Errors
    /// When it cannot be read, or holds unusable keys.
    pub fn read(path: &Path) -> Result<KeyFile, KeyFileError> {
        let json = match std::fs::read_to_string(path) {
            Ok(json) => json,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let legacy = json!({ "kty": "oct", "kid": LEGACY, "alg": "HS256" });
                let mut legacy = into_object(legacy);
                set_state(&mut legacy, KeyState::InUse);
                return Ok(KeyFile { path: path.to_owned(), keys: vec![legacy] });
            }
            Err(cause) => return Err(KeyFileError::Io { path: path.to_owned(), cause }),
        };
        let unusable = |cause| KeyFileError::Keys { path: path.to_owned(), cause };
        let in_use = KeySet::parse(&json).map_err(unusable)?;
        let in_use = in_use.signing().map(|key| key.verifier().clone());
        let mut keys: Vec<Map<String, Value>> =
            serde_json::from_str(&json).map_err(|_| unusable(SigningKeyError::Shape))?;
        for key in keys.iter_mut().filter(|key| !key.contains_key("state")) {
            let signs = in_use.as_ref().is_some_and(|signing| is_same_key(signing, key));
            set_state(key, if signs { KeyState::InUse } else { KeyState::PreviouslyUsed });
        }
        Ok(KeyFile { path: path.to_owned(), keys })
    }

    /// The keys in the order of the file.
    pub fn list(&self) -> Vec<KeySummary> {
        let text = |key: &Map<String, Value>, name| {
            key.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
        };
        let summary = |key: &Map<String, Value>| KeySummary {
            id: text(key, "kid"),
            algorithm: algorithm(key),
            state: state(key),
            created_at: text(key, "created_at"),
        };
        self.keys.iter().map(summary).collect()
    }

    /// Adds a key that verifiers learn and that does not sign yet. Returns its `kid`.
    ///
    /// # Errors
    /// When there is one already, or the file cannot be written.
    pub fn add_standby(&mut self) -> Result<String, KeyFileError> {
        if self.position(KeyState::Standby).is_some() {
            return Err(KeyFileError::HasStandby);
        }
        let key = new_key(KeyState::Standby)?;
        let id = key.get("kid").and_then(Value::as_str).unwrap_or_default().to_owned();
        self.keys.push(key);
        self.write()?;
        Ok(id)
    }

    /// Puts the standby key in use. The replaced key still verifies its tokens. Returns the `kid` of the new one.
    ///
    /// # Errors
    /// When there is no standby key, or the file cannot be written.
    pub fn rotate(&mut self) -> Result<String, KeyFileError> {
        let standby = self.position(KeyState::Standby).ok_or(KeyFileError::NoStandby)?;
        if let Some(in_use) = self.position(KeyState::InUse) {
            set_state(&mut self.keys[in_use], KeyState::PreviouslyUsed);
        }
        set_state(&mut self.keys[standby], KeyState::InUse);
        self.write()?;
        Ok(self.keys[standby].get("kid").and_then(Value::as_str).unwrap_or_default().to_owned())
    }

    /// Ends a key: tokens that it has signed are rejected. Its private and public parts are removed from the file.
    ///
    /// # Errors
    /// When the key is in use or unknown, or the file cannot be written.
    pub fn revoke(&mut self, id: &str) -> Result<(), KeyFileError> {
        let unknown = || KeyFileError::Unknown(id.to_owned());
        let key = self.keys.iter_mut().find(|key| key.get("kid").and_then(Value::as_str) == Some(id));
        let key = key.ok_or_else(unknown)?;
        if key.get("kty").and_then(Value::as_str) == Some("oct") {
            return Err(KeyFileError::Legacy);
        }
        if state(key) == KeyState::InUse {
            return Err(KeyFileError::InUse(id.to_owned()));
        }
        set_state(key, KeyState::Revoked);
        key.retain(|name, _| KEPT.contains(&name.as_str()));
        self.write()
    }

    fn position(&self, wanted: KeyState) -> Option<usize> {
        self.keys.iter().position(|key| state(key) == wanted)
    }

    fn write(&self) -> Result<(), KeyFileError> {
        let write = || -> std::io::Result<()> {
            let folder = self.path.parent().unwrap_or(Path::new("."));
            // Temporary files are readable by their owner only.
            let mut file = tempfile::NamedTempFile::new_in(folder)?;
            serde_json::to_writer_pretty(&mut file, &self.keys)?;
            file.write_all(b"\n")?;
            file.as_file().sync_all()?;
            file.persist(&self.path)?;
            std::fs::File::open(folder)?.sync_all()
        };
        write().map_err(|cause| KeyFileError::Io { path: self.path.clone(), cause })
    }
}

fn new_key(state: KeyState) -> Result<Map<String, Value>, KeyFileError> {
    let mut key = into_object(jwt::generate_ec_jwk()?);
    key.insert("kid".to_owned(), json!(Uuid::new_v4()));
    key.insert("created_at".to_owned(), json!(Utc::now().to_rfc3339()));
    set_state(&mut key, state);
    Ok(key)
}

/// Sets the state, and `key_ops`, by which other programs recognise the key that signs.
fn set_state(key: &mut Map<String, Value>, state: KeyState) {
    let operations = if state == KeyState::InUse { json!(["sign", "verify"]) } else { json!(["verify"]) };
    key.insert("state".to_owned(), json!(state));
    key.insert("key_ops".to_owned(), operations);
}

fn state(key: &Map<String, Value>) -> KeyState {
    let named = key.get("state").and_then(|state| serde_json::from_value(state.clone()).ok());
    named.unwrap_or(KeyState::PreviouslyUsed)
}

fn algorithm(key: &Map<String, Value>) -> String {
    match key.get("kty").and_then(Value::as_str) {
        Some("EC") => "ES256",
        Some("RSA") => "RS256",
        _ => "HS256",
    }
    .to_owned()
}

/// Whether the public key is that of a JWK: `x` of an EC key, `n` of an RSA key.
fn is_same_key(public: &Value, key: &Map<String, Value>) -> bool {
    ["x", "n"].iter().any(|name| public.get(name).is_some() && public.get(name) == key.get(*name))
}

fn into_object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn states(file: &KeyFile) -> Vec<KeyState> {
        file.list().into_iter().map(|key| key.state).collect()
    }

    fn reread(file: &KeyFile) -> (KeyFile, KeySet) {
        let json = std::fs::read_to_string(&file.path).unwrap();
        (KeyFile::read(&file.path).unwrap(), KeySet::parse(&json).unwrap())
    }

    #[test]
    fn a_key_goes_from_standby_over_in_use_to_revoked() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("signing_keys.json");
        KeyFile::create(&path).unwrap();
        let mut file = KeyFile::read(&path).unwrap();
        let first = file.list()[0].id.clone();
        assert!(matches!(file.rotate(), Err(KeyFileError::NoStandby)));
        assert!(matches!(file.revoke(&first), Err(KeyFileError::InUse(_))));

        let second = file.add_standby().unwrap();
        assert!(matches!(file.add_standby(), Err(KeyFileError::HasStandby)));
        let (mut file, set) = reread(&file);
        assert_eq!(states(&file), [KeyState::InUse, KeyState::Standby]);
        assert_eq!((&set.signing().unwrap().verifier()["kid"], set.public().len()), (&json!(first), 2));

        assert_eq!(file.rotate().unwrap(), second);
        let (mut file, set) = reread(&file);
        assert_eq!(states(&file), [KeyState::PreviouslyUsed, KeyState::InUse]);
        assert_eq!((&set.signing().unwrap().verifier()["kid"], set.public().len()), (&json!(second), 2));

        file.revoke(&first).unwrap();
        let (file, set) = reread(&file);
        assert_eq!((states(&file)[0], set.public().len()), (KeyState::Revoked, 1));
        assert!(!file.keys[0].contains_key("d"), "the private part is gone");
    }

    #[test]
    fn a_stack_with_a_secret_alone_moves_to_a_key_pair() {
        let folder = tempfile::tempdir().unwrap();
        let mut file = KeyFile::read(&folder.path().join("signing_keys.json")).unwrap();
        file.add_standby().unwrap();
        let (mut file, set) = reread(&file);
        assert!(set.signing().is_none() && set.accepts_legacy_secret());
        file.rotate().unwrap();
        let (mut file, set) = reread(&file);
        assert!(set.signing().is_some() && set.accepts_legacy_secret());
        assert!(matches!(file.revoke(LEGACY), Err(KeyFileError::Legacy)));
        assert!(matches!(file.revoke("none"), Err(KeyFileError::Unknown(_))));
    }

    #[test]
    fn a_file_of_supabases_command_line_gets_states() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("signing_keys.json");
        std::fs::write(&path, include_str!("../../../../crates/service-kit/src/jwt/test_signing_keys.json"))
            .unwrap();
        assert_eq!(states(&KeyFile::read(&path).unwrap()), [KeyState::InUse, KeyState::PreviouslyUsed]);
    }
}
