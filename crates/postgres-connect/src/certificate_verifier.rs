//! Verifies the server's certificate by libpq's rules. Below `verify-ca` and without `sslrootcert`, every certificate
//! is accepted. Otherwise it must be signed by one of the root certificates or be one of them, and with `verify-full`
//! it must carry the host's name. Rejects an `sslrootcert` file without a certificate.

use crate::certificate_validity;
use crate::error::AddressError;
use crate::parameters::Parameters;
use crate::pem::certificates;
use crate::ssl_mode::Mode;
use std::path::PathBuf;
use tokio_rustls::rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use tokio_rustls::rustls::client::{verify_server_cert_signed_by_trust_anchor, verify_server_name};
use tokio_rustls::rustls::crypto::{
    WebPkiSupportedAlgorithms, verify_tls12_signature, verify_tls13_signature,
};
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use tokio_rustls::rustls::server::ParsedCertificate;
use tokio_rustls::rustls::{DigitallySignedStruct, Error, RootCertStore, SignatureScheme};

/// The verifier of one address.
#[derive(Debug)]
pub struct CertificateVerifier {
    /// `None` accepts every certificate.
    roots: Option<Roots>,
    checks_name: bool,
    algorithms: WebPkiSupportedAlgorithms,
}

#[derive(Debug)]
struct Roots {
    store: RootCertStore,
    /// The certificates of the root file. A server may present one of these itself: a pinned certificate.
    pinned: Vec<CertificateDer<'static>>,
}

impl CertificateVerifier {
    /// Reads the root certificates.
    ///
    /// # Errors
    /// When the file of `sslrootcert` cannot be used, or the system has no certificate authorities.
    pub fn new(
        mode: Mode,
        parameters: &Parameters,
        algorithms: WebPkiSupportedAlgorithms,
    ) -> Result<CertificateVerifier, AddressError> {
        let roots = match &parameters.roots {
            Some(_) if parameters.trusts_system() => Some(Roots::from_system()?),
            // As with libpq, a root file is checked against in every mode.
            Some(file) => {
                let path = PathBuf::from(&file.value);
                let unusable = |cause| AddressError::Content { setting: file.name, path, cause };
                Some(Roots::from_certificates(certificates(file)?).map_err(unusable)?)
            }
            None if mode >= Mode::VerifyCa => Some(Roots::from_system()?),
            None => None,
        };
        Ok(CertificateVerifier { roots, checks_name: mode == Mode::VerifyFull, algorithms })
    }
}

impl Roots {
    fn from_system() -> Result<Roots, AddressError> {
        let mut store = RootCertStore::empty();
        store.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        if store.is_empty() {
            return Err(AddressError::NoSystemRoots);
        }
        Ok(Roots { store, pinned: Vec::new() })
    }

    fn from_certificates(certificates: Vec<CertificateDer<'static>>) -> Result<Roots, Error> {
        let mut store = RootCertStore::empty();
        for certificate in &certificates {
            store.add(certificate.clone())?;
        }
        Ok(Roots { store, pinned: certificates })
    }
}

impl ServerCertVerifier for CertificateVerifier {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        host: &ServerName<'_>,
        _ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let Some(roots) = &self.roots else { return Ok(ServerCertVerified::assertion()) };
        let parsed = ParsedCertificate::try_from(certificate)?;
        if roots.pinned.contains(certificate) {
            // A pinned certificate needs no issuer, and webpki rejects a self-signed one, as `openssl req -x509` makes
            // it. Its validity period remains to be checked.
            certificate_validity::check(certificate, now)?;
        } else {
            let algorithms = self.algorithms.all;
            verify_server_cert_signed_by_trust_anchor(&parsed, &roots.store, intermediates, now, algorithms)?;
        }
        if self.checks_name {
            verify_server_name(&parsed, host)?;
        }
        Ok(ServerCertVerified::assertion())
    }

    // Checked even where every certificate is accepted: SCRAM binds the login to the certificate, so the server must
    // prove that it owns the private key.
    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signed, &self.algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signed, &self.algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.algorithms.supported_schemes()
    }
}
