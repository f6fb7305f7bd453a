//! `verify_jwt = true`: verifies the token before the function sees the request. Rejects a missing or malformed
//! `Authorization` header, signatures of unknown keys, algorithms other than HS256, ES256 and RS256, and tokens outside
//! their validity. The error codes are those of hosted Supabase.

use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

use jwt::jwk::Jwk;
use jwt::{Algorithm, JwkError, KeyIdMatch, VerificationKey};
use serde_json::{Map, Value};
use tokio::sync::watch;

const ALGORITHMS: [Algorithm; 3] = [Algorithm::HS256, Algorithm::ES256, Algorithm::RS256];

/// A key set that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JwksError {
    #[error("it is not a JSON object with `keys`: {0}")]
    Shape(#[from] serde_json::Error),
    #[error("one of its keys cannot be used: {0}")]
    Key(jwt::errors::Error),
    #[error("one of its keys is of a kind that signs no token here; `oct`, `RSA` and `EC` P-256 do")]
    Kind,
}

impl From<JwkError> for JwksError {
    fn from(error: JwkError) -> JwksError {
        match error {
            JwkError::Key(error) => JwksError::Key(error),
            JwkError::Type | JwkError::Curve | JwkError::Algorithm => JwksError::Kind,
        }
    }
}

/// Why a request's token was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenError {
    MissingHeader,
    /// Not a bearer token, or not a JWT.
    Format,
    /// An HS256 token whose signature or validity is wrong.
    Legacy,
    /// An ES256 or RS256 token whose signature or validity is wrong.
    Asymmetric,
    UnsupportedAlgorithm,
}

impl TokenError {
    /// The value of `sb-error-code`.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            TokenError::MissingHeader => "UNAUTHORIZED_NO_AUTH_HEADER",
            TokenError::Format => "UNAUTHORIZED_INVALID_JWT_FORMAT",
            TokenError::Legacy => "UNAUTHORIZED_LEGACY_JWT",
            TokenError::Asymmetric => "UNAUTHORIZED_ASYMMETRIC_JWT",
            TokenError::UnsupportedAlgorithm => "UNAUTHORIZED_UNSUPPORTED_TOKEN_ALGORITHM",
        }
    }

    /// The `message` of the response body.
    #[must_use]
    pub fn message(self) -> &'static str {
        match self {
            TokenError::MissingHeader => "Missing authorization header",
            _ => "Invalid JWT",
        }
    }
}

/// The keys that tokens are verified with.
#[derive(Clone)]
pub struct TokenVerifier {
    keys: Arc<RwLock<Arc<Vec<VerificationKey>>>>,
}

impl TokenVerifier {
    /// Parses a JSON Web Key Set, the value of `SUPABASE_JWKS`.
    ///
    /// # Errors
    /// When the text is not a JWKS, or contains an unusable key.
    pub fn from_jwks(jwks: &str) -> Result<TokenVerifier, JwksError> {
        Ok(TokenVerifier { keys: Arc::new(RwLock::new(Arc::new(parse(jwks)?))) })
    }

    /// Verifies with the key set of a channel, and with its later versions. Must be called within a tokio runtime.
    ///
    /// # Errors
    /// When the first version cannot be used. A later one is logged and ignored.
    pub fn following(mut versions: watch::Receiver<String>) -> Result<TokenVerifier, JwksError> {
        let verifier = TokenVerifier::from_jwks(&versions.borrow_and_update())?;
        let keys = Arc::clone(&verifier.keys);
        tokio::spawn(async move {
            while versions.changed().await.is_ok() {
                match parse(&versions.borrow_and_update()) {
                    Ok(next) => *keys.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(next),
                    Err(error) => tracing::error!("changed keys cannot be used: {error}"),
                }
            }
        });
        Ok(verifier)
    }

