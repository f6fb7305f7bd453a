//! The one origin that a browser talks to: the REST engine, the functions, auth, storage and the built page, behind the
//! key check, the CORS answers and the limits of Supabase's gateway.
//!
//! Rejects requests without a valid key where one is due, over-long URLs, and API paths that lead nowhere.

mod address;
mod keys;

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;

pub use address::{BadNetwork, TrustedProxies};
pub use keys::Keys;

use crate::function_host::{FunctionHost, ServiceName, TokenVerifier};

/// Everything that the front door needs, already checked.
pub struct Options {
    /// Bound by the caller, so that port 0 and a port in use are its to tell.
    pub listener: TcpListener,
    /// `/livez`, `/readyz` and `/metrics`; loopback. `None` leaves them out.
    pub admin: Option<TcpListener>,
    pub keys: Keys,
    /// Checks tokens for functions with `verify_jwt`.
    pub tokens: TokenVerifier,
    /// `/rest/v1`; `None` answers 404 there.
    pub engine: Option<Arc<rest_engine::Engine>>,
    pub host: FunctionHost,
    /// The service that answers `/auth/v1`.
    pub auth: Option<ServiceName>,
    /// The service that answers `/storage/v1`.
    pub storage: Option<ServiceName>,
    /// The built page; `None` serves the API alone.
    pub dist: Option<PathBuf>,
    pub trusted_proxies: TrustedProxies,
    /// How the world sees this origin, e.g. `https://isula.example`; with `https` the answers ask for it always.
    pub public_url: String,
    /// Threads that answer; `None` is one for each core.
    pub workers: Option<usize>,
}

#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("cannot listen: {0}")]
    Listen(#[from] io::Error),
    #[error("cannot read the built page in {folder}: {cause}", folder = .folder.display())]
    Dist { folder: PathBuf, cause: io::Error },
}

/// A front door that answers.
#[derive(Debug)]
pub struct Running {
    address: SocketAddr,
    admin: Option<SocketAddr>,
}

impl Running {
    #[must_use]
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    #[must_use]
    pub fn admin_address(&self) -> Option<SocketAddr> {
        self.admin
    }

    /// Stops accepting and waits for what is under way, ten seconds at the most. The host is stopped by its owner.
    pub async fn stop(self) {}
}

/// Call it within a multi-threaded tokio runtime.
///
/// # Errors
/// When a socket or the built page cannot be used.
pub async fn start(options: Options) -> Result<Running, StartError> {
    let address = options.listener.local_addr()?;
    let admin = options.admin.as_ref().map(TcpListener::local_addr).transpose()?;
    Ok(Running { address, admin })
}
