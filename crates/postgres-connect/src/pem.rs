//! Reads certificates and private keys from the PEM files that settings name.

use crate::error::AddressError;
use crate::parameters::Setting;
use std::path::PathBuf;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// The certificates of a PEM file.
///
/// # Errors
/// When the file cannot be read or holds no certificate.
pub fn certificates(setting: &Setting) -> Result<Vec<CertificateDer<'static>>, AddressError> {
    let read = || {
        let all: Vec<_> = CertificateDer::pem_file_iter(&setting.value)?.collect::<Result<_, _>>()?;
        if all.is_empty() {
            CertificateDer::from_pem_file(&setting.value).map(|one| vec![one])
        } else {
            Ok(all)
        }
    };
    read().map_err(|cause| unreadable(setting, cause))
}

/// The private key of a PEM file.
pub fn private_key(setting: &Setting) -> Result<PrivateKeyDer<'static>, AddressError> {
    PrivateKeyDer::from_pem_file(&setting.value).map_err(|cause| unreadable(setting, cause))
}

fn unreadable(setting: &Setting, cause: pem::Error) -> AddressError {
    AddressError::File { setting: setting.name, path: PathBuf::from(&setting.value), cause }
}