    fn current(&self) -> Arc<Vec<VerificationKey>> {
        Arc::clone(&self.keys.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Verifies the token in the value of `Authorization`.
    ///
    /// # Errors
    /// When there is no valid token.
    pub fn check(&self, authorization: Option<&str>) -> Result<(), TokenError> {
        let token = authorization
            .ok_or(TokenError::MissingHeader)?
            .strip_prefix("Bearer ")
            .ok_or(TokenError::Format)?;
        let header = raw_header(token).ok_or(TokenError::Format)?;
        let (algorithm, error) = match header.alg.as_str() {
            "HS256" => (Algorithm::HS256, TokenError::Legacy),
            "ES256" => (Algorithm::ES256, TokenError::Asymmetric),
            "RS256" => (Algorithm::RS256, TokenError::Asymmetric),
            _ => return Err(TokenError::UnsupportedAlgorithm),
        };
        let kid = header.kid.as_deref();
        self.claims(token, algorithm, kid, |_| true).map(|_| ()).ok_or(error)
    }

    /// The claims of a token that one of the project's own keys has signed, not one of a third party's. `None` if it is
    /// invalid.
    #[must_use]
    pub fn own_claims(&self, token: &str) -> Option<Map<String, Value>> {
        let header = raw_header(token)?;
        let algorithm = header.alg.parse().ok().filter(|algorithm| ALGORITHMS.contains(algorithm))?;
        self.claims(token, algorithm, header.kid.as_deref(), |key| !key.is_of_third_party())
    }

    /// The claims of a valid token that one of the `accepted` keys has signed.
    fn claims(
        &self,
        token: &str,
        algorithm: Algorithm,
        kid: Option<&str>,
        accepted: impl Fn(&VerificationKey) -> bool,
    ) -> Option<Map<String, Value>> {
        // A legacy secret has no id, but some of its tokens have a `kid`.
        let rule = KeyIdMatch::ExactOrUnnamed;
        let keys = self.current();
        let mut candidates =
            keys.iter().filter(|key| accepted(key) && key.may_have_signed(algorithm, kid, rule));
        candidates.find_map(|key| match key.verify(token, algorithm) {
            Ok(Value::Object(claims)) => Some(claims),
            _ => None,
        })
    }
}

impl fmt::Debug for TokenVerifier {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "TokenVerifier({} keys)", self.current().len())
    }
}

fn parse(jwks: &str) -> Result<Vec<VerificationKey>, JwksError> {
    let set: KeySet = serde_json::from_str(jwks)?;
    set.keys.iter().map(parse_key).collect()
}

fn parse_key(json: &Value) -> Result<VerificationKey, JwksError> {
    let jwk: Jwk = serde_json::from_value(json.clone())?;
    let is_accepted = |algorithm| ALGORITHMS.contains(&algorithm);
    Ok(VerificationKey::from_jwk(&jwk, is_accepted)?.with_issuer_of(json))
}

#[derive(serde::Deserialize)]
struct KeySet {
    keys: Vec<Value>,
}

#[derive(serde::Deserialize)]
struct RawHeader {
    alg: String,
    kid: Option<String>,
}

/// The token's header. The library's own header type cannot represent unknown algorithms, which have an error code
/// here.
fn raw_header(token: &str) -> Option<RawHeader> {
    if token.split('.').count() != 3 {
        return None;
    }
    serde_json::from_value(jwt::unverified_header(token)?).ok()
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
    fn accepts_a_signed_token_without_expiry() {
        assert_eq!(verifier().check(Some(&signed(SECRET, &json!({ "role": "anon" })))), Ok(()));
    }

    #[test]
    fn distinguishes_a_missing_header_from_another_scheme() {
        assert_eq!(verifier().check(None), Err(TokenError::MissingHeader));
        assert_eq!(verifier().check(Some("Basic abc")), Err(TokenError::Format));
        assert_eq!(verifier().check(Some("Bearer sb_publishable_abc")), Err(TokenError::Format));
    }

    #[test]
    fn rejects_a_forged_or_expired_token() {
        let forged = signed(b"another secret of thirty-two bytes or so", &json!({ "role": "anon" }));
        assert_eq!(verifier().check(Some(&forged)), Err(TokenError::Legacy));
        let expired = signed(SECRET, &json!({ "role": "anon", "exp": 1_000_000_000 }));
        assert_eq!(verifier().check(Some(&expired)), Err(TokenError::Legacy));
    }

    #[test]
    fn rejects_unsigned_tokens_and_unsupported_algorithms() {
        for algorithm in ["none", "None", "HS512"] {
            assert_eq!(
                verifier().check(Some(&unsigned(&json!({ "alg": algorithm })))),
                Err(TokenError::UnsupportedAlgorithm)
            );
        }
    }

    #[test]
    fn rejects_an_asymmetric_token_without_a_matching_key() {
        assert_eq!(
            verifier().check(Some(&unsigned(&json!({ "alg": "ES256" })))),
            Err(TokenError::Asymmetric)
        );
    }
}
