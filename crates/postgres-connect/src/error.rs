//! The errors of this crate. None of them holds a value that may be a secret.

use std::error::Error as _;
use std::fmt;
use std::io;
use std::path::PathBuf;
use tokio_postgres::error::SqlState;
use tokio_rustls::rustls;
use tokio_rustls::rustls::pki_types::pem;

/// A connection string, environment variable or file that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum AddressError {
    /// tokio-postgres cannot parse it.
    #[error("it is no connection string of Postgres")]
    Address(#[source] tokio_postgres::Error),
    /// An invalid port.
    #[error("a port must be a number up to 65535")]
    Port,
    /// An unknown `sslmode`.
    #[error("{setting} must be disable, allow, prefer, require, verify-ca or verify-full")]
    Mode {
        /// The parameter or variable.
        setting: &'static str,
    },
    /// An unknown `target_session_attrs`.
    #[error("{setting} must be any, read-write, read-only, primary, standby or prefer-standby")]
    Target {
        /// The parameter or variable.
        setting: &'static str,
    },
    /// `gssencmode=require`.
    #[error("{setting} must be disable or prefer: encryption by GSSAPI is not known here")]
    Gss {
        /// The parameter or variable.
        setting: &'static str,
    },
    /// A parameter that must be a number.
    #[error("{setting} must be a number")]
    Number {
        /// The parameter.
        setting: &'static str,
    },
    /// A parameter that needs a stronger `sslmode`.
    #[error("{with} needs sslmode={needed}")]
    TooWeak {
        /// The parameter.
        with: &'static str,
        /// The weakest `sslmode` that it works with.
        needed: &'static str,
    },
    /// One of `sslcert` and `sslkey` without the other.
    #[error("sslcert and sslkey are of use only together")]
    Half,
    /// A file that cannot be read as PEM.
    #[error("{setting}: cannot read {}: {cause}", .path.display())]
    File {
        /// The parameter or variable.
        setting: &'static str,
        /// The file.
        path: PathBuf,
        /// Why it cannot be read.
        cause: pem::Error,
    },
    /// A certificate or key that rustls rejects.
    #[error("{setting}: what is in {} cannot be used: {cause}", .path.display())]
    Content {
        /// The parameter or variable.
        setting: &'static str,
        /// The file.
        path: PathBuf,
        /// Why rustls rejects it.
        cause: rustls::Error,
    },
    /// The system has no certificate authorities.
    #[error("no certificate that the system trusts is found; sslrootcert can name a file of them")]
    NoSystemRoots,
    /// rustls cannot be configured.
    #[error("TLS cannot be used: {0}")]
    Tls(#[from] rustls::Error),
}

/// No server was reached, or a server rejected the login.
#[derive(Debug)]
pub struct ConnectError {
    cause: tokio_postgres::Error,
    /// `host:port` of each server that the address lists.
    servers: String,
}

impl ConnectError {
    pub(crate) fn new(cause: tokio_postgres::Error, servers: String) -> ConnectError {
        ConnectError { cause, servers }
    }

    pub(crate) fn cause(&self) -> &tokio_postgres::Error {
        &self.cause
    }

    /// The server's SQLSTATE, if it answered.
    pub fn code(&self) -> Option<&SqlState> {
        self.cause.code()
    }

    /// The error of the last attempt without the servers' names, for a pool whose error type this is.
    pub fn into_cause(self) -> tokio_postgres::Error {
        self.cause
    }
}

impl fmt::Display for ConnectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The text of a tokio-postgres error does not include its cause.
        match (self.cause.as_db_error(), self.cause.source()) {
            (Some(server), _) => f.write_str(server.message())?,
            (None, Some(cause)) => write!(f, "{}: {cause}", self.cause)?,
            (None, None) => self.cause.fmt(f)?,
        }
        write!(f, " ({})", self.servers)
    }
}

impl std::error::Error for ConnectError {}

/// The address cannot be used, or the connection failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The address cannot be used.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// The connection failed.
    #[error(transparent)]
    Connect(#[from] ConnectError),
}

/// TLS could not be negotiated.
#[derive(Debug, thiserror::Error)]
pub enum HandshakeError {
    /// The address disables encryption.
    #[error("it was not asked for")]
    NotRequested,
    /// The host's name is not a valid server name.
    #[error("the host has no name that a certificate could be for")]
    Host,
    /// rustls rejected the server's certificate, or the connection failed.
    #[error(transparent)]
    Rejected(#[from] io::Error),
}

/// A connection without login could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The server is not reached.
    #[error("the server is not reached: {0}")]
    Reach(#[from] io::Error),
    /// The server does not offer the TLS that the address requires.
    #[error("the server does not speak TLS")]
    NoTls,
    /// The handshake failed.
    #[error("TLS with the server failed: {0}")]
    Handshake(#[from] HandshakeError),
}

impl OpenError {
    /// Whether the server may be reached with another SSL mode.
    pub fn is_encryption_rejection(&self) -> bool {
        matches!(self, OpenError::Handshake(_))
    }
}
