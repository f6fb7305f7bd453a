//! The project's keys and passwords: from the configuration, from an earlier start, or newly generated.
//!
//! - `demo_keys`, `legacy_keys`, `signing_keys`, `generated`: where they come from. `secret_store`: keeps the generated
//!   ones.
//! - `key_file`: changes the file of signing keys. `token_signer`: signs a token.
//! - `jwks`: the key sets that services get. `live_keys`: updates these while they run. `private_file`: holds them.
//! - `third_party`: keys of another issuer. `cluster_keys`: those of messages between the nodes of realtime.

pub(super) mod cluster_keys;
pub(super) mod demo_keys;
pub(super) mod generated;
mod jwks;
pub(super) mod key_file;
mod legacy_keys;
pub(super) mod live_keys;
pub(super) mod private_file;
pub(super) mod secret_store;
pub(super) mod signing_keys;
pub(super) mod third_party;
pub(super) mod token_signer;

use self::demo_keys::{DemoKeys, demo_keys};
use self::generated::{opaque_key, password, random};
use self::jwks::{all_jwks, function_jwks};
use self::legacy_keys::{LegacyKeys, derived_claims, derived_key};
use self::secret_store::{SecretStore, StoreError};
use self::signing_keys::{SigningKeys, SigningKeysError};
use crate::config::{Config, Secret};
use service_kit::jwt::KeySet;
use std::path::{Path, PathBuf};

/// The secrets that the processes of a stack share.
#[derive(Clone)]
pub struct Keys {
    pub jwt_secret: String,
    /// Whether the configuration names the secret, so that others may know it.
    pub is_jwt_secret_configured: bool,
    pub signing_keys: Option<SigningKeys>,
    pub anon_key: String,
    pub service_role_key: String,
    pub publishable_key: String,
    pub secret_key: String,
    pub authenticator_password: String,
    pub auth_admin_password: String,
    pub storage_admin_password: String,
    pub realtime_admin_password: String,
    pub s3_access_key_id: String,
    pub s3_secret_access_key: String,
    /// Of the S3 protocol's clients; empty if `serve` has none configured.
    pub s3_protocol_access_key_id: String,
    pub s3_protocol_secret_access_key: String,
}

