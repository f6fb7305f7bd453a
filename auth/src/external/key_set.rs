//! Key sets of providers, and the tokens that their keys verify.

use jwt::jwk::Jwk;
use jwt::{Algorithm, KeyIdMatch, VerificationKey, decode_header, has_public_key};
use serde_json::Value;

/// A token that names an algorithm with a public key, unverified. A shared secret is never accepted.
pub(super) struct SignedToken<'a> {
    token: &'a str,
    algorithm: Algorithm,
    key_id: Option<String>,
}

impl SignedToken<'_> {
    /// `None` for a malformed token and for one with another algorithm or `none`.
    pub fn parse(token: &str) -> Option<SignedToken<'_>> {
        let header = decode_header(token).ok()?;
        has_public_key(header.alg).then_some(SignedToken { token, algorithm: header.alg, key_id: header.kid })
    }

    /// The size of the signature's digest.
    pub fn digest_bits(&self) -> u32 {
        match self.algorithm {
            Algorithm::RS256 | Algorithm::PS256 | Algorithm::ES256 => 256,
            Algorithm::RS384 | Algorithm::PS384 | Algorithm::ES384 => 384,
            _ => 512,
        }
    }
}

/// The usable keys of a JWKS.
pub(super) struct KeySet(Vec<VerificationKey>);

impl KeySet {
    /// Leaves out shared secrets and keys of other kinds.
    pub fn parse(document: &Value) -> KeySet {
        let keys = document.get("keys").and_then(Value::as_array).into_iter().flatten();
        let parsed = keys.filter_map(|key| serde_json::from_value::<Jwk>(key.clone()).ok());
        KeySet(parsed.filter_map(|jwk| VerificationKey::from_jwk(&jwk, has_public_key).ok()).collect())
    }

    /// Whether one of the keys may have signed the token.
    pub fn has_key_of(&self, token: &SignedToken<'_>) -> bool {
        self.candidates(token).next().is_some()
    }

    /// The claims of a token that one of the keys signed, and that is within its time.
    pub fn verify(&self, token: &SignedToken<'_>) -> Option<Value> {
        self.candidates(token).find_map(|key| key.verify(token.token, token.algorithm).ok())
    }

    fn candidates<'a>(&'a self, token: &'a SignedToken<'_>) -> impl Iterator<Item = &'a VerificationKey> {
        let key_id = token.key_id.as_deref();
        self.0
            .iter()
            .filter(move |key| key.may_have_signed(token.algorithm, key_id, KeyIdMatch::ExactOrUnnamed))
    }
}
