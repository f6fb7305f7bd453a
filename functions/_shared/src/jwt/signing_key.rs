//! Private keys that tokens are signed with, as `supabase gen signing-key` writes them: JWKs, `EC` on P-256 (ES256) or
//! `RSA` (RS256). Rejects other kinds, and what holds no private key.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use p256::elliptic_curve::sec1::ToEncodedPoint;
use p256::pkcs8::EncodePrivateKey;
use rsa::BigUint;
use rsa::pkcs1::EncodeRsaPrivateKey;
use rsa::traits::PublicKeyParts;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Why a text holds no signing keys. It repeats nothing of them.
#[derive(Debug, thiserror::Error)]
pub enum SigningKeyError {
    #[error("expected a JSON array of private keys (JWK)")]
    Shape,
    #[error("one of the keys is of another kind than EC on P-256 and RSA")]
    Kind,
    #[error("one of the keys is no private key")]
    Private,
}

#[derive(Clone)]
pub struct SigningKey {
    id: Option<String>,
    algorithm: Algorithm,
    private: EncodingKey,
    public: Value,
}

#[derive(Deserialize)]
#[serde(tag = "kty")]
enum PrivateJwk {
    #[serde(rename = "EC")]
    Ec { kid: Option<String>, crv: String, d: Option<String> },
    #[serde(rename = "RSA")]
    Rsa { kid: Option<String>, n: String, e: String, d: Option<String>, p: Option<String>, q: Option<String> },
    #[serde(other)]
    Other,
}

impl SigningKey {
    /// The keys of a JSON array; the first one signs, and all of them verify.
    ///
    /// # Errors
    /// When it is none, is empty, or holds a key that cannot sign.
    pub fn parse_all(json: &str) -> Result<Vec<SigningKey>, SigningKeyError> {
        let keys: Vec<PrivateJwk> = serde_json::from_str(json).map_err(|_| SigningKeyError::Shape)?;
        if keys.is_empty() {
            return Err(SigningKeyError::Shape);
        }
        keys.into_iter().map(SigningKey::from_jwk).collect()
    }

    fn from_jwk(jwk: PrivateJwk) -> Result<SigningKey, SigningKeyError> {
        match jwk {
            PrivateJwk::Ec { kid, crv, d } if crv == "P-256" => {
                SigningKey::ec(kid, &bytes(d)?).ok_or(SigningKeyError::Private)
            }
            PrivateJwk::Rsa { kid, n, e, d, p, q } => {
                let [n, e, d, p, q] = [Some(n), Some(e), d, p, q].map(bytes);
                SigningKey::rsa(kid, [n?, e?, d?, p?, q?]).ok_or(SigningKeyError::Private)
            }
            PrivateJwk::Ec { .. } | PrivateJwk::Other => Err(SigningKeyError::Kind),
        }
    }

    fn ec(id: Option<String>, d: &[u8]) -> Option<SigningKey> {
        let secret = p256::SecretKey::from_slice(d).ok()?;
        let point = secret.public_key().to_encoded_point(false);
        let public = json!({
            "kty": "EC", "crv": "P-256", "alg": "ES256", "use": "sig",
            "x": URL_SAFE_NO_PAD.encode(point.x()?), "y": URL_SAFE_NO_PAD.encode(point.y()?),
        });
        let private = EncodingKey::from_ec_der(secret.to_pkcs8_der().ok()?.as_bytes());
        Some(SigningKey { algorithm: Algorithm::ES256, private, public: named(public, id.as_deref()), id })
    }

    fn rsa(id: Option<String>, numbers: [Vec<u8>; 5]) -> Option<SigningKey> {
        let [n, e, d, p, q] = numbers.map(|bytes| BigUint::from_bytes_be(&bytes));
        let secret = rsa::RsaPrivateKey::from_components(n, e, d, vec![p, q]).ok()?;
        let encoded = |number: &BigUint| URL_SAFE_NO_PAD.encode(number.to_bytes_be());
        let public = json!({
            "kty": "RSA", "alg": "RS256", "use": "sig", "n": encoded(secret.n()), "e": encoded(secret.e()),
        });
        let private = EncodingKey::from_rsa_der(secret.to_pkcs1_der().ok()?.as_bytes());
        Some(SigningKey { algorithm: Algorithm::RS256, private, public: named(public, id.as_deref()), id })
    }

    /// What verifies its tokens: a JWK without anything private.
    pub fn public(&self) -> &Value {
        &self.public
    }

    /// A token with these claims, and the key's name in its header.
    ///
    /// # Errors
    /// When the claims are no JSON.
    pub fn sign<T: Serialize>(&self, claims: &T) -> Result<String, jsonwebtoken::errors::Error> {
        let header = Header { kid: self.id.clone(), ..Header::new(self.algorithm) };
        encode(&header, claims, &self.private)
    }
}

fn bytes(text: Option<String>) -> Result<Vec<u8>, SigningKeyError> {
    let decoded = text.and_then(|text| URL_SAFE_NO_PAD.decode(text).ok());
    decoded.filter(|bytes| !bytes.is_empty()).ok_or(SigningKeyError::Private)
}

fn named(mut jwk: Value, id: Option<&str>) -> Value {
    if let Some(id) = id {
        jwk["kid"] = id.into();
    }
    jwk
}
