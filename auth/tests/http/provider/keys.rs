//! The provider's keys, on the curve P-256.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use jwt::{Algorithm, EncodingKey, Header};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::{Value, json};

/// A private key with its id.
pub struct Key {
    id: String,
    pkcs8: Vec<u8>,
    /// The two coordinates of the public point.
    point: Vec<u8>,
}

impl Key {
    pub fn generate(id: &str) -> Key {
        let random = SystemRandom::new();
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).unwrap();
        let pair =
            EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, pkcs8.as_ref(), &random).unwrap();
        let point = pair.public_key().as_ref()[1..].to_vec();
        Key { id: id.to_owned(), pkcs8: pkcs8.as_ref().to_vec(), point }
    }

    /// The public half as a JWK.
    pub fn public(&self) -> Value {
        let (x, y) = self.point.split_at(self.point.len() / 2);
        let encode = |bytes| BASE64_URL_SAFE_NO_PAD.encode(bytes);
        json!({ "kty": "EC", "crv": "P-256", "alg": "ES256", "use": "sig", "kid": self.id,
                "x": encode(x), "y": encode(y) })
    }

    pub fn sign(&self, claims: &Value) -> String {
        let header = Header { kid: Some(self.id.clone()), ..Header::new(Algorithm::ES256) };
        jwt::encode(&header, claims, &EncodingKey::from_ec_der(&self.pkcs8)).unwrap()
    }

    /// A token that is signed with the public key as if it were a secret.
    pub fn sign_as_shared_secret(&self, claims: &Value) -> String {
        let header = Header { kid: Some(self.id.clone()), ..Header::new(Algorithm::HS256) };
        jwt::encode(&header, claims, &EncodingKey::from_secret(&self.point)).unwrap()
    }
}

/// A token without a signature.
pub fn unsigned(claims: &Value) -> String {
    let encode = |value: &Value| BASE64_URL_SAFE_NO_PAD.encode(value.to_string());
    format!("{}.{}.", encode(&json!({ "alg": "none", "typ": "JWT" })), encode(claims))
}
