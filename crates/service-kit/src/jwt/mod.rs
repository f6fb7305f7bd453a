//! JSON Web Tokens: who a request comes from.
//!
//! A token is accepted when one of the keys in `SUPABASE_JWKS` signed it, with an algorithm of that key's own kind
//! (HS256, RS256 or ES256), and when it is not expired. Everything else, `alg: none` included, is a 401.

mod extract;
mod keys;
mod sign;
mod signing_key;

pub use extract::{Caller, User, bearer_claims};
pub use sign::Signer;
pub use signing_key::{SigningKey, SigningKeyError};

use crate::environment::{Environment, EnvironmentError};
use crate::error::{Error, RequestError};
use jwt::{Algorithm, KeyIdMatch, VerificationKey, decode_header};
use serde_json::Value;
use std::sync::Arc;
use subtle::ConstantTimeEq;
use uuid::Uuid;

const ALGORITHMS: [Algorithm; 3] = [Algorithm::HS256, Algorithm::RS256, Algorithm::ES256];

/// What a valid token says.
#[derive(Clone, Debug)]
pub struct Claims {
    /// The database role to act in; `anon` when the token names none.
    pub role: String,
    /// The account, in a person's token.
    pub sub: Option<Uuid>,
    /// Every claim.
    pub all: Value,
    json: String,
}

impl Claims {
    fn from_payload(all: Value) -> Claims {
        let role = all.get("role").and_then(Value::as_str).unwrap_or("anon").to_owned();
        let sub = all.get("sub").and_then(Value::as_str).and_then(|text| Uuid::try_parse(text).ok());
        let json = all.to_string();
        Claims { role, sub, all, json }
    }

    /// The claims of a caller without a token of their own, e.g. `anon`.
    pub fn of_role(role: &str) -> Claims {
        Claims::from_payload(serde_json::json!({ "role": role }))
    }

    /// All claims as JSON text, for `request.jwt.claims`.
    pub fn as_json(&self) -> &str {
        &self.json
    }
}

/// Checks tokens and keys. Cheap to clone; registered as app data by a service whose handlers extract a
/// [`User`] or a [`Caller`].
#[derive(Clone)]
pub struct Verifier(Arc<Known>);

struct Known {
    keys: Vec<VerificationKey>,
    /// The keys that are no tokens (`sb_publishable_…`, `sb_secret_…`), with the role that each stands for.
    opaque: Vec<(String, &'static str)>,
}

impl Verifier {
    /// The keys of `SUPABASE_JWKS`, `SUPABASE_PUBLISHABLE_KEYS` and `SUPABASE_SECRET_KEYS`.
    pub fn from_environment(environment: &Environment) -> Result<Verifier, EnvironmentError> {
        let keys = keys::parse(environment.required("SUPABASE_JWKS")?, &ALGORITHMS);
        let keys =
            keys.ok_or(EnvironmentError::Invalid { name: "SUPABASE_JWKS", expected: "a JSON Web Key Set" })?;
        let publishable = keys::opaque(environment, "SUPABASE_PUBLISHABLE_KEYS", "anon")?;
        let secret = keys::opaque(environment, "SUPABASE_SECRET_KEYS", "service_role")?;
        Ok(Verifier(Arc::new(Known { keys, opaque: [publishable, secret].concat() })))
    }

    /// The claims of a token, or the role of an opaque key.
    pub fn verify(&self, token: &str) -> Result<Claims, Error> {
        self.opaque_key(token).or_else(|| self.signed(token)).ok_or_else(|| RequestError::Unauthorized.into())
    }

    fn opaque_key(&self, key: &str) -> Option<Claims> {
        let matching = self.0.opaque.iter().find(|(known, _)| known.as_bytes().ct_eq(key.as_bytes()).into());
        matching.map(|(_, role)| Claims::of_role(role))
    }

    fn signed(&self, token: &str) -> Option<Claims> {
        let header = decode_header(token).ok()?;
        if !ALGORITHMS.contains(&header.alg) {
            return None;
        }
        let key_id = header.kid.as_deref();
        let rule = KeyIdMatch::ExactOrUnnamed;
        let mut candidates = self.0.keys.iter().filter(|key| key.may_have_signed(header.alg, key_id, rule));
        let claims = candidates.find_map(|key| key.verify(token, header.alg).ok())?;
        claims.is_object().then(|| Claims::from_payload(claims))
    }
}

#[cfg(test)]
mod tests;
