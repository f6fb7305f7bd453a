//! Private keys that sign tokens, as `supabase gen signing-key` writes them: JWKs of type `EC` on P-256 (ES256) or
//! `RSA` (RS256). Rejects other types and keys without a private part.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jwt::{EcComponents, KeyPair, RsaComponents};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Why a text is no list of signing keys. The messages contain no part of a key.
#[derive(Debug, thiserror::Error)]
pub enum SigningKeyError {
    /// Not a JSON array of JWKs, or an empty one.
    #[error("expected a JSON array of private keys (JWK)")]
    Shape,
    /// A key of another type.
    #[error("one of the keys is of another kind than EC on P-256 and RSA")]
    Kind,
    /// A key without a usable private part.
    #[error("one of the keys is no private key")]
    Private,
    /// No key signs, or more than one.
    #[error("exactly one key must be in use")]
    InUse,
}

/// A private key with the JWK of its public half.
#[derive(Clone)]
pub struct SigningKey {
    id: Option<String>,
    pair: KeyPair,
    public: Value,
}

/// A private JWK. RFC 7518 requires the public point of an `EC` key, and of an `RSA` key either all of the private
/// members or `d` alone, which is too little to sign with.
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
    Secret { k: Option<String> },
    #[serde(other)]
    Other,
}

impl PrivateJwk {
    /// Whether this is a secret that is kept elsewhere.
    pub(super) fn is_legacy_secret(&self) -> bool {
        matches!(self, PrivateJwk::Secret { k: None })
    }
}

impl SigningKey {
    pub(super) fn from_jwk(jwk: PrivateJwk) -> Result<SigningKey, SigningKeyError> {
        match jwk {
            PrivateJwk::Ec { kid, crv, x, y, d } if crv == "P-256" => SigningKey::ec(kid, [d, x, y]),
            PrivateJwk::Rsa { kid, n, e, d, p, q, dp, dq, qi } => {
                SigningKey::rsa(kid, [n, e, d, p, q, dp, dq, qi])
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
        Ok(SigningKey { pair, public: with_id(public, id.as_deref()), id })
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
        Ok(SigningKey { pair, public: with_id(public, id.as_deref()), id })
    }

    /// The public JWK, which verifies this key's tokens.
    pub fn public(&self) -> &Value {
        &self.public
    }

    /// A token with these claims, and the key's id in its header.
    ///
    /// # Errors
    /// When the claims cannot be serialised as JSON.
    pub fn sign<T: Serialize>(&self, claims: &T) -> Result<String, jwt::errors::Error> {
        self.pair.encode(self.id.as_deref(), claims)
    }
}

fn bytes(text: Option<String>) -> Result<Vec<u8>, SigningKeyError> {
    let decoded = text.and_then(|text| URL_SAFE_NO_PAD.decode(text).ok());
    decoded.filter(|bytes| !bytes.is_empty()).ok_or(SigningKeyError::Private)
}

fn with_id(mut jwk: Value, id: Option<&str>) -> Value {
    if let Some(id) = id {
        jwk["kid"] = id.into();
    }
    jwk
}
