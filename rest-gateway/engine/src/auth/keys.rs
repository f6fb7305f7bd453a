//! The keys that verify tokens, parsed from `jwt-secret`: a JWKS, a single JWK, or a secret, which may be base64url.
//! Keys of a set for encryption or of an unknown type are ignored, because the set may be meant for other consumers
//! too. Rejects other JSON, a set without a usable key, and secrets under 32 bytes.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use jwt::jwk::{AlgorithmParameters, Jwk, PublicKeyUse};
use jwt::{Algorithm, KeyIdMatch, VerificationKey};
use serde::Deserialize as _;
use serde_json::Value;

/// The keys that verify tokens.
#[derive(Clone)]
pub struct JwtKeys {
    keys: Vec<VerificationKey>,
    /// The unparsed text.
    secret: String,
}

/// A `jwt-secret` that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BadKeys {
    /// The secret has fewer than 32 bytes.
    #[error("The JWT secret must be at least 32 characters long.")]
    ShortSecret,
    /// It is not base64, although `jwt-secret-is-base64` is on.
    #[error("the JWT secret is not valid base64")]
    NotBase64,
    /// It is JSON, but neither a JWK nor a JWKS.
    #[error("the JWT secret looks like JSON but is neither a JWK nor a JWKS")]
    NotAKey,
    /// No key of the set can be used; the text is the reason for one of them.
    #[error("a key of the JWKS cannot be used: {0}")]
    Unusable(String),
}

/// Minimum bytes of a secret, which RFC 7518 requires for HS256.
const MIN_SECRET_LENGTH: usize = 32;

impl JwtKeys {
    /// Parses the value of `jwt-secret`.
    ///
    /// # Errors
    /// When it contains no usable key.
    pub fn parse(text: &str, is_base64: bool) -> Result<JwtKeys, BadKeys> {
        Ok(JwtKeys { keys: read(text.trim(), is_base64)?, secret: text.to_owned() })
    }

    /// The unparsed text, for a dump of the whole configuration.
    #[must_use]
    pub fn secret(&self) -> &str {
        &self.secret
    }

    /// The keys that may have signed a token with this header. A `kid` must match; a token without one may be signed by
    /// any key.
    pub(crate) fn candidates<'a>(
        &'a self,
        algorithm: Algorithm,
        kid: Option<&'a str>,
    ) -> impl Iterator<Item = &'a VerificationKey> {
        self.keys.iter().filter(move |key| key.may_have_signed(algorithm, kid, KeyIdMatch::Exact))
    }
}

impl fmt::Debug for JwtKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "JwtKeys({} keys)", self.keys.len())
    }
}

fn read(text: &str, is_base64: bool) -> Result<Vec<VerificationKey>, BadKeys> {
    let is_coded = is_base64 && !text.starts_with('{');
    let secret = if is_coded { decode_base64(text)? } else { text.as_bytes().to_vec() };
    if let Ok(json) = std::str::from_utf8(&secret)
        && json.starts_with('{')
    {
        return from_json(json);
    }
    if secret.len() < MIN_SECRET_LENGTH {
        return Err(BadKeys::ShortSecret);
    }
    Ok(vec![VerificationKey::from_secret(&secret, Algorithm::HS256)])
}

fn from_json(text: &str) -> Result<Vec<VerificationKey>, BadKeys> {
    let value: Value = serde_json::from_str(text).map_err(|_| BadKeys::NotAKey)?;
    match value.get("keys") {
        Some(Value::Array(set)) => from_set(set),
        Some(_) => Err(BadKeys::NotAKey),
        None => Ok(vec![from_jwk(&value)?]),
    }
}

fn from_set(set: &[Value]) -> Result<Vec<VerificationKey>, BadKeys> {
    let signing = set.iter().filter(|key| key["use"] != "enc");
    let (keys, problems): (Vec<_>, Vec<_>) = signing.map(from_jwk).partition(Result::is_ok);
    let keys: Vec<VerificationKey> = keys.into_iter().flatten().collect();
    for problem in problems.into_iter().filter_map(Result::err) {
        if keys.is_empty() {
            return Err(problem);
        }
        tracing::warn!(%problem, "a key of the JWKS is ignored");
    }
    Ok(keys)
}

