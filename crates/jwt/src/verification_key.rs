//! Keys that verify tokens: read from a JWK, selected by a token's algorithm and `kid`, and applied to the token.

use crate::decode;
use jsonwebtoken::errors::{ErrorKind, Result};
use jsonwebtoken::jwk::{AlgorithmParameters, EllipticCurve, Jwk};
use jsonwebtoken::{Algorithm, DecodingKey, Validation};
use serde_json::Value;

const HMAC: &[Algorithm] = &[Algorithm::HS256, Algorithm::HS384, Algorithm::HS512];
const RSA: &[Algorithm] = &[
    Algorithm::RS256,
    Algorithm::RS384,
    Algorithm::RS512,
    Algorithm::PS256,
    Algorithm::PS384,
    Algorithm::PS512,
];

/// A key with its `kid` and the algorithms that it verifies. These are of the key's own kind, because a public key must
/// never serve as a shared secret.
#[derive(Clone)]
pub struct VerificationKey {
    id: Option<String>,
    algorithms: Vec<Algorithm>,
    key: DecodingKey,
    /// The only issuer whose tokens it verifies.
    issuer: Option<String>,
}

/// Which keys may have signed a token that names a `kid`. A token without a `kid` may be signed by any key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyIdMatch {
    /// Only the key with this id, as in PostgREST.
    Exact,
    /// The key with this id, and keys without an id: Supabase's rule, since a legacy secret has none.
    ExactOrUnnamed,
}

/// Why a JWK cannot verify tokens.
#[derive(Debug, thiserror::Error)]
pub enum JwkError {
    /// The `kty` is not supported.
    #[error("its type is not supported")]
    Type,
    /// The `crv` is not supported.
    #[error("its curve is not supported")]
    Curve,
    /// None of the key's algorithms is an accepted one.
    #[error("its algorithm does not sign")]
    Algorithm,
    /// A member is missing or malformed.
    #[error(transparent)]
    Key(#[from] jsonwebtoken::errors::Error),
}

/// Whether signatures of this algorithm are verified with a public key, and not with a shared secret.
#[must_use]
pub fn has_public_key(algorithm: Algorithm) -> bool {
    !HMAC.contains(&algorithm)
}

impl VerificationKey {
    /// A shared secret without an id.
    #[must_use]
    pub fn from_secret(secret: &[u8], algorithm: Algorithm) -> VerificationKey {
        VerificationKey {
            id: None,
            algorithms: vec![algorithm],
            key: DecodingKey::from_secret(secret),
            issuer: None,
        }
    }

    /// A key that verifies those algorithms of its kind that are `accepted`.
    ///
    /// # Errors
    /// When the key is of an unsupported kind, verifies no accepted algorithm, or is malformed.
    pub fn from_jwk(
        jwk: &Jwk,
        accepted: impl Fn(Algorithm) -> bool,
    ) -> std::result::Result<VerificationKey, JwkError> {
        let of_its_kind = match &jwk.algorithm {
            AlgorithmParameters::OctetKey(_) => HMAC,
            AlgorithmParameters::RSA(_) => RSA,
            AlgorithmParameters::EllipticCurve(curve) => match curve.curve {
                EllipticCurve::P256 => &[Algorithm::ES256][..],
                EllipticCurve::P384 => &[Algorithm::ES384][..],
                _ => return Err(JwkError::Curve),
            },
            AlgorithmParameters::OctetKeyPair(_) => &[Algorithm::EdDSA][..],
            _ => return Err(JwkError::Type),
        };
        let algorithms: Vec<Algorithm> =
            of_its_kind.iter().copied().filter(|algorithm| accepted(*algorithm)).collect();
        if algorithms.is_empty() {
            return Err(JwkError::Algorithm);
        }
        let id = jwk.common.key_id.clone();
        Ok(VerificationKey { id, algorithms, key: DecodingKey::from_jwk(jwk)?, issuer: None })
    }

    /// The same key, but only for the tokens of one issuer, if the JWK has the member `iss`. RFC 7517 does not define it:
    /// the gateway adds it to the keys of a third party, because some providers sign the tokens of all customers with
    /// the same keys.
    #[must_use]
    pub fn with_issuer_of(mut self, jwk: &Value) -> VerificationKey {
        self.issuer = jwk.get("iss").and_then(Value::as_str).map(str::to_owned);
        self
    }

    /// Whether it is a key of a third party: one that verifies only the tokens of one issuer.
    #[must_use]
    pub fn is_of_third_party(&self) -> bool {
        self.issuer.is_some()
    }

    /// Whether this key may have signed a token with this `alg` and `kid`.
    #[must_use]
    pub fn may_have_signed(&self, algorithm: Algorithm, key_id: Option<&str>, rule: KeyIdMatch) -> bool {
        let has_id = match (key_id, self.id.as_deref(), rule) {
            (None, _, _) | (Some(_), None, KeyIdMatch::ExactOrUnnamed) => true,
            (Some(named), own, _) => own == Some(named),
        };
        has_id && self.algorithms.contains(&algorithm)
    }

    /// The claims of a token whose signature is this key's and whose `exp` and `nbf` hold now, without leeway. Both may
    /// be absent: a project's long-lived keys have no end. `aud` is not checked.
    ///
    /// # Errors
    /// When the token is malformed, another key signed it, it is of another issuer, or it is out of its time.
    pub fn verify(&self, token: &str, algorithm: Algorithm) -> Result<Value> {
        let mut validation = signature_only(algorithm);
        validation.leeway = 0;
        validation.validate_exp = true;
        validation.validate_nbf = true;
        self.claims(token, &validation)
    }

    /// The claims of a token whose signature is this key's. No claim is checked but the issuer of a key that has one.
    ///
    /// # Errors
    /// When the token is malformed, another key signed it, or it is of another issuer.
    pub fn verify_signature(&self, token: &str, algorithm: Algorithm) -> Result<Value> {
        self.claims(token, &signature_only(algorithm))
    }

    fn claims(&self, token: &str, validation: &Validation) -> Result<Value> {
        let claims: Value = decode(token, &self.key, validation)?.claims;
        if let Some(issuer) = &self.issuer
            && claims.get("iss").and_then(Value::as_str) != Some(issuer.as_str())
        {
            return Err(ErrorKind::InvalidIssuer.into());
        }
        Ok(claims)
    }
}

fn signature_only(algorithm: Algorithm) -> Validation {
    let mut validation = Validation::new(algorithm);
    validation.validate_exp = false;
    validation.validate_nbf = false;
    validation.validate_aud = false;
    validation.required_spec_claims.clear();
    validation
}
