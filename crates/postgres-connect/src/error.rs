//! Why a database is not reached. No error holds a value that may be a secret.

use std::error::Error as _;
use std::fmt;
use std::path::PathBuf;
use tokio_postgres::Config;
use tokio_postgres::config::Host;
use tokio_postgres::error::SqlState;
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
pub struct ConnectError {
    cause: tokio_postgres::Error,
    /// `host:port` of each server that the address names.
    servers: String,
}

impl ConnectError {
    pub(crate) fn new(cause: tokio_postgres::Error, config: &Config) -> ConnectError {
        ConnectError { cause, servers: servers(config) }
    }

    /// The server's own error code, where it has answered.
    pub fn code(&self) -> Option<&SqlState> {
        self.cause.code()
    }

    /// The error of the last attempt, for a pool that knows no other type. It does not name the servers.
    pub fn into_cause(self) -> tokio_postgres::Error {
        self.cause
    }
}

/// One port may serve all hosts, and a host without a port has the usual one.
fn servers(config: &Config) -> String {
    let ports = config.get_ports();
    let port = |place: usize| ports.get(place).or_else(|| ports.first()).copied().unwrap_or(5432);
    let hosts = config.get_hosts().iter().enumerate();
    let servers = hosts.map(|(place, host)| match host {
        Host::Tcp(name) if name.contains(':') => format!("[{name}]:{}", port(place)),
        Host::Tcp(name) => format!("{name}:{}", port(place)),
        Host::Unix(folder) => format!("{}/.s.PGSQL.{}", folder.display(), port(place)),
    });
    servers.collect::<Vec<_>>().join(", ")
}

impl fmt::Display for ConnectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What tokio-postgres says by itself leaves the cause out.
        match (self.cause.as_db_error(), self.cause.source()) {
            (Some(refusal), _) => f.write_str(refusal.message())?,
            (None, Some(cause)) => write!(f, "{}: {cause}", self.cause)?,
            (None, None) => self.cause.fmt(f)?,
        }
        write!(f, " ({})", self.servers)
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
