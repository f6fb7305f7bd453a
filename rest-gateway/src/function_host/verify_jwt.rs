//! `verify_jwt = true`: the platform's own look at the token before the function sees the request. Refuses a missing or
//! misshapen `Authorization`, a signature that none of our keys made, algorithms other than HS256, ES256 and RS256, and
//! tokens out of their time. Refusals are told as hosted Supabase tells them.

use std::fmt;

use jwt::jwk::{AlgorithmParameters, EllipticCurve, Jwk, JwkSet};
use jwt::{Algorithm, DecodingKey, Validation};

#[derive(Debug, thiserror::Error)]
pub enum BadJwks {
    #[error("it is not a JSON object with `keys`: {0}")]
    Shape(#[from] serde_json::Error),
    #[error("one of its keys cannot be used: {0}")]
    Key(#[from] jwt::errors::Error),
    #[error("one of its keys is of a kind that signs no token here; `oct`, `RSA` and `EC` P-256 do")]
    Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    NoHeader,
    Format,
    Legacy,
    Asymmetric,
    Algorithm,
}

impl Refusal {
    /// The value of `sb-error-code`.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Refusal::NoHeader => "UNAUTHORIZED_NO_AUTH_HEADER",
            Refusal::Format => "UNAUTHORIZED_INVALID_JWT_FORMAT",
            Refusal::Legacy => "UNAUTHORIZED_LEGACY_JWT",
            Refusal::Asymmetric => "UNAUTHORIZED_ASYMMETRIC_JWT",
            Refusal::Algorithm => "UNAUTHORIZED_UNSUPPORTED_TOKEN_ALGORITHM",
        }
    }

    #[must_use]
    pub fn message(self) -> &'static str {
        match self {
            Refusal::NoHeader => "Missing authorization header",
            _ => "Invalid JWT",
        }
    }
}

#[derive(Clone)]
pub struct TokenVerifier {
    keys: Vec<Key>,
}

#[derive(Clone)]
struct Key {
    id: Option<String>,
    algorithm: Algorithm,
    key: DecodingKey,
}

impl TokenVerifier {
    /// Reads the text of `SUPABASE_JWKS`.
    ///
    /// # Errors
    /// When it is no JWKS, or holds a key that cannot be used.
    pub fn from_jwks(jwks: &str) -> Result<TokenVerifier, BadJwks> {
        let set: JwkSet = serde_json::from_str(jwks)?;
        let keys = set.keys.iter().map(Key::read).collect::<Result<_, _>>()?;
        Ok(TokenVerifier { keys })
    }

    /// # Errors
    /// Says what is wrong with the value of `Authorization`.
    pub fn check(&self, authorization: Option<&str>) -> Result<(), Refusal> {
        let token = authorization.ok_or(Refusal::NoHeader)?.strip_prefix("Bearer ").ok_or(Refusal::Format)?;
        let header = raw_header(token).ok_or(Refusal::Format)?;
        let (algorithm, refusal) = match header.alg.as_str() {
            "HS256" => (Algorithm::HS256, Refusal::Legacy),
            "ES256" => (Algorithm::ES256, Refusal::Asymmetric),
            "RS256" => (Algorithm::RS256, Refusal::Asymmetric),
            _ => return Err(Refusal::Algorithm),
        };
        let known = self
            .keys
            .iter()
            .filter(|key| key.algorithm == algorithm && key.may_have_signed(header.kid.as_deref()))
            .any(|key| key.signed(token));
        if known { Ok(()) } else { Err(refusal) }
    }
}

impl fmt::Debug for TokenVerifier {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "TokenVerifier({} keys)", self.keys.len())
    }
}

