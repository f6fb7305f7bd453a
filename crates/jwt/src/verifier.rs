//! Verifies signatures with a [`DecodingKey`].

use crate::signer::hmac_digest;
use jsonwebtoken::crypto::JwtVerifier;
use jsonwebtoken::errors::{ErrorKind, Result};
use jsonwebtoken::signature::{Error as SignatureError, Verifier};
use jsonwebtoken::{Algorithm, DecodingKey, DecodingKeyKind};
use ring::error::Unspecified;
use ring::hmac;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, ECDSA_P384_SHA384_FIXED, ED25519, RSA_PKCS1_2048_8192_SHA256,
    RSA_PKCS1_2048_8192_SHA384, RSA_PKCS1_2048_8192_SHA512, RSA_PSS_2048_8192_SHA256,
    RSA_PSS_2048_8192_SHA384, RSA_PSS_2048_8192_SHA512, RsaParameters, RsaPublicKeyComponents,
    UnparsedPublicKey, VerificationAlgorithm,
};

enum Key {
    Hmac(hmac::Key),
    Public(UnparsedPublicKey<Vec<u8>>),
    RsaComponents(&'static RsaParameters, RsaPublicKeyComponents<Vec<u8>>),
}

struct RingVerifier {
    algorithm: Algorithm,
    key: Key,
}

/// The verifier for an algorithm and a key of its family.
pub(crate) fn create(algorithm: &Algorithm, key: &DecodingKey) -> Result<Box<dyn JwtVerifier>> {
    if key.family() != algorithm.family() {
        return Err(ErrorKind::InvalidKeyFormat.into());
    }
    Ok(Box::new(RingVerifier { algorithm: *algorithm, key: Key::new(*algorithm, key)? }))
}

impl Key {
    fn new(algorithm: Algorithm, key: &DecodingKey) -> Result<Key> {
        if let Some(digest) = hmac_digest(algorithm) {
            return Ok(Key::Hmac(hmac::Key::new(digest, key.try_get_as_bytes()?)));
        }
        match key.kind() {
            DecodingKeyKind::RsaModulusExponent { n, e } => {
                let parameters = rsa_parameters(algorithm).ok_or(ErrorKind::InvalidKeyFormat)?;
                let (n, e) = (without_leading_zeros(n).to_vec(), without_leading_zeros(e).to_vec());
                Ok(Key::RsaComponents(parameters, RsaPublicKeyComponents { n, e }))
            }
            DecodingKeyKind::SecretOrDer(bytes) => {
                let algorithm = public_key_algorithm(algorithm).ok_or(ErrorKind::InvalidKeyFormat)?;
                Ok(Key::Public(UnparsedPublicKey::new(algorithm, bytes.clone())))
            }
        }
    }

    fn verify(&self, message: &[u8], signature: &[u8]) -> std::result::Result<(), Unspecified> {
        match self {
            Key::Hmac(key) => hmac::verify(key, message, signature),
            Key::Public(key) => key.verify(message, signature),
            Key::RsaComponents(parameters, key) => key.verify(parameters, message, signature),
        }
    }
}

fn rsa_parameters(algorithm: Algorithm) -> Option<&'static RsaParameters> {
    match algorithm {
        Algorithm::RS256 => Some(&RSA_PKCS1_2048_8192_SHA256),
        Algorithm::RS384 => Some(&RSA_PKCS1_2048_8192_SHA384),
        Algorithm::RS512 => Some(&RSA_PKCS1_2048_8192_SHA512),
        Algorithm::PS256 => Some(&RSA_PSS_2048_8192_SHA256),
        Algorithm::PS384 => Some(&RSA_PSS_2048_8192_SHA384),
        Algorithm::PS512 => Some(&RSA_PSS_2048_8192_SHA512),
        _ => None,
    }
}

fn public_key_algorithm(algorithm: Algorithm) -> Option<&'static dyn VerificationAlgorithm> {
    match algorithm {
        Algorithm::ES256 => Some(&ECDSA_P256_SHA256_FIXED),
        Algorithm::ES384 => Some(&ECDSA_P384_SHA384_FIXED),
        Algorithm::EdDSA => Some(&ED25519),
        _ => rsa_parameters(algorithm).map(|parameters| parameters as &dyn VerificationAlgorithm),
    }
}

/// RFC 7518 forbids leading zero bytes and *ring* rejects them, but some issuers publish them.
fn without_leading_zeros(bytes: &[u8]) -> &[u8] {
    let start = bytes.iter().position(|byte| *byte != 0).unwrap_or(bytes.len());
    &bytes[start..]
}

impl Verifier<Vec<u8>> for RingVerifier {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> std::result::Result<(), SignatureError> {
        self.key.verify(message, signature).map_err(|_| SignatureError::new())
    }
}

impl JwtVerifier for RingVerifier {
    fn algorithm(&self) -> Algorithm {
        self.algorithm
    }
}
