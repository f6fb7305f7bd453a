//! What a login by SCRAM is bound to: the hash of the server's certificate that RFC 5929 calls `tls-server-end-point`,
//! by the hash of the certificate's own signature. A certificate that is signed in another way has none, and the login
//! is then not bound.

use crate::der::{OBJECT_IDENTIFIER, SEQUENCE, element};
use sha2::{Digest, Sha256, Sha384, Sha512};

/// 1.2.840.113549.1.1, of which each algorithm is one.
const RSA: [u8; 8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01];
/// 1.2.840.10045.4: `1` is with SHA-1, `3.n` with another.
const ECDSA: [u8; 6] = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04];

/// The hash for a certificate in DER.
pub fn hash(certificate: &[u8]) -> Option<Vec<u8>> {
    let algorithm = signature_algorithm(certificate)?;
    match (algorithm.strip_prefix(&RSA), algorithm.strip_prefix(&ECDSA)) {
        // Instead of MD5 and SHA-1 it is SHA-256 as well.
        (Some([4 | 5 | 11]), _) | (_, Some([1] | [3, 2])) => Some(Sha256::digest(certificate).to_vec()),
        (Some([12]), _) | (_, Some([3, 3])) => Some(Sha384::digest(certificate).to_vec()),
        (Some([13]), _) | (_, Some([3, 4])) => Some(Sha512::digest(certificate).to_vec()),
        _ => None,
    }
}

/// `Certificate ::= SEQUENCE { what is signed, SEQUENCE { algorithm, … }, signature }`.
fn signature_algorithm(certificate: &[u8]) -> Option<&[u8]> {
    let (certificate, _) = element(certificate, SEQUENCE)?;
    let (_, after) = element(certificate, SEQUENCE)?;
    let (identifier, _) = element(after, SEQUENCE)?;
    Some(element(identifier, OBJECT_IDENTIFIER)?.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rcgen::{CertificateParams, KeyPair, SignatureAlgorithm};

    fn certificate(algorithm: &'static SignatureAlgorithm) -> Vec<u8> {
        let key = KeyPair::generate_for(algorithm).unwrap();
        let certificate =
            CertificateParams::new(["localhost".to_owned()]).unwrap().self_signed(&key).unwrap();
        certificate.der().to_vec()
    }

    #[test]
    fn the_hash_is_that_of_the_signature() {
        let with_256 = certificate(&rcgen::PKCS_ECDSA_P256_SHA256);
        assert_eq!(hash(&with_256).unwrap(), Sha256::digest(&with_256).to_vec());
        let with_384 = certificate(&rcgen::PKCS_ECDSA_P384_SHA384);
        assert_eq!(hash(&with_384).unwrap(), Sha384::digest(&with_384).to_vec());
    }

    #[test]
    fn a_signature_without_a_hash_of_its_own_and_what_is_no_certificate_have_none() {
        assert_eq!(hash(&certificate(&rcgen::PKCS_ED25519)), None);
        let whole = certificate(&rcgen::PKCS_ECDSA_P256_SHA256);
        for length in [0, 1, 2, 3, 4, 50, whole.len() - 1] {
            assert_eq!(hash(&whole[..length]), None);
        }
        assert_eq!(hash(&[SEQUENCE, 0x85, 1, 1, 1, 1, 1]), None);
    }
}
