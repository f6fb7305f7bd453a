//! Signs with an [`EncodingKey`]: HMAC with its secret, the others with the private key that it holds as DER.

use crate::key_pair::KeyPair;
use jsonwebtoken::crypto::JwtSigner;
use jsonwebtoken::errors::{ErrorKind, Result};
use jsonwebtoken::signature::{Error as SignatureError, Signer};
use jsonwebtoken::{Algorithm, AlgorithmFamily, EncodingKey};
use ring::hmac;

struct HmacSigner {
    algorithm: Algorithm,
    key: hmac::Key,
}

struct KeyPairSigner(KeyPair);

/// The signer for an algorithm. An RSA key signs only RS256, and an elliptic curve key only ES256.
pub(crate) fn create(algorithm: &Algorithm, key: &EncodingKey) -> Result<Box<dyn JwtSigner>> {
    if key.family() != algorithm.family() {
        return Err(ErrorKind::InvalidKeyFormat.into());
    }
    if let Some(digest) = hmac_digest(*algorithm) {
        let key = hmac::Key::new(digest, key.as_bytes());
        return Ok(Box::new(HmacSigner { algorithm: *algorithm, key }));
    }
    let pair = KeyPair::from_der(*algorithm, key.as_bytes()).ok_or_else(|| key_error(key.family()))?;
    Ok(Box::new(KeyPairSigner(pair)))
}

/// The digest of an HMAC algorithm; `None` for the others.
pub(crate) fn hmac_digest(algorithm: Algorithm) -> Option<hmac::Algorithm> {
    match algorithm {
        Algorithm::HS256 => Some(hmac::HMAC_SHA256),
        Algorithm::HS384 => Some(hmac::HMAC_SHA384),
        Algorithm::HS512 => Some(hmac::HMAC_SHA512),
        _ => None,
    }
}

fn key_error(family: AlgorithmFamily) -> jsonwebtoken::errors::Error {
    match family {
        AlgorithmFamily::Ec => ErrorKind::InvalidEcdsaKey,
        AlgorithmFamily::Ed => ErrorKind::InvalidEddsaKey,
        AlgorithmFamily::Rsa => ErrorKind::InvalidRsaKey("not a PKCS#1 key of 2048 to 4096 bits".to_owned()),
        AlgorithmFamily::Hmac => ErrorKind::InvalidKeyFormat,
    }
    .into()
}

impl Signer<Vec<u8>> for HmacSigner {
    fn try_sign(&self, message: &[u8]) -> std::result::Result<Vec<u8>, SignatureError> {
        Ok(hmac::sign(&self.key, message).as_ref().to_vec())
    }
}

impl JwtSigner for HmacSigner {
    fn algorithm(&self) -> Algorithm {
        self.algorithm
    }
}

impl Signer<Vec<u8>> for KeyPairSigner {
    fn try_sign(&self, message: &[u8]) -> std::result::Result<Vec<u8>, SignatureError> {
        self.0.sign(message).map_err(|_| SignatureError::new())
    }
}

impl JwtSigner for KeyPairSigner {
    fn algorithm(&self) -> Algorithm {
        self.0.algorithm()
    }
}
