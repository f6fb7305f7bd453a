//! The keys that tokens may be signed with, read from one text: a JWKS, a single JWK, or a plain secret, which may be
//! base64url. Refuses JSON that is neither, keys of unknown kinds, and secrets under 32 bytes.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use jsonwebtoken::jwk::{AlgorithmParameters, EllipticCurve, Jwk, JwkSet};
use jsonwebtoken::{Algorithm, DecodingKey};

#[derive(Clone)]
pub struct JwtKeys {
    keys: Vec<Key>,
}

#[derive(Clone)]
pub(crate) struct Key {
    pub id: Option<String>,
    pub algorithms: &'static [Algorithm],
    pub key: DecodingKey,
}

#[derive(Debug, thiserror::Error)]
pub enum BadKeys {
    #[error("the JWT secret must be at least 32 characters long")]
    ShortSecret,
    #[error("the JWT secret is not valid base64")]
    NotBase64,
    #[error("the JWT secret looks like JSON but is neither a JWK nor a JWKS")]
    NotAKey,
    #[error("a key of the JWKS cannot be used: {0}")]
    Unusable(String),
}

const HMAC: &[Algorithm] = &[Algorithm::HS256, Algorithm::HS384, Algorithm::HS512];
const RSA: &[Algorithm] = &[
    Algorithm::RS256,
    Algorithm::RS384,
    Algorithm::RS512,
    Algorithm::PS256,
    Algorithm::PS384,
    Algorithm::PS512,
];

impl JwtKeys {
    pub fn parse(text: &str, is_base64: bool) -> Result<JwtKeys, BadKeys> {
        let text = text.trim();
        if text.starts_with('{') {
            return JwtKeys::from_json(text);
        }
        let secret = if is_base64 { decode_base64(text)? } else { text.as_bytes().to_vec() };
        if secret.len() < 32 {
            return Err(BadKeys::ShortSecret);
        }
        Ok(JwtKeys { keys: vec![Key { id: None, algorithms: HMAC, key: DecodingKey::from_secret(&secret) }] })
    }

    fn from_json(text: &str) -> Result<JwtKeys, BadKeys> {
        let jwks = match serde_json::from_str::<JwkSet>(text) {
            Ok(set) => set.keys,
            Err(_) => vec![serde_json::from_str::<Jwk>(text).map_err(|_| BadKeys::NotAKey)?],
        };
        let keys = jwks.iter().map(Key::from_jwk).collect::<Result<Vec<_>, _>>()?;
        Ok(JwtKeys { keys })
    }

    /// The keys that may have signed a token with this header; a `kid` must be known, no `kid` means any key.
    pub(crate) fn candidates<'a>(
        &'a self,
        algorithm: Algorithm,
        kid: Option<&'a str>,
    ) -> impl Iterator<Item = &'a Key> {
        self.keys.iter().filter(move |key| {
            key.algorithms.contains(&algorithm) && kid.is_none_or(|kid| key.id.as_deref() == Some(kid))
        })
    }
}

impl fmt::Debug for JwtKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "JwtKeys({} keys)", self.keys.len())
    }
}

impl Key {
    fn from_jwk(jwk: &Jwk) -> Result<Key, BadKeys> {
        let algorithms = match &jwk.algorithm {
            AlgorithmParameters::OctetKey(_) => HMAC,
            AlgorithmParameters::RSA(_) => RSA,
            AlgorithmParameters::EllipticCurve(curve) => match curve.curve {
                EllipticCurve::P256 => &[Algorithm::ES256][..],
                EllipticCurve::P384 => &[Algorithm::ES384][..],
                _ => return Err(BadKeys::Unusable("its curve is not supported".to_owned())),
            },
            AlgorithmParameters::OctetKeyPair(_) => &[Algorithm::EdDSA][..],
            _ => return Err(BadKeys::Unusable("its type is not supported".to_owned())),
        };
        let key = DecodingKey::from_jwk(jwk).map_err(|error| BadKeys::Unusable(error.to_string()))?;
        Ok(Key { id: jwk.common.key_id.clone(), algorithms, key })
    }
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
    fn a_short_secret_is_refused() {
        assert!(matches!(JwtKeys::parse("too short", false), Err(BadKeys::ShortSecret)));
    }

    #[test]
    fn a_secret_never_shows_in_debug_output() {
        let keys = JwtKeys::parse("an-example-secret-of-at-least-32-bytes", false).unwrap();
        assert_eq!(format!("{keys:?}"), "JwtKeys(1 keys)");
    }

    #[test]
    fn a_kid_that_no_key_has_finds_no_candidate() {
        let set = r#"{"keys":[{"kty":"oct","kid":"a","k":"MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE"}]}"#;
        let keys = JwtKeys::parse(set, false).unwrap();
        assert_eq!(keys.candidates(Algorithm::HS256, Some("b")).count(), 0);
        assert_eq!(keys.candidates(Algorithm::HS256, Some("a")).count(), 1);
        assert_eq!(keys.candidates(Algorithm::HS256, None).count(), 1);
        assert_eq!(keys.candidates(Algorithm::RS256, None).count(), 0);
    }
}
