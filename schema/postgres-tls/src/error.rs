//! Why a database is not reached. No error holds a value that may be a secret.

use std::error::Error as _;
use std::fmt;
use std::path::PathBuf;
use tokio_rustls::rustls;
use tokio_rustls::rustls::pki_types::pem;

/// A connection string that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum AddressError {
    #[error("it is no connection string of Postgres")]
    Address(#[source] tokio_postgres::Error),
    #[error("a port must be a number up to 65535")]
    Port,
    #[error("{setting} must be disable, allow, prefer, require, verify-ca or verify-full")]
    Mode { setting: &'static str },
    #[error("{setting} must be any, read-write, read-only, primary, standby or prefer-standby")]
    Target { setting: &'static str },
    #[error("{setting} must be disable or prefer: encryption by GSSAPI is not known here")]
    Gss { setting: &'static str },
    #[error("{setting} must be a number")]
    Number { setting: &'static str },
    #[error("{with} needs sslmode={needed}")]
    TooWeak { with: &'static str, needed: &'static str },
    #[error("sslcert and sslkey are of use only together")]
    Half,
    #[error("{setting}: cannot read {}: {cause}", .path.display())]
    File { setting: &'static str, path: PathBuf, cause: pem::Error },
    #[error("{setting}: what is in {} cannot be used: {cause}", .path.display())]
    Content { setting: &'static str, path: PathBuf, cause: rustls::Error },
    #[error("no certificate that the system trusts is found; sslrootcert can name a file of them")]
    NoSystemRoots,
    #[error("TLS cannot be used: {0}")]
    Tls(#[from] rustls::Error),
}

/// A server that is not reached, or that refuses.
#[derive(Debug)]
pub struct ConnectError(pub tokio_postgres::Error);

impl fmt::Display for ConnectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What tokio-postgres says by itself leaves the cause out.
        match (self.0.as_db_error(), self.0.source()) {
            (Some(refusal), _) => f.write_str(refusal.message()),
            (None, Some(cause)) => write!(f, "{}: {cause}", self.0),
            (None, None) => self.0.fmt(f),
        }
    }
}

impl std::error::Error for ConnectError {}

/// Either of them.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Address(#[from] AddressError),
    #[error(transparent)]
    Connect(#[from] ConnectError),
}