/// Why the keys are incomplete.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{file}: {key} must be set: only `up` generates what is missing", file = .file.display())]
    Missing { file: PathBuf, key: &'static str },
    #[error("the signing keys cannot be used: {0}")]
    SigningKeys(#[from] SigningKeysError),
    #[error("a key cannot be signed: {0}")]
    Sign(#[from] jwt::errors::Error),
}

impl Keys {
    /// For `up`: keys that are not configured are a local project's, or read from the data folder, or generated and
    /// stored there. A folder without any secret gets a key pair that signs; one with secrets keeps what it has.
    ///
    /// # Errors
    /// When the signing keys cannot be read or written, or a key cannot be signed.
    pub fn resolve(config: &Config, store: &mut SecretStore, data: &Path) -> Result<Keys, KeyError> {
        if store.is_new() {
            SigningKeys::generate(config, data)?;
        }
        let (auth, passwords, s3) = (&config.auth.keys, &config.db.passwords, &config.storage.s3);
        let s3_protocol = &config.storage.s3_protocol;
        let demo = demo_keys(config);
        let known = |given, of_demo: fn(&DemoKeys) -> &'static str| {
            plain(given).or_else(|| demo.map(|demo| of_demo(demo).to_owned()))
        };
        let jwt_secret = known(&auth.jwt_secret, |demo| demo.jwt_secret)
            .unwrap_or_else(|| store.keep("jwt_secret", || random(48)));
        let signing_keys = SigningKeys::read(config, Some(data))?;
        let legacy_keys = LegacyKeys { jwt_secret: &jwt_secret, signing_keys: signing_keys.as_ref(), demo };
        let anon_key = legacy_keys.resolve("anon", plain(&auth.anon_key), store, "anon_key")?;
        let service_role_key = plain(&auth.service_role_key);
        let service_role_key =
            legacy_keys.resolve("service_role", service_role_key, store, "service_role_key")?;
        let mut or_kept = |given: Option<String>, name, make: fn() -> String| {
            given.unwrap_or_else(|| store.keep(name, make))
        };
        Ok(Keys {
            anon_key,
            service_role_key,
            publishable_key: or_kept(
                known(&auth.publishable_key, |demo| demo.publishable_key),
                "publishable_key",
                || opaque_key("sb_publishable_"),
            ),
            secret_key: or_kept(known(&auth.secret_key, |demo| demo.secret_key), "secret_key", || {
                opaque_key("sb_secret_")
            }),
            authenticator_password: or_kept(
                plain(&passwords.authenticator),
                "authenticator_password",
                password,
            ),
            auth_admin_password: or_kept(
                plain(&passwords.supabase_auth_admin),
                "auth_admin_password",
                password,
            ),
            storage_admin_password: or_kept(
                plain(&passwords.supabase_storage_admin),
                "storage_admin_password",
                password,
            ),
            realtime_admin_password: or_kept(
                plain(&passwords.supabase_realtime_admin),
                "realtime_admin_password",
                password,
            ),
            s3_access_key_id: or_kept(plain(&s3.access_key_id), "s3_access_key_id", || random(20)),
            s3_secret_access_key: or_kept(plain(&s3.secret_access_key), "s3_secret_access_key", || {
                random(40)
            }),
            s3_protocol_access_key_id: or_kept(
                known(&s3_protocol.access_key_id, |demo| demo.s3_protocol_access_key_id),
                "s3_protocol_access_key_id",
                || random(20),
            ),
            s3_protocol_secret_access_key: or_kept(
                known(&s3_protocol.secret_access_key, |demo| demo.s3_protocol_secret_access_key),
                "s3_protocol_secret_access_key",
                || random(40),
            ),
            jwt_secret,
            is_jwt_secret_configured: auth.jwt_secret.is_some() || demo.is_some(),
            signing_keys,
        })
    }

    /// For `serve`: only configured keys. Nothing is generated outside `up`.
    ///
    /// # Errors
    /// When a required key is missing, or the signing keys cannot be read.
    pub fn configured(config: &Config) -> Result<Keys, KeyError> {
        let (auth, passwords, s3) = (&config.auth.keys, &config.db.passwords, &config.storage.s3);
        let missing = |key| KeyError::Missing { file: config.path.clone(), key };
        let jwt_secret = plain(&auth.jwt_secret).ok_or_else(|| missing("[auth] jwt_secret"))?;
        // The legacy keys can be derived, because services use them in place of the opaque ones. But clients need one
        // key.
        if auth.anon_key.is_none() && auth.publishable_key.is_none() {
            return Err(missing("[auth] anon_key or publishable_key"));
        }
        let signing_keys = SigningKeys::read(config, None)?;
        let token = |given: &Option<Secret>, role| match plain(given) {
            Some(given) => Ok(given),
            None => {
                let signed = signing_keys.as_ref().and_then(|keys| keys.derived_key(&derived_claims(role)));
                signed.unwrap_or_else(|| derived_key(role, &jwt_secret))
            }
        };
        Ok(Keys {
            anon_key: token(&auth.anon_key, "anon")?,
            service_role_key: token(&auth.service_role_key, "service_role")?,
            publishable_key: plain(&auth.publishable_key).unwrap_or_default(),
            secret_key: plain(&auth.secret_key).unwrap_or_default(),
            authenticator_password: plain(&passwords.authenticator)
                .ok_or_else(|| missing("[db.passwords] authenticator"))?,
            auth_admin_password: plain(&passwords.supabase_auth_admin)
                .or_else(|| (!config.auth.enabled).then(String::new))
                .ok_or_else(|| missing("[db.passwords] supabase_auth_admin"))?,
            storage_admin_password: plain(&passwords.supabase_storage_admin)
                .or_else(|| (!config.storage.enabled).then(String::new))
                .ok_or_else(|| missing("[db.passwords] supabase_storage_admin"))?,
            realtime_admin_password: plain(&passwords.supabase_realtime_admin)
                .or_else(|| (!config.realtime.enabled).then(String::new))
                .ok_or_else(|| missing("[db.passwords] supabase_realtime_admin"))?,
            s3_access_key_id: plain(&s3.access_key_id).unwrap_or_default(),
            s3_secret_access_key: plain(&s3.secret_access_key).unwrap_or_default(),
            s3_protocol_access_key_id: plain(&config.storage.s3_protocol.access_key_id).unwrap_or_default(),
            s3_protocol_secret_access_key: plain(&config.storage.s3_protocol.secret_access_key)
                .unwrap_or_default(),
            jwt_secret,
            is_jwt_secret_configured: true,
            signing_keys,
        })
    }

    /// The JSON Web Key Set that verifies all tokens of this stack, the legacy API keys included.
    pub fn jwks(&self) -> String {
        all_jwks(self.key_set(), &self.jwt_secret, &[])
    }

    /// The JSON Web Key Set for functions.
    pub fn function_jwks(&self) -> String {
        function_jwks(self.key_set(), &self.jwt_secret, self.is_jwt_secret_configured, &[])
    }

    pub(super) fn key_set(&self) -> Option<&KeySet> {
        self.signing_keys.as_ref()?.set.as_ref()
    }
}

fn plain(secret: &Option<Secret>) -> Option<String> {
    secret.as_ref().map(|secret| secret.0.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::role_token;
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;

    fn store(folder: &tempfile::TempDir) -> SecretStore {
        SecretStore::open(folder.path().join("secrets.json")).unwrap()
    }

    fn config(text: &str) -> Config {
        Config::parse("test.toml".as_ref(), text, |_| None).unwrap()
    }

    #[test]
    fn missing_keys_are_generated_once() {
        let folder = tempfile::tempdir().unwrap();
        let mut first = store(&folder);
        let made = Keys::resolve(&config(""), &mut first, folder.path()).unwrap();
        first.save().unwrap();
        let kept = Keys::resolve(&config(""), &mut store(&folder), folder.path()).unwrap();

        assert!(role_token::is_valid(&made.anon_key, "anon", &made.jwt_secret));
        assert!(role_token::is_valid(&made.service_role_key, "service_role", &made.jwt_secret));
        let shape: Vec<usize> = made.publishable_key.split('_').map(str::len).collect();
        assert_eq!(shape, [2, 11, 22, 8]);
        assert!(made.secret_key.starts_with("sb_secret_"));
        assert_eq!(
            (made.anon_key, made.secret_key, made.authenticator_password),
            (kept.anon_key, kept.secret_key, kept.authenticator_password)
        );
    }

    #[test]
    fn a_changed_jwt_secret_generates_new_keys() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = store(&folder);
        Keys::resolve(&config(""), &mut store, folder.path()).unwrap();
        let secret = "a secret that somebody wrote into the file";
        let keys =
            Keys::resolve(&config(&format!("[auth]\njwt_secret = \"{secret}\"")), &mut store, folder.path())
                .unwrap();
        assert_eq!(keys.jwt_secret, secret);
        assert!(role_token::is_valid(&keys.anon_key, "anon", secret));
    }

    #[test]
    fn a_new_stack_signs_with_a_key_pair_and_keeps_its_secret_from_functions() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = store(&folder);
        let keys = Keys::resolve(&config(""), &mut store, folder.path()).unwrap();
        assert!(keys.key_set().unwrap().signing().is_some());
        let secret = URL_SAFE_NO_PAD.encode(&keys.jwt_secret);
        assert!(keys.jwks().contains(&secret), "the stack's services verify tokens of the secret");
        assert!(!keys.function_jwks().contains("oct"), "functions know only the public key");
    }

    #[test]
    fn an_existing_data_folder_keeps_its_secret() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("secrets.json"), "{}").unwrap();
        let keys = Keys::resolve(&config(""), &mut store(&folder), folder.path()).unwrap();
        assert!(keys.key_set().is_none());
        assert!(keys.function_jwks().contains("oct"));
    }

    #[test]
    fn outside_up_a_missing_secret_is_an_error() {
        let error = Keys::configured(&config("")).err().unwrap();
        assert!(error.to_string().contains("test.toml: [auth] jwt_secret must be set"), "{error}");
    }
}
