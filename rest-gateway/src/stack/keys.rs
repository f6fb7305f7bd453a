//! The project's keys and passwords: from the configuration, from an earlier start, or newly generated.

use super::demo_keys::{DemoKeys, demo_keys};
use super::generated::{opaque_key, password, random};
use super::jwks::{all_jwks, service_jwks};
use super::secret_store::{SecretStore, StoreError};
use super::signing_keys::{SigningKeys, SigningKeysError};
use crate::config::{Config, Secret};
use crate::role_token::{self, RoleClaims};
use chrono::{Duration, Utc};
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
        let demo = demo_keys(config);
        let known = |given, of_demo: fn(&DemoKeys) -> &'static str| {
            plain(given).or_else(|| demo.map(|demo| of_demo(demo).to_owned()))
        };
        let jwt_secret = known(&auth.jwt_secret, |demo| demo.jwt_secret)
            .unwrap_or_else(|| store.keep("jwt_secret", || random(48)));
        let signing_keys = SigningKeys::read(config, Some(data))?;
        let token = |store: &mut SecretStore, given: &Option<Secret>, name, role| {
            if let Some(given) = plain(given) {
                return Ok(given);
            }
            if let Some(made) = signing_keys.as_ref().and_then(|keys| keys.derived_key(&derived_claims(role)))
            {
                return Ok(made?);
            }
            let tokens = demo.map(|demo| [demo.anon_key, demo.service_role_key]).into_iter().flatten();
            if let Some(known) =
                tokens.into_iter().find(|token| role_token::is_valid(token, role, &jwt_secret))
            {
                return Ok(known.to_owned());
            }
            // A stored key is invalid once the JWT secret has changed.
            match store.get(name).filter(|kept| role_token::is_valid(kept, role, &jwt_secret)) {
                Some(kept) => Ok(kept),
                None => sign_key(role, &jwt_secret).map(|made| store.put(name, made)),
            }
        };
        let anon_key = token(store, &auth.anon_key, "anon_key", "anon")?;
        let service_role_key = token(store, &auth.service_role_key, "service_role_key", "service_role")?;
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
            None => match signing_keys.as_ref().and_then(|keys| keys.derived_key(&derived_claims(role))) {
                Some(made) => Ok(made?),
                None => derived_key(role, &jwt_secret),
            },
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
            jwt_secret,
            is_jwt_secret_configured: true,
            signing_keys,
        })
    }

    /// The JSON Web Key Set that verifies all tokens of this stack, the legacy API keys included.
    pub fn jwks(&self) -> String {
        all_jwks(self.key_set(), &self.jwt_secret, &[])
    }

    /// The JSON Web Key Set for processes that only verify.
    pub fn service_jwks(&self) -> String {
        service_jwks(self.key_set(), &self.jwt_secret, self.is_jwt_secret_configured, &[])
    }

    pub(super) fn key_set(&self) -> Option<&KeySet> {
        self.signing_keys.as_ref()?.set.as_ref()
    }
}

fn sign_key(role: &str, secret: &str) -> Result<String, KeyError> {
    let now = Utc::now();
    let expires = now + Duration::days(3652);
    Ok(role_token::sign(&RoleClaims::new(role, now.timestamp(), expires.timestamp()), secret)?)
}

/// A key with fixed claims: it is the same after each start and on each machine, so that open pages can continue to use
/// it.
fn derived_key(role: &str, secret: &str) -> Result<String, KeyError> {
    Ok(role_token::sign(&derived_claims(role), secret)?)
}

fn derived_claims(role: &str) -> RoleClaims {
    /// The year 2100.
    const EXPIRES: i64 = 4_102_444_800;
    RoleClaims::new(role, 0, EXPIRES)
}

fn plain(secret: &Option<Secret>) -> Option<String> {
    secret.as_ref().map(|secret| secret.0.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
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
    fn a_new_stack_signs_with_a_key_pair_and_keeps_its_secret_to_itself() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = store(&folder);
        let keys = Keys::resolve(&config(""), &mut store, folder.path()).unwrap();
        assert!(keys.key_set().unwrap().signing().is_some());
        let secret = URL_SAFE_NO_PAD.encode(&keys.jwt_secret);
        assert!(keys.jwks().contains(&secret), "the gateway verifies the legacy API keys");
        assert!(!keys.service_jwks().contains("oct"), "other processes know the public key alone");
    }

    #[test]
    fn an_existing_data_folder_keeps_its_secret() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("secrets.json"), "{}").unwrap();
        let keys = Keys::resolve(&config(""), &mut store(&folder), folder.path()).unwrap();
        assert!(keys.key_set().is_none());
        assert!(keys.service_jwks().contains("oct"));
    }

    #[test]
    fn a_derived_key_is_the_same_each_time() {
        let secret = "a secret that somebody wrote into the file";
        let key = derived_key("anon", secret).unwrap();
        assert_eq!(key, derived_key("anon", secret).unwrap());
        assert!(role_token::is_valid(&key, "anon", secret));
    }

    #[test]
    fn outside_up_a_missing_secret_is_an_error() {
        let error = Keys::configured(&config("")).err().unwrap();
        assert!(error.to_string().contains("test.toml: [auth] jwt_secret must be set"), "{error}");
    }
}
