//! Verifies bearer tokens, with a bounded cache of verified ones. The cache is keyed by the token's hash, so that it
//! contains no token. Expiry is checked on every use.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use jwt::errors::ErrorKind;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::sieve::Sieve;
use super::{JwtKeys, RoleClaimPath};
use crate::config::Config;
use crate::error::Error;
use crate::metrics::Metrics;

/// Allowed clock skew, in seconds.
const LEEWAY: i64 = 30;

/// The role that runs the transaction and the claims that it sees.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Identity {
    pub role: String,
    /// JSON text for `request.jwt.claims`.
    pub claims: String,
}

struct Verified {
    identity: Arc<Identity>,
    times: Times,
}

#[derive(Clone, Copy)]
struct Times {
    expires: Option<i64>,
    not_before: Option<i64>,
    issued_at: Option<i64>,
}

pub(crate) struct Authenticator {
    keys: Option<JwtKeys>,
    audience: Option<String>,
    role_path: RoleClaimPath,
    anonymous: Option<Arc<Identity>>,
    cache: Mutex<Sieve<[u8; 32], Arc<Verified>>>,
    is_caching: bool,
    metrics: Arc<Metrics>,
}

impl Authenticator {
    pub fn new(config: &Config, metrics: Arc<Metrics>) -> Authenticator {
        Authenticator {
            keys: config.jwt_secret.clone(),
            audience: config.jwt_aud.clone(),
            role_path: config.jwt_role_claim_key.clone(),
            anonymous: config.db_anon_role.as_deref().map(anonymous),
            cache: Mutex::new(Sieve::new(config.jwt_cache_max_entries)),
            is_caching: config.jwt_cache_max_entries > 0,
            metrics,
        }
    }

    /// `authorization` is the header's value; another scheme than Bearer counts as no token.
    pub fn identify(&self, authorization: Option<&str>) -> Result<Arc<Identity>, Error> {
        match authorization.and_then(bearer_token) {
            Some(token) => self.verified(token),
            None => self.anonymous.clone().ok_or(Error::TokenRequired),
        }
    }

    pub fn is_anonymous(&self, role: &str) -> bool {
        self.anon_role() == Some(role)
    }

    fn anon_role(&self) -> Option<&str> {
        self.anonymous.as_ref().map(|identity| identity.role.as_str())
    }

    fn verified(&self, token: &str) -> Result<Arc<Identity>, Error> {
        let keys = self.keys.as_ref().ok_or(Error::NoJwtSecret)?;
        let hash: [u8; 32] = Sha256::digest(token.as_bytes()).into();
        let cached = self.cache().get(&hash).cloned();
        if self.is_caching {
            self.metrics.jwt_cache_requests.increment();
        }
        let verified = match cached {
            Some(verified) => {
                self.metrics.jwt_cache_hits.increment();
                verified
            }
            None => {
                let verified = Arc::new(self.verify(keys, token)?);
                if self.cache().insert(hash, verified.clone()) {
                    self.metrics.jwt_cache_evictions.increment();
                }
                verified
            }
        };
        verified.times.check(now())?;
        Ok(verified.identity.clone())
    }

    fn cache(&self) -> MutexGuard<'_, Sieve<[u8; 32], Arc<Verified>>> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn verify(&self, keys: &JwtKeys, token: &str) -> Result<Verified, Error> {
        let mut claims = signed_claims(keys, token)?;
        let times = Times::read(&claims)?;
        // An expired token is reported as expired, even if its audience is wrong too.
        self.check_audience(&claims).or_else(|error| times.check(now()).and(Err(error)))?;
        let role = match self.role_path.find(&claims) {
            Some(Value::String(role)) => role.clone(),
            Some(other) => other.to_string(),
            None => self.anon_role().ok_or(Error::TokenRequired)?.to_owned(),
        };
        if let Some(object) = claims.as_object_mut() {
            object.insert("role".to_owned(), Value::String(role.clone()));
        }
        Ok(Verified { identity: Arc::new(Identity { role, claims: claims.to_string() }), times })
    }

    fn check_audience(&self, claims: &Value) -> Result<(), Error> {
        let matches = |audience: &str| self.audience.as_deref().is_none_or(|expected| expected == audience);
        let accepted = match claims.get("aud") {
            None | Some(Value::Null) => true,
            Some(Value::String(audience)) => matches(audience),
            Some(Value::Array(all)) => {
                let texts: Option<Vec<&str>> = all.iter().map(Value::as_str).collect();
                let texts = texts
                    .ok_or(Error::JwtClaims("The JWT 'aud' claim must be a string or an array of strings"))?;
                texts.is_empty() || texts.into_iter().any(matches)
            }
            Some(_) => {
                return Err(Error::JwtClaims("The JWT 'aud' claim must be a string or an array of strings"));
            }
        };
        if accepted { Ok(()) } else { Err(Error::JwtClaims("JWT not in audience")) }
    }
}

