//! Whom a connection trusts. Without `sslrootcert` and below `verify-ca` anybody, with it those whom its certificates
//! vouch for, and with `verify-full` only under the host's own name. Rejects a file without a certificate.

use crate::error::AddressError;
use crate::mode::Mode;
use crate::parameters::Parameters;
use crate::tls::certificates;
use crate::validity;
use std::path::PathBuf;
use tokio_rustls::rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use tokio_rustls::rustls::client::{verify_server_cert_signed_by_trust_anchor, verify_server_name};
use tokio_rustls::rustls::crypto::{
    WebPkiSupportedAlgorithms, verify_tls12_signature, verify_tls13_signature,
};
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use tokio_rustls::rustls::server::ParsedCertificate;
use tokio_rustls::rustls::{DigitallySignedStruct, Error, RootCertStore, SignatureScheme};

#[derive(Debug)]
pub struct Trust {
    /// None where anybody is trusted.
    roots: Option<Roots>,
    checks_name: bool,
    algorithms: WebPkiSupportedAlgorithms,
}

#[derive(Debug)]
struct Roots {
    store: RootCertStore,
    /// Those that a file names. A server may show one of these as its own.
    named: Vec<CertificateDer<'static>>,
}

impl Trust {
    pub fn new(
        mode: Mode,
        parameters: &Parameters,
        algorithms: WebPkiSupportedAlgorithms,
    ) -> Result<Trust, AddressError> {
        let roots = match &parameters.roots {
            Some(_) if parameters.trusts_the_system() => Some(Roots::of_system()?),
            // As with libpq: a file is there to be used, whatever the mode.
            Some(file) => {
                let path = PathBuf::from(&file.value);
                let unusable = |cause| AddressError::Content { setting: file.name, path, cause };
                Some(Roots::named(certificates(file)?).map_err(unusable)?)
            }
            None if mode >= Mode::VerifyCa => Some(Roots::of_system()?),
            None => None,
        };
        Ok(Trust { roots, checks_name: mode == Mode::VerifyFull, algorithms })
    }
}

impl Roots {
    fn of_system() -> Result<Roots, AddressError> {
        let mut store = RootCertStore::empty();
        store.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        if store.is_empty() {
            return Err(AddressError::NoSystemRoots);
        }
        Ok(Roots { store, named: Vec::new() })
    }

    fn named(named: Vec<CertificateDer<'static>>) -> Result<Roots, Error> {
        let mut store = RootCertStore::empty();
        for certificate in &named {
            store.add(certificate.clone())?;
        }
        Ok(Roots { store, named })
    }
}

impl ServerCertVerifier for Trust {
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
        if roots.named.contains(certificate) {
            // A pinned certificate has no issuer to ask, and webpki refuses one that signed itself, as
            // `openssl req -x509` makes it. What remains to be checked is its period.
            validity::check(certificate, now)?;
        } else {
            let algorithms = self.algorithms.all;
            verify_server_cert_signed_by_trust_anchor(&parsed, &roots.store, intermediates, now, algorithms)?;
        }
        if self.checks_name {
            verify_server_name(&parsed, host)?;
        }
        Ok(ServerCertVerified::assertion())
    }

    // Also where anybody is trusted: a login by SCRAM is bound to the certificate, which whoever shows it must own.
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
