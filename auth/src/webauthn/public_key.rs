//! Public keys in COSE's form (RFC 9052), and the verification of their signatures.

use ring::signature::{self, RsaParameters, RsaPublicKeyComponents, UnparsedPublicKey};

use super::cbor::{self, Value};
use super::error::{Result, WebAuthnError};

/// The algorithms that the options of a registration name, in the order of preference: ES256, EdDSA, ES384, and RSA
/// with PKCS #1 v1.5 and with PSS, which Windows Hello uses.
pub(super) const ALGORITHMS: [i64; 9] = [-7, -8, -35, -257, -258, -259, -37, -38, -39];

const KEY_TYPE: i64 = 1;
const ALGORITHM: i64 = 3;
const CURVE: i64 = -1;
const OCTET_KEY_PAIR: i64 = 1;
const ELLIPTIC_CURVE: i64 = 2;
const RSA: i64 = 3;

/// A public key.
pub(super) struct PublicKey<'a> {
    /// COSE's number.
    pub algorithm: i64,
    key: Value<'a>,
}

impl<'a> PublicKey<'a> {
    /// # Errors
    /// For a key of another algorithm than [`ALGORITHMS`].
    pub fn parse(cose: &'a [u8]) -> Result<PublicKey<'a>> {
        let (key, rest) = cbor::read(cose)?;
        let algorithm = key.numbered(ALGORITHM).and_then(Value::integer);
        let Some(algorithm) = algorithm.filter(|algorithm| ALGORITHMS.contains(algorithm)) else {
            return Err(WebAuthnError::UnsupportedKey);
        };
        if rest.is_empty() { Ok(PublicKey { algorithm, key }) } else { Err(WebAuthnError::Malformed("key")) }
    }

    /// Checks a signature of `message`.
    pub fn verify(&self, message: &[u8], signature: &[u8]) -> Result<()> {
        let verified = match (self.algorithm, self.number(KEY_TYPE)?) {
            (-7, ELLIPTIC_CURVE) if self.number(CURVE)? == 1 => {
                UnparsedPublicKey::new(&signature::ECDSA_P256_SHA256_ASN1, self.point(32)?)
                    .verify(message, signature)
            }
            (-35, ELLIPTIC_CURVE) if self.number(CURVE)? == 2 => {
                UnparsedPublicKey::new(&signature::ECDSA_P384_SHA384_ASN1, self.point(48)?)
                    .verify(message, signature)
            }
            (-8, OCTET_KEY_PAIR) if self.number(CURVE)? == 6 => {
                UnparsedPublicKey::new(&signature::ED25519, self.bytes(-2)?).verify(message, signature)
            }
            (algorithm, RSA) => {
                let (n, e) = (self.bytes(-1)?, self.bytes(-2)?);
                RsaPublicKeyComponents { n, e }.verify(rsa(algorithm)?, message, signature)
            }
            _ => return Err(WebAuthnError::UnsupportedKey),
        };
        verified.map_err(|_| WebAuthnError::InvalidSignature)
    }

    /// The uncompressed point of an elliptic curve whose coordinates have `size` bytes.
    fn point(&self, size: usize) -> Result<Vec<u8>> {
        let (x, y) = (self.bytes(-2)?, self.bytes(-3)?);
        if x.len() != size || y.len() != size {
            return Err(WebAuthnError::Malformed("key"));
        }
        Ok([&[4], x, y].concat())
    }

    fn number(&self, label: i64) -> Result<i64> {
        self.key.numbered(label).and_then(Value::integer).ok_or(WebAuthnError::Malformed("key"))
    }

    fn bytes(&self, label: i64) -> Result<&'a [u8]> {
        self.key.numbered(label).and_then(Value::bytes).ok_or(WebAuthnError::Malformed("key"))
    }
}

fn rsa(algorithm: i64) -> Result<&'static RsaParameters> {
    match algorithm {
        -257 => Ok(&signature::RSA_PKCS1_2048_8192_SHA256),
        -258 => Ok(&signature::RSA_PKCS1_2048_8192_SHA384),
        -259 => Ok(&signature::RSA_PKCS1_2048_8192_SHA512),
        -37 => Ok(&signature::RSA_PSS_2048_8192_SHA256),
        -38 => Ok(&signature::RSA_PSS_2048_8192_SHA384),
        -39 => Ok(&signature::RSA_PSS_2048_8192_SHA512),
        _ => Err(WebAuthnError::UnsupportedKey),
    }
}