fn anonymous(role: &str) -> Arc<Identity> {
    let claims = serde_json::json!({ "role": role }).to_string();
    Arc::new(Identity { role: role.to_owned(), claims })
}

fn bearer_token(authorization: &str) -> Option<&str> {
    let (scheme, token) = authorization.split_once(' ').unwrap_or((authorization, ""));
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

fn signed_claims(keys: &JwtKeys, token: &str) -> Result<Value, Error> {
    if token.is_empty() {
        return Err(Error::jwt_decode("Empty JWT is sent in Authorization header"));
    }
    let parts = token.split('.').count();
    if parts != 3 {
        return Err(Error::jwt_decode(format!("Expected 3 parts in JWT; got {parts}")));
    }
    let header = jwt::decode_header(token).map_err(|_| bad_header(token))?;
    let mut tried = false;
    for key in keys.candidates(header.alg, header.kid.as_deref()) {
        match key.verify_signature(token, header.alg) {
            Ok(claims) if claims.is_object() => return Ok(claims),
            Ok(_) => return Err(Error::JwtClaims("Parsing claims failed")),
            Err(error) if matches!(error.kind(), ErrorKind::Json(_) | ErrorKind::Utf8(_)) => {
                return Err(Error::JwtClaims("Parsing claims failed"));
            }
            Err(_) => tried = true,
        }
    }
    Err(Error::jwt_no_key(if tried {
        "None of the keys was able to decode the JWT"
    } else {
        "No suitable key was found to decode the JWT"
    }))
}

/// Tells an unsigned token (`alg: none`) from an undecodable one.
fn bad_header(token: &str) -> Error {
    match jwt::unverified_header(token) {
        Some(header) if header["alg"] == "none" => Error::JwtDecode {
            message: "Wrong or unsupported encoding algorithm".to_owned(),
            details: Some("JWT is unsecured but expected 'alg' was not 'none'".to_owned()),
        },
        _ => Error::jwt_undecodable(),
    }
}

impl Times {
    fn read(claims: &Value) -> Result<Times, Error> {
        let number = |name: &str, message: &'static str| match claims.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::Number(number)) => {
                Ok(number.as_i64().or_else(|| number.as_f64().map(|seconds| seconds as i64)))
            }
            Some(_) => Err(Error::JwtClaims(message)),
        };
        Ok(Times {
            expires: number("exp", "The JWT 'exp' claim must be a number")?,
            not_before: number("nbf", "The JWT 'nbf' claim must be a number")?,
            issued_at: number("iat", "The JWT 'iat' claim must be a number")?,
        })
    }

    fn check(&self, now: i64) -> Result<(), Error> {
        let late = self.expires.is_some_and(|time| now.saturating_sub(time) > LEEWAY);
        let early = |time: Option<i64>| time.is_some_and(|time| time.saturating_sub(now) > LEEWAY);
        if late {
            return Err(Error::JwtClaims("JWT expired"));
        }
        if early(self.not_before) {
            return Err(Error::JwtClaims("JWT not yet valid"));
        }
        if early(self.issued_at) {
            return Err(Error::JwtClaims("JWT issued at future"));
        }
        Ok(())
    }
}

fn now() -> i64 {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(elapsed.as_secs()).unwrap_or(i64::MAX)
}
