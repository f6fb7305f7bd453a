//! Keys that sign tokens, as `supabase gen signing-key` writes them: private JWKs of type `EC` on P-256 (ES256) or `RSA`
//! (RS256), and shared secrets, `oct` (HS256). Rejects other types and keys without a private part.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jwt::{Algorithm, EcComponents, EncodingKey, Header, KeyPair, RsaComponents};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Why a text is no list of signing keys. The messages contain no part of a key.
#[derive(Debug, thiserror::Error)]
pub enum SigningKeyError {
    /// Not a JSON array of JWKs, or an empty one.
    #[error("expected a JSON array of private keys (JWK)")]
    Shape,
    /// A key of another type.
    #[error("one of the keys is of another kind than EC on P-256, RSA and oct")]
    Kind,
    /// A key without a usable private part.
    #[error("one of the keys is no private key")]
    Private,
    /// No key signs, or more than one.
    #[error("exactly one key must be in use")]
    InUse,
}

/// A private key with the JWK that verifies its tokens.
#[derive(Clone)]
pub struct SigningKey {
    id: Option<String>,
    secret_part: SecretPart,
    verifier: Value,
}

#[derive(Clone)]
enum SecretPart {
    Pair(KeyPair),
    Shared(EncodingKey),
}

/// A private JWK. RFC 7518 requires the public point of an `EC` key, and of an `RSA` key either all of the private
/// members or only `d`, which is too little to sign with.
#[derive(Deserialize)]
#[serde(tag = "kty")]
pub(super) enum PrivateJwk {
    #[serde(rename = "EC")]
    Ec { kid: Option<String>, crv: String, x: Option<String>, y: Option<String>, d: Option<String> },
    #[serde(rename = "RSA")]
    Rsa {
        kid: Option<String>,
        n: Option<String>,
        e: Option<String>,
        d: Option<String>,
        p: Option<String>,
        q: Option<String>,
        dp: Option<String>,
        dq: Option<String>,
        qi: Option<String>,
    },
    #[serde(rename = "oct")]
    Secret { kid: Option<String>, alg: Option<String>, k: Option<String> },
    #[serde(other)]
    Other,
}

impl PrivateJwk {
    /// Whether this is a secret that is kept elsewhere.
    pub(super) fn is_legacy_secret(&self) -> bool {
        matches!(self, PrivateJwk::Secret { k: None, .. })
    }
}

impl SigningKey {
    pub(super) fn from_jwk(jwk: PrivateJwk) -> Result<SigningKey, SigningKeyError> {
        match jwk {
            PrivateJwk::Ec { kid, crv, x, y, d } if crv == "P-256" => SigningKey::ec(kid, [d, x, y]),
            PrivateJwk::Rsa { kid, n, e, d, p, q, dp, dq, qi } => {
                SigningKey::rsa(kid, [n, e, d, p, q, dp, dq, qi])
            }
            PrivateJwk::Secret { kid, alg, k } if alg.as_deref().is_none_or(|alg| alg == "HS256") => {
                SigningKey::shared(kid, k)
            }
            PrivateJwk::Ec { .. } | PrivateJwk::Secret { .. } | PrivateJwk::Other => {
                Err(SigningKeyError::Kind)
            }
        }
    }

    fn ec(id: Option<String>, members: [Option<String>; 3]) -> Result<SigningKey, SigningKeyError> {
        let [d, x, y] = members.map(bytes);
        let (d, x, y) = (d?, x?, y?);
        let pair = KeyPair::from_ec(&EcComponents { d: &d, x: &x, y: &y });
        let pair = pair.map_err(|_| SigningKeyError::Private)?;
        let public = json!({
            "kty": "EC", "crv": "P-256", "alg": "ES256", "use": "sig", "key_ops": ["verify"],
            "x": URL_SAFE_NO_PAD.encode(x), "y": URL_SAFE_NO_PAD.encode(y),
        });
        Ok(SigningKey::new(SecretPart::Pair(pair), public, id))
    }

    fn rsa(id: Option<String>, members: [Option<String>; 8]) -> Result<SigningKey, SigningKeyError> {
        let [n, e, d, p, q, dp, dq, qi] = members.map(bytes);
        let (n, e, d, p, q, dp, dq, qi) = (n?, e?, d?, p?, q?, dp?, dq?, qi?);
        let components = RsaComponents { n: &n, e: &e, d: &d, p: &p, q: &q, dp: &dp, dq: &dq, qi: &qi };
        let pair = KeyPair::from_rsa(&components).map_err(|_| SigningKeyError::Private)?;
        let public = json!({
            "kty": "RSA", "alg": "RS256", "use": "sig", "key_ops": ["verify"],
            "n": URL_SAFE_NO_PAD.encode(n), "e": URL_SAFE_NO_PAD.encode(e),
        });
        Ok(SigningKey::new(SecretPart::Pair(pair), public, id))
    }

    fn shared(id: Option<String>, k: Option<String>) -> Result<SigningKey, SigningKeyError> {
        let secret = bytes(k)?;
        let jwk = json!({ "kty": "oct", "alg": "HS256", "k": URL_SAFE_NO_PAD.encode(&secret) });
        Ok(SigningKey::new(SecretPart::Shared(EncodingKey::from_secret(&secret)), jwk, id))
    }

    fn new(secret_part: SecretPart, mut verifier: Value, id: Option<String>) -> SigningKey {
        if let Some(id) = &id {
            verifier["kid"] = id.as_str().into();
        }
        SigningKey { id, secret_part, verifier }
    }

    /// The public JWK, which verifies this key's tokens. `None` for a shared secret.
    pub fn public(&self) -> Option<&Value> {
        match self.secret_part {
            SecretPart::Pair(_) => Some(&self.verifier),
            SecretPart::Shared(_) => None,
        }
    }

    /// The JWK that verifies this key's tokens. It contains a shared secret, and is not to be published.
    pub fn verifier(&self) -> &Value {
        &self.verifier
    }

    /// A token with these claims, and the key's id in its header.
    ///
    /// # Errors
    /// When the claims cannot be serialised as JSON.
    pub fn sign<T: Serialize>(&self, claims: &T) -> Result<String, jwt::errors::Error> {
        match &self.secret_part {
            SecretPart::Pair(pair) => pair.encode(self.id.as_deref(), claims),
            SecretPart::Shared(secret) => {
                let header = Header { kid: self.id.clone(), ..Header::new(Algorithm::HS256) };
                jwt::encode(&header, claims, secret)
            }
        }
    }
}

fn bytes(text: Option<String>) -> Result<Vec<u8>, SigningKeyError> {
    let decoded = text.and_then(|text| URL_SAFE_NO_PAD.decode(text).ok());
    decoded.filter(|bytes| !bytes.is_empty()).ok_or(SigningKeyError::Private)
}
