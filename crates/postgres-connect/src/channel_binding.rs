//! The channel binding of SCRAM: `tls-server-end-point` of RFC 5929, which hashes the server's certificate with the
//! hash function of its signature. A signature algorithm without a hash function (Ed25519) has no binding.

use crate::der::{OBJECT_IDENTIFIER, SEQUENCE, element};
use sha2::{Digest, Sha256, Sha384, Sha512};

/// OID 1.2.840.113549.1.1, the prefix of the RSA signature algorithms.
const RSA: [u8; 8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01];
/// OID 1.2.840.10045.4, the prefix of the ECDSA signature algorithms: `1` uses SHA-1, `3.n` a hash of SHA-2.
const ECDSA: [u8; 6] = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04];

/// The binding data for a certificate in DER. `None` where the signature algorithm is unknown or defines no hash.
pub fn tls_server_end_point(certificate: &[u8]) -> Option<Vec<u8>> {
    let algorithm = signature_algorithm(certificate)?;
    match (algorithm.strip_prefix(&RSA), algorithm.strip_prefix(&ECDSA)) {
        // RFC 5929 replaces MD5 and SHA-1 by SHA-256.
        (Some([4 | 5 | 11]), _) | (_, Some([1] | [3, 2])) => Some(Sha256::digest(certificate).to_vec()),
        (Some([12]), _) | (_, Some([3, 3])) => Some(Sha384::digest(certificate).to_vec()),
        (Some([13]), _) | (_, Some([3, 4])) => Some(Sha512::digest(certificate).to_vec()),
        _ => None,
    }
}

/// `Certificate ::= SEQUENCE { TBSCertificate, SEQUENCE { algorithm, … }, signature }`.
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
    fn the_hash_function_is_that_of_the_signature() {
        let with_256 = certificate(&rcgen::PKCS_ECDSA_P256_SHA256);
        assert_eq!(tls_server_end_point(&with_256).unwrap(), Sha256::digest(&with_256).to_vec());
        let with_384 = certificate(&rcgen::PKCS_ECDSA_P384_SHA384);
        assert_eq!(tls_server_end_point(&with_384).unwrap(), Sha384::digest(&with_384).to_vec());
    }

    #[test]
    fn ed25519_and_truncated_certificates_have_no_binding() {
        assert_eq!(tls_server_end_point(&certificate(&rcgen::PKCS_ED25519)), None);
        let whole = certificate(&rcgen::PKCS_ECDSA_P256_SHA256);
        for length in [0, 1, 2, 3, 4, 50, whole.len() - 1] {
            assert_eq!(tls_server_end_point(&whole[..length]), None);
        }
        assert_eq!(tls_server_end_point(&[SEQUENCE, 0x85, 1, 1, 1, 1, 1]), None);
    }
}
