//! The certificate of the public port, from files that are read again when they change.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use service_kit::watched_file::WatchedFile;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{self, ServerConfig};

/// The protocols that a client may choose in the handshake (ALPN), the preferred one first.
const PROTOCOLS: [&[u8]; 2] = [HTTP2, b"http/1.1"];
pub(super) const HTTP2: &[u8] = b"h2";

/// Why a certificate cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CertificateError {
    #[error("{path} cannot be read: {cause}", path = .path.display())]
    Unreadable { path: PathBuf, cause: pem::Error },
    #[error("the certificate cannot be used with its key: {0}")]
    Unusable(#[from] rustls::Error),
    #[error("the files of the certificate cannot be followed: {0}")]
    Follow(#[from] io::Error),
}

/// A certificate with its chain and its key.
#[derive(Debug)]
pub struct Certificates {
    chain: PathBuf,
    key: PathBuf,
    current: RwLock<Arc<ServerConfig>>,
}

impl Certificates {
    /// Reads the PEM files of the chain, in which the server's own certificate is the first, and of its key. A change of
    /// one of them is noticed within a second; one that cannot be used is logged and changes nothing.
    ///
    /// # Errors
    /// When a file cannot be read, or the two do not belong together.
    pub fn follow(chain: PathBuf, key: PathBuf) -> Result<Arc<Certificates>, CertificateError> {
        let mut files = [&chain, &key].map(|path| WatchedFile::new(path.clone()));
        // The versions are recorded before the files are read, so that a change in between is noticed.
        let recorded = files.iter_mut().try_for_each(|file| file.read_if_changed().map(drop));
        let current = RwLock::new(Arc::new(read(&chain, &key)?));
        recorded?;
        let certificates = Arc::new(Certificates { chain, key, current });
        for file in files {
            file.follow(&certificates, |certificates, _| {
                certificates.reload().map_err(|error| error.to_string())
            })?;
        }
        Ok(certificates)
    }

    pub(super) fn acceptor(&self) -> TlsAcceptor {
        TlsAcceptor::from(Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner)))
    }

    fn reload(&self) -> Result<(), CertificateError> {
        let config = Arc::new(read(&self.chain, &self.key)?);
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = config;
        Ok(())
    }
}

fn read(chain: &Path, key: &Path) -> Result<ServerConfig, CertificateError> {
    let unreadable = |path: &Path, cause| CertificateError::Unreadable { path: path.to_owned(), cause };
    let certificates = || CertificateDer::pem_file_iter(chain)?.collect::<Result<Vec<_>, _>>();
    let certificates = certificates().map_err(|cause| unreadable(chain, cause))?;
    let key = PrivateKeyDer::from_pem_file(key).map_err(|cause| unreadable(key, cause))?;
    let mut config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(certificates, key)?;
    config.alpn_protocols = PROTOCOLS.map(<[u8]>::to_vec).to_vec();
    Ok(config)
}
