//! The project's keys in `[auth]`.

use crate::config::reader::Section;
use crate::config::values::Secret;
use crate::role_token;

/// In bytes, as in PostgREST. A shorter secret can be brute-forced.
const MIN_SECRET_LENGTH: usize = 32;
/// The minimum for a Supabase project, as in its command line. The REST engine gets a key set, which has no minimum.
const MIN_PROJECT_SECRET_LENGTH: usize = 16;
/// The minimum length of an opaque key after its prefix.
const MIN_OPAQUE_LENGTH: usize = 20;

/// The keys that the configuration names.
#[derive(Debug, Clone, Default)]
pub struct AuthKeys {
    pub jwt_secret: Option<Secret>,
    pub anon_key: Option<Secret>,
    pub service_role_key: Option<Secret>,
    pub publishable_key: Option<Secret>,
    pub secret_key: Option<Secret>,
}

impl AuthKeys {
    /// Reads the keys. Checks each key's format, and that the JWT secret signed the legacy keys.
    pub(super) fn read(section: &mut Section<'_, '_>) -> AuthKeys {
        let keys = AuthKeys {
            jwt_secret: section.optional("jwt_secret"),
            anon_key: section.optional("anon_key"),
            service_role_key: section.optional("service_role_key"),
            publishable_key: section.optional("publishable_key"),
            secret_key: section.optional("secret_key"),
        };
        let minimum = min_secret_length(section);
        if keys.jwt_secret.as_ref().is_some_and(|secret| secret.0.len() < minimum) {
            section.reject("jwt_secret", &format!("expected a secret of at least {minimum} characters"));
        }
        keys.check_legacy_key(section, "anon_key", &keys.anon_key, "anon");
        keys.check_legacy_key(section, "service_role_key", &keys.service_role_key, "service_role");
        check_opaque_key(section, "publishable_key", &keys.publishable_key, "sb_publishable_");
        check_opaque_key(section, "secret_key", &keys.secret_key, "sb_secret_");
        keys
    }

    fn check_legacy_key(&self, section: &mut Section<'_, '_>, name: &str, key: &Option<Secret>, role: &str) {
        let Some(key) = key else { return };
        match &self.jwt_secret {
            // An invalid secret has its own error.
            None if section.was_read("jwt_secret") => {}
            None => section.reject(name, "expected jwt_secret beside it, which has signed it"),
            Some(secret) if !role_token::is_valid(&key.0, role, &secret.0) => section
                .reject(name, &format!("expected a token for the role {role} that jwt_secret has signed")),
            Some(_) => {}
        }
    }
}

/// The minimum length of a JWT secret, in bytes.
pub(in crate::config) fn min_secret_length(section: &Section<'_, '_>) -> usize {
    if section.is_project() { MIN_PROJECT_SECRET_LENGTH } else { MIN_SECRET_LENGTH }
}

fn check_opaque_key(section: &mut Section<'_, '_>, name: &str, key: &Option<Secret>, prefix: &str) {
    let is_invalid =
        |key: &Secret| key.0.strip_prefix(prefix).is_none_or(|rest| rest.len() < MIN_OPAQUE_LENGTH);
    if key.as_ref().is_some_and(is_invalid) {
        section.reject(name, &format!("expected a key that begins with {prefix}"));
    }
}
