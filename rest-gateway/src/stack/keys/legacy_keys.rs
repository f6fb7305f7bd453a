//! The legacy API keys: tokens for the roles `anon` and `service_role`.

use super::demo_keys::DemoKeys;
use super::secret_store::SecretStore;
use super::signing_keys::SigningKeys;
use crate::role_token::{self, RoleClaims};
use chrono::{Duration, Utc};
use jwt::errors::Error;

/// The sources of keys that the configuration does not name.
pub(super) struct LegacyKeys<'a> {
    pub jwt_secret: &'a str,
    pub signing_keys: Option<&'a SigningKeys>,
    pub demo: Option<&'static DemoKeys>,
}

impl LegacyKeys<'_> {
    /// The key of a role: the configured one, else one that a configured signing key signs, else a local project's, else
    /// the stored one of this name, which is generated if it is missing or invalid.
    ///
    /// # Errors
    /// When the key cannot be signed.
    pub fn resolve(
        &self,
        role: &str,
        given: Option<String>,
        store: &mut SecretStore,
        name: &str,
    ) -> Result<String, Error> {
        if let Some(given) = given {
            return Ok(given);
        }
        if let Some(made) = self.signing_keys.and_then(|keys| keys.derived_key(&derived_claims(role))) {
            return made;
        }
        let is_valid = |key: &str| role_token::is_valid(key, role, self.jwt_secret);
        let mut demo = self.demo.map(|demo| [demo.anon_key, demo.service_role_key]).into_iter().flatten();
        if let Some(known) = demo.find(|key| is_valid(key)) {
            return Ok(known.to_owned());
        }
        // A stored key is invalid once the JWT secret has changed.
        match store.get(name).filter(|kept| is_valid(kept)) {
            Some(kept) => Ok(kept),
            None => sign_key(role, self.jwt_secret).map(|made| store.put(name, made)),
        }
    }
}

fn sign_key(role: &str, secret: &str) -> Result<String, Error> {
    let now = Utc::now();
    let expires = now + Duration::days(3652);
    role_token::sign(&RoleClaims::new(role, now.timestamp(), expires.timestamp()), secret)
}

/// A key with fixed claims: it is the same after each start and on each machine, so that open pages can continue to use
/// it.
///
/// # Errors
/// When the key cannot be signed.
pub fn derived_key(role: &str, secret: &str) -> Result<String, Error> {
    role_token::sign(&derived_claims(role), secret)
}

/// The claims of a derived key.
pub fn derived_claims(role: &str) -> RoleClaims {
    /// The year 2100.
    const EXPIRES: i64 = 4_102_444_800;
    RoleClaims::new(role, 0, EXPIRES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_derived_key_is_the_same_each_time() {
        let secret = "a secret that somebody wrote into the file";
        let key = derived_key("anon", secret).unwrap();
        assert_eq!(key, derived_key("anon", secret).unwrap());
        assert!(role_token::is_valid(&key, "anon", secret));
    }
}
