//! Private keys that sign tokens: RSA (RS256), elliptic curve P-256 (ES256) and Ed25519 (EdDSA).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::errors::{ErrorKind, Result};
use jsonwebtoken::{Algorithm, Header};
use ring::error::Unspecified;
use ring::rand::SystemRandom;
use ring::rsa::{KeyPairComponents, PublicKeyComponents};
use ring::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair, RSA_PKCS1_SHA256, RsaKeyPair,
};
use serde::Serialize;
use serde_json::{Value, json};
use std::fmt;
use std::sync::Arc;

/// A private key, parsed and checked once. Cheap to clone.
#[derive(Clone)]
pub struct KeyPair(Arc<Kind>);

enum Kind {
    Ec(EcdsaKeyPair),
    Ed(Ed25519KeyPair),
    Rsa(RsaKeyPair),
}

/// A private key on P-256 in the members of a JWK, each as 32 big-endian bytes.
pub struct EcComponents<'a> {
    /// The private key.
    pub d: &'a [u8],
    /// The public point's first coordinate.
    pub x: &'a [u8],
    /// The public point's second coordinate.
    pub y: &'a [u8],
}

/// A private RSA key in the members of a JWK, each as big-endian bytes without leading zeros.
pub struct RsaComponents<'a> {
    /// The modulus.
    pub n: &'a [u8],
    /// The public exponent.
    pub e: &'a [u8],
    /// The private exponent.
    pub d: &'a [u8],
    /// The first prime factor.
    pub p: &'a [u8],
    /// The second prime factor.
    pub q: &'a [u8],
    /// `d` modulo `p` - 1.
    pub dp: &'a [u8],
    /// `d` modulo `q` - 1.
    pub dq: &'a [u8],
    /// The inverse of `q` modulo `p`.
    pub qi: &'a [u8],
}

/// The components form no usable private key: they contradict each other, or the key is too short or too long.
#[derive(Debug, thiserror::Error)]
#[error("not a usable private key: {0}")]
pub struct KeyPairError(String);

impl KeyPair {
    /// A key on P-256.
    ///
    /// # Errors
    /// When the point is not the public key of `d`.
    pub fn from_ec(components: &EcComponents<'_>) -> std::result::Result<KeyPair, KeyPairError> {
        const UNCOMPRESSED: &[u8] = &[4];
        let point = [UNCOMPRESSED, components.x, components.y].concat();
        let pair = EcdsaKeyPair::from_private_key_and_public_key(
            &ECDSA_P256_SHA256_FIXED_SIGNING,
            components.d,
            &point,
            &SystemRandom::new(),
        );
        pair.map(|pair| KeyPair(Arc::new(Kind::Ec(pair)))).map_err(|error| KeyPairError(error.to_string()))
    }

    /// An RSA key of 2048 to 4096 bits. Signs once, because only a signature shows whether the exponents fit the
    /// modulus.
    ///
    /// # Errors
    /// When the components do not belong together, or the key has another size.
    pub fn from_rsa(components: &RsaComponents<'_>) -> std::result::Result<KeyPair, KeyPairError> {
        let RsaComponents { n, e, d, p, q, dp, dq, qi } = *components;
        let public_key = PublicKeyComponents { n, e };
        let pair =
            RsaKeyPair::from_components(&KeyPairComponents { public_key, d, p, q, dP: dp, dQ: dq, qInv: qi })
                .map_err(|error| KeyPairError(error.to_string()))?;
        let pair = KeyPair(Arc::new(Kind::Rsa(pair)));
        pair.sign(b"").map_err(|_| KeyPairError("InconsistentComponents".to_owned()))?;
        Ok(pair)
    }

    /// A key in DER: PKCS#1 for RSA, PKCS#8 for the others.
    pub(crate) fn from_der(algorithm: Algorithm, der: &[u8]) -> Option<KeyPair> {
        let kind = match algorithm {
            Algorithm::RS256 => Kind::Rsa(RsaKeyPair::from_der(der).ok()?),
            Algorithm::ES256 => {
                let random = SystemRandom::new();
                Kind::Ec(EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, der, &random).ok()?)
            }
            Algorithm::EdDSA => Kind::Ed(Ed25519KeyPair::from_pkcs8_maybe_unchecked(der).ok()?),
            _ => return None,
        };
        Some(KeyPair(Arc::new(kind)))
    }

    /// The algorithm of this key's signatures.
    #[must_use]
    pub fn algorithm(&self) -> Algorithm {
        match *self.0 {
            Kind::Ec(_) => Algorithm::ES256,
            Kind::Ed(_) => Algorithm::EdDSA,
            Kind::Rsa(_) => Algorithm::RS256,
        }
    }

    /// A token with these claims, and with `id` as the header's `kid`.
    ///
    /// # Errors
    /// When the claims cannot be serialised, or the operating system gives no random bytes.
    pub fn encode<T: Serialize>(&self, id: Option<&str>, claims: &T) -> Result<String> {
        let header = Header { kid: id.map(str::to_owned), ..Header::new(self.algorithm()) };
        let [header, claims] = [serde_json::to_vec(&header)?, serde_json::to_vec(claims)?];
        let mut token = format!("{}.{}", URL_SAFE_NO_PAD.encode(header), URL_SAFE_NO_PAD.encode(claims));
        let signature = self.sign(token.as_bytes()).map_err(|error| ErrorKind::Signing(error.to_string()))?;
        token.push('.');
        URL_SAFE_NO_PAD.encode_string(signature, &mut token);
        Ok(token)
    }

    pub(crate) fn sign(&self, message: &[u8]) -> std::result::Result<Vec<u8>, Unspecified> {
        let random = SystemRandom::new();
        match &*self.0 {
            Kind::Ec(pair) => Ok(pair.sign(&random, message)?.as_ref().to_vec()),
            Kind::Ed(pair) => Ok(pair.sign(message).as_ref().to_vec()),
            Kind::Rsa(pair) => {
                let mut signature = vec![0; pair.public().modulus_len()];
                pair.sign(&RSA_PKCS1_SHA256, &random, message, &mut signature)?;
                Ok(signature)
            }
        }
    }
}

/// A new private key on P-256, as a JWK without an id.
///
/// # Errors
/// When the operating system gives no random bytes.
pub fn generate_ec_jwk() -> std::result::Result<Value, KeyPairError> {
    /// The lengths of the key, of the tags between it and the point, and of the point's coordinates.
    const TAIL: [usize; 4] = [32, 6, 32, 32];
    let unusable = |error: &dyn fmt::Display| KeyPairError(error.to_string());
    let document = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new())
        .map_err(|error| unusable(&error))?;
    // PKCS#8 of an EC key ends with the private key and the uncompressed point.
    let der = document.as_ref();
    let mut rest = der.get(der.len().saturating_sub(TAIL.iter().sum())..).unwrap_or_default();
    let [d, _tags, x, y] = TAIL.map(|length| {
        let (part, tail) = rest.split_at_checked(length).unwrap_or_default();
        rest = tail;
        part
    });
    // Checks that the point belongs to the key, which a document of another layout would not pass.
    KeyPair::from_ec(&EcComponents { d, x, y })?;
    let text = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
    Ok(
        json!({ "kty": "EC", "crv": "P-256", "alg": "ES256", "use": "sig", "d": text(d), "x": text(x), "y": text(y) }),
    )
}

/// Shows only the algorithm.
impl fmt::Debug for KeyPair {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "KeyPair({:?})", self.algorithm())
    }
}