fn from_jwk(json: &Value) -> Result<VerificationKey, BadKeys> {
    let jwk = Jwk::deserialize(json).map_err(|_| BadKeys::NotAKey)?;
    if jwk.common.public_key_use == Some(PublicKeyUse::Encryption) {
        return Err(BadKeys::Unusable("it is for encryption".to_owned()));
    }
    if let AlgorithmParameters::OctetKey(octets) = &jwk.algorithm {
        let secret = URL_SAFE_NO_PAD.decode(octets.value.trim_end_matches('='));
        if secret.is_ok_and(|secret| secret.len() < MIN_SECRET_LENGTH) {
            return Err(BadKeys::ShortSecret);
        }
    }
    let named = jwk.common.key_algorithm;
    let is_named = |algorithm: Algorithm| named.is_none_or(|named| named == algorithm.into());
    let key = VerificationKey::from_jwk(&jwk, is_named);
    key.map(|key| key.with_issuer_of(json)).map_err(|error| BadKeys::Unusable(error.to_string()))
}

fn decode_base64(text: &str) -> Result<Vec<u8>, BadKeys> {
    let url_safe = text.replace('.', "=");
    let unpadded = url_safe.trim_end_matches('=').replace('+', "-").replace('/', "_");
    URL_SAFE_NO_PAD.decode(&unpadded).or_else(|_| STANDARD.decode(text)).map_err(|_| BadKeys::NotBase64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_a_short_secret() {
        assert!(matches!(JwtKeys::parse("too short", false), Err(BadKeys::ShortSecret)));
    }

    #[test]
    fn debug_output_contains_no_secret() {
        let keys = JwtKeys::parse("an-example-secret-of-at-least-32-bytes", false).unwrap();
        assert_eq!(format!("{keys:?}"), "JwtKeys(1 keys)");
    }

    #[test]
    fn an_unknown_kid_has_no_candidate() {
        let set = r#"{"keys":[{"kty":"oct","kid":"a","k":"MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE"}]}"#;
        let keys = JwtKeys::parse(set, false).unwrap();
        assert_eq!(keys.candidates(Algorithm::HS256, Some("b")).count(), 0);
        assert_eq!(keys.candidates(Algorithm::HS256, Some("a")).count(), 1);
        assert_eq!(keys.candidates(Algorithm::HS256, None).count(), 1);
        assert_eq!(keys.candidates(Algorithm::RS256, None).count(), 0);
    }

    #[test]
    fn a_secret_and_a_key_that_names_its_algorithm_sign_with_no_other() {
        let keys = JwtKeys::parse("an-example-secret-of-at-least-32-bytes", false).unwrap();
        assert_eq!(keys.candidates(Algorithm::HS256, None).count(), 1);
        assert_eq!(keys.candidates(Algorithm::HS512, None).count(), 0);
        let named = r#"{"kty":"oct","alg":"HS384","k":"MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE"}"#;
        let keys = JwtKeys::parse(named, false).unwrap();
        assert_eq!(keys.candidates(Algorithm::HS384, None).count(), 1);
        assert_eq!(keys.candidates(Algorithm::HS256, None).count(), 0);
    }

    #[test]
    fn ignores_unusable_keys_of_a_set() {
        let good = r#"{"kty":"oct","k":"MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE"}"#;
        let encrypting = r#"{"kty":"RSA","use":"enc","alg":"RSA-OAEP","n":"AQAB","e":"AQAB"}"#;
        let unknown = r#"{"kty":"AKP","alg":"ML-DSA-44","pub":"AA"}"#;
        let keys = JwtKeys::parse(&format!(r#"{{"keys":[{encrypting},{unknown},{good}]}}"#), false).unwrap();
        assert_eq!(keys.candidates(Algorithm::HS256, None).count(), 1);
        assert_eq!(keys.candidates(Algorithm::RS256, None).count(), 0);
        assert!(JwtKeys::parse(&format!(r#"{{"keys":[{unknown}]}}"#), false).is_err());
        assert!(JwtKeys::parse(encrypting, false).is_err());
        assert_eq!(JwtKeys::parse(&STANDARD.encode(good), true).unwrap().keys.len(), 1);
        assert!(JwtKeys::parse(&good.replace("MDEyMzQ1Njc4OTAx", ""), false).is_err());
        assert!(JwtKeys::parse(r#"{"keys":1}"#, false).is_err());
        assert!(JwtKeys::parse(r#"{"a":1}"#, false).is_err());
    }
}