impl Key {
    fn read(jwk: &Jwk) -> Result<Key, BadJwks> {
        let algorithm = match &jwk.algorithm {
            AlgorithmParameters::OctetKey(_) => Algorithm::HS256,
            AlgorithmParameters::RSA(_) => Algorithm::RS256,
            AlgorithmParameters::EllipticCurve(curve) if curve.curve == EllipticCurve::P256 => {
                Algorithm::ES256
            }
            _ => return Err(BadJwks::Kind),
        };
        Ok(Key { id: jwk.common.key_id.clone(), algorithm, key: DecodingKey::from_jwk(jwk)? })
    }

    /// The legacy secret signs tokens without a `kid`, and also those of projects that once named it.
    fn may_have_signed(&self, kid: Option<&str>) -> bool {
        match (kid, self.id.as_deref()) {
            (Some(named), Some(own)) => named == own,
            _ => true,
        }
    }

    fn signed(&self, token: &str) -> bool {
        let mut validation = Validation::new(self.algorithm);
        validation.required_spec_claims.clear();
        validation.leeway = 0;
        validation.validate_nbf = true;
        validation.validate_aud = false;
        jwt::decode::<serde_json::Map<String, serde_json::Value>>(token, &self.key, &validation).is_ok()
    }
}

#[derive(serde::Deserialize)]
struct RawHeader {
    alg: String,
    kid: Option<String>,
}

/// The library's own header type refuses unknown algorithms, which are a refusal of their own here.
fn raw_header(token: &str) -> Option<RawHeader> {
    use base64::Engine as _;
    let mut parts = token.split('.');
    let (header, _claims, _signature) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() {
        return None;
    }
    let json = base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(header).ok()?;
    serde_json::from_slice(&json).ok()
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use jwt::{EncodingKey, Header, encode};
    use serde_json::json;

    use super::*;

    const SECRET: &[u8] = b"a secret of thirty-two bytes or more";

    fn verifier() -> TokenVerifier {
        let jwks = json!({ "keys": [{ "kty": "oct", "k": URL_SAFE_NO_PAD.encode(SECRET), "alg": "HS256" }] });
        TokenVerifier::from_jwks(&jwks.to_string()).unwrap()
    }

    fn signed(secret: &[u8], claims: &serde_json::Value) -> String {
        let token = encode(&Header::default(), claims, &EncodingKey::from_secret(secret)).unwrap();
        format!("Bearer {token}")
    }

    fn unsigned(header: &serde_json::Value) -> String {
        let part = |value: &serde_json::Value| URL_SAFE_NO_PAD.encode(value.to_string());
        format!("Bearer {}.{}.", part(header), part(&json!({ "role": "service_role" })))
    }

    #[test]
    fn a_token_of_ours_passes_even_without_an_end() {
        assert_eq!(verifier().check(Some(&signed(SECRET, &json!({ "role": "anon" })))), Ok(()));
    }

    #[test]
    fn no_header_and_other_schemes_are_told_apart() {
        assert_eq!(verifier().check(None), Err(Refusal::NoHeader));
        assert_eq!(verifier().check(Some("Basic abc")), Err(Refusal::Format));
        assert_eq!(verifier().check(Some("Bearer sb_publishable_abc")), Err(Refusal::Format));
    }

    #[test]
    fn a_forged_or_expired_token_is_refused() {
        let forged = signed(b"another secret of thirty-two bytes or so", &json!({ "role": "anon" }));
        assert_eq!(verifier().check(Some(&forged)), Err(Refusal::Legacy));
        let expired = signed(SECRET, &json!({ "role": "anon", "exp": 1_000_000_000 }));
        assert_eq!(verifier().check(Some(&expired)), Err(Refusal::Legacy));
    }

    #[test]
    fn a_token_without_a_signature_is_refused() {
        for algorithm in ["none", "None", "HS512"] {
            assert_eq!(
                verifier().check(Some(&unsigned(&json!({ "alg": algorithm })))),
                Err(Refusal::Algorithm)
            );
        }
    }

    #[test]
    fn an_asymmetric_token_without_a_key_for_it_is_refused() {
        assert_eq!(verifier().check(Some(&unsigned(&json!({ "alg": "ES256" })))), Err(Refusal::Asymmetric));
    }
}
