//! JSON Web Tokens: verification, signing, and extractors.
//!
//! A token is valid when one of the keys in `SUPABASE_JWKS` signed it with the algorithm of that key's type (HS256,
//! RS256 or ES256), and when it is not expired. Everything else, `alg: none` included, is a 401. A process that signs
//! tokens itself and has no such key set verifies with the keys that it signs with.

mod claims;
mod extract;
mod key_set;
mod keys;
mod own_keys;
mod sign;
mod signature;
mod signing_key;
mod verified_tokens;

pub use claims::Claims;
pub use extract::{Caller, User, bearer_claims};
pub use key_set::{KeySet, KeyState};
pub use sign::Signer;
pub use signature::SignatureError;
pub use signing_key::{SigningKey, SigningKeyError};

use crate::environment::{Environment, EnvironmentError};
use crate::error::{Error, RequestError};
use jwt::{Algorithm, KeyIdMatch, VerificationKey, decode_header};
use own_keys::OwnKeys;
use std::sync::{Arc, PoisonError, RwLock};
use subtle::ConstantTimeEq;
use verified_tokens::VerifiedTokens;

const ALGORITHMS: [Algorithm; 3] = [Algorithm::HS256, Algorithm::RS256, Algorithm::ES256];

/// Verifies tokens and API keys. Cheap to clone. A service whose handlers extract a [`User`] or a [`Caller`] registers
/// it as app data.
#[derive(Clone)]
pub struct Verifier(Arc<AcceptedKeys>);

struct AcceptedKeys {
    keys: RwLock<Arc<Keys>>,
    /// API keys that are no tokens (`sb_publishable_…`, `sb_secret_…`), each with its role.
    opaque: Vec<(String, &'static str)>,
    /// The project's legacy API keys with their claims. They are recognised by comparison, so that a process needs no
    /// secret to accept them.
    legacy: Vec<(String, Claims)>,
}

/// The keys, and the tokens that they have verified. New keys replace both, so that no token outlives its key.
struct Keys {
    keys: Vec<VerificationKey>,
    verified: VerifiedTokens,
}

impl Keys {
    fn parse(jwks: &str) -> Option<Arc<Keys>> {
        let keys = keys::parse(jwks, &ALGORITHMS)?;
        Some(Arc::new(Keys { keys, verified: VerifiedTokens::default() }))
    }
}

impl AcceptedKeys {
    fn current(&self) -> Arc<Keys> {
        Arc::clone(&self.keys.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn replace(&self, jwks: &str) -> Result<(), String> {
        let keys = Keys::parse(jwks).ok_or("it is no JSON Web Key Set")?;
        *self.keys.write().unwrap_or_else(PoisonError::into_inner) = keys;
        Ok(())
    }
}

impl Verifier {
    /// A verifier with the keys of `SUPABASE_JWKS_FILE`, which it reads again when the file changes, or else of
    /// `SUPABASE_JWKS`, or else with those that sign: of `GOTRUE_JWT_KEYS_FILE`, `GOTRUE_JWT_KEYS` and
    /// `GOTRUE_JWT_SECRET`; and with the API keys of `SUPABASE_PUBLISHABLE_KEYS`, `SUPABASE_SECRET_KEYS`,
    /// `SUPABASE_ANON_KEY` and `SUPABASE_SERVICE_ROLE_KEY`.
    ///
    /// # Errors
    /// When there are no keys, or one of them does not have its form.
    pub fn from_environment(environment: &Environment) -> Result<Verifier, EnvironmentError> {
        const JWKS: &str = "SUPABASE_JWKS";
        let mut file = keys::file(environment);
        let read = match &mut file {
            Some(file) => keys::read(file)?,
            None => None,
        };
        let own = match (&read, environment.optional(JWKS)) {
            (None, None) => OwnKeys::from_environment(environment)?,
            _ => None,
        };
        let jwks = match (read, &own) {
            (Some(read), _) => read,
            (None, Some(own)) => own.jwks()?,
            (None, None) => environment.required(JWKS)?.to_owned(),
        };
        let keys = Keys::parse(&jwks)
            .ok_or(EnvironmentError::Invalid { name: JWKS, expected: "a JSON Web Key Set" })?;
        let publishable = keys::opaque(environment, "SUPABASE_PUBLISHABLE_KEYS", "anon")?;
        let secret = keys::opaque(environment, "SUPABASE_SECRET_KEYS", "service_role")?;
        let legacy = ["SUPABASE_ANON_KEY", "SUPABASE_SERVICE_ROLE_KEY"].into_iter();
        let legacy = legacy.filter_map(|name| keys::legacy(environment.optional(name)?)).collect();
        let (keys, opaque) = (RwLock::new(keys), [publishable, secret].concat());
        let accepted = Arc::new(AcceptedKeys { keys, opaque, legacy });
        if let Some(file) = file {
            file.follow(&accepted, AcceptedKeys::replace).map_err(keys::unusable_file)?;
        }
        if let Some(own) = own {
            own.follow(&accepted, AcceptedKeys::replace)?;
        }
        Ok(Verifier(accepted))
    }

    /// The claims of a token; for an API key, claims with only its role.
    ///
    /// # Errors
    /// [`RequestError::Unauthorized`].
    pub fn verify(&self, token: &str) -> Result<Claims, Error> {
        self.opaque_key(token).or_else(|| self.signed(token)).ok_or_else(|| RequestError::Unauthorized.into())
    }

    fn opaque_key(&self, key: &str) -> Option<Claims> {
        let matching = self.0.opaque.iter().find(|(own, _)| own.as_bytes().ct_eq(key.as_bytes()).into());
        let legacy = self.0.legacy.iter().find(|(own, _)| own.as_bytes().ct_eq(key.as_bytes()).into());
        let role = matching.map(|(_, role)| Claims::of_role(role));
        role.or_else(|| legacy.map(|(_, claims)| claims.clone()))
    }

    fn signed(&self, token: &str) -> Option<Claims> {
        let keys = self.0.current();
        keys.verified.get_or_verify(token, || keys.verify(token))
    }
}

impl Keys {
    fn verify(&self, token: &str) -> Option<Claims> {
        let header = decode_header(token).ok()?;
        if !ALGORITHMS.contains(&header.alg) {
            return None;
        }
        let key_id = header.kid.as_deref();
        let rule = KeyIdMatch::ExactOrUnnamed;
        let mut candidates = self.keys.iter().filter(|key| key.may_have_signed(header.alg, key_id, rule));
        let claims = candidates.find_map(|key| key.verify(token, header.alg).ok())?;
        claims.is_object().then(|| Claims::from_payload(claims))
    }
}

#[cfg(test)]
mod tests;
