//! Verification of only a token's signature, for services that check the claims by rules of their own and say why they
//! reject a token.

use super::{ALGORITHMS, Claims, Verifier};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jwt::{KeyIdMatch, decode_header, has_public_key, unverified_header};
use serde_json::Value;

/// Why a token's signature is not accepted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SignatureError {
    /// The text is no token, or its header or claims are no JSON object.
    #[error("it is not a JSON Web Token")]
    Malformed,
    /// No key has this `kid`, or none is of the token's algorithm.
    #[error("no key fits it")]
    NoKey {
        /// The `kid` of the token.
        id: Option<String>,
    },
    /// None of the keys signed it.
    #[error("its signature is of another key")]
    Mismatch,
}

impl Verifier {
    /// The claims of an API key of the project, opaque or legacy; `None` for any other text.
    pub fn api_key(&self, key: &str) -> Option<Claims> {
        self.opaque_key(key)
    }

    /// The claims of a token that one of the keys signed. No claim is checked, neither is the expiry.
    ///
    /// # Errors
    /// See [`SignatureError`].
    pub fn signed_claims(&self, token: &str) -> Result<Value, SignatureError> {
        let header = unverified_header(token).filter(Value::is_object).ok_or(SignatureError::Malformed)?;
        if !has_claims(token) {
            return Err(SignatureError::Malformed);
        }
        let id = header.get("kid").and_then(Value::as_str).map(str::to_owned);
        let algorithm = decode_header(token).ok().map(|header| header.alg);
        let Some(algorithm) = algorithm.filter(|algorithm| ALGORITHMS.contains(algorithm)) else {
            return Err(SignatureError::NoKey { id: None });
        };
        let keys = self.0.current();
        let rule = KeyIdMatch::ExactOrUnnamed;
        let mut candidates =
            keys.keys.iter().filter(|key| key.may_have_signed(algorithm, id.as_deref(), rule)).peekable();
        if candidates.peek().is_none() && has_public_key(algorithm) {
            return Err(SignatureError::NoKey { id });
        }
        let claims = candidates.find_map(|key| key.verify_signature(token, algorithm).ok());
        claims.filter(Value::is_object).ok_or(SignatureError::Mismatch)
    }
}

/// Whether the second part is a JSON object.
fn has_claims(token: &str) -> bool {
    let mut parts = token.split('.');
    let (Some(claims), Some(_), None) = (parts.nth(1), parts.next(), parts.next()) else { return false };
    let decoded = URL_SAFE_NO_PAD.decode(claims).ok();
    decoded.is_some_and(|json| serde_json::from_slice::<Value>(&json).is_ok_and(|claims| claims.is_object()))
}
