//! Keys that verify tokens: read from a JWK, selected by a token's algorithm and `kid`, and applied to the token.

use crate::decode;
use jsonwebtoken::errors::Result;
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
}

/// Which keys may have signed a token that names a `kid`. A token without a `kid` may be signed by any key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyIdMatch {
    /// The key with this id alone: PostgREST's rule.
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
        VerificationKey { id: None, algorithms: vec![algorithm], key: DecodingKey::from_secret(secret) }
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
        Ok(VerificationKey { id: jwk.common.key_id.clone(), algorithms, key: DecodingKey::from_jwk(jwk)? })
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
    /// When the token is malformed, another key signed it, or it is out of its time.
    pub fn verify(&self, token: &str, algorithm: Algorithm) -> Result<Value> {
        let mut validation = signature_only(algorithm);
        validation.leeway = 0;
        validation.validate_exp = true;
        validation.validate_nbf = true;
        decode(token, &self.key, &validation).map(|token| token.claims)
    }

    /// The claims of a token whose signature is this key's. No claim is checked.
    ///
    /// # Errors
    /// When the token is malformed, or another key signed it.
    pub fn verify_signature(&self, token: &str, algorithm: Algorithm) -> Result<Value> {
        decode(token, &self.key, &signature_only(algorithm)).map(|token| token.claims)
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
