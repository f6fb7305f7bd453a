//! The one origin that a browser talks to: the REST engine, the functions, auth, storage and the built page, behind the
//! key check, the CORS answers and the limits of Supabase's gateway.
//!
//! Rejects requests without a valid key where one is due, over-long URLs, and API paths that lead nowhere.

mod address;
mod admin;
mod admission;
mod body_timeout;
mod compress;
mod cors;
mod credentials;
mod forwarded;
mod keys;
mod metrics;
mod not_served;
mod observe;
mod page;
mod proxy;
mod refusal;
mod route;
mod routes;
mod server;
mod upstreams;

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;

pub use address::{BadNetwork, TrustedProxies};
pub(crate) use body_timeout::limit_body_time;
pub use keys::Keys;
pub use not_served::NOT_SERVED;
pub(crate) use server::allow_many_connections;

use self::metrics::Metrics;
use self::page::{Site, Values};
use self::server::Server;
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
    /// `/rest/v1`; `None` answers 501 there.
    pub engine: Option<Arc<rest_engine::Engine>>,
    pub host: FunctionHost,
    /// The service that answers `/auth/v1`; `None` answers 501 there.
    pub auth: Option<ServiceName>,
    /// The service that answers `/storage/v1`; `None` answers 501 there.
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

/// What the handlers share.
struct Door {
    keys: Keys,
    tokens: TokenVerifier,
    engine: Option<Arc<rest_engine::Engine>>,
    host: FunctionHost,
    auth: Option<ServiceName>,
    storage: Option<ServiceName>,
    site: Option<Site>,
    trusted_proxies: TrustedProxies,
    https_only: bool,
    metrics: Metrics,
}

/// A front door that answers.
#[derive(Debug)]
pub struct Running {
    public: Server,
    admin: Option<Server>,
}

impl Running {
    #[must_use]
    pub fn port(&self) -> u16 {
        self.address().port()
    }

    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.public.address()
    }

    #[must_use]
    pub fn admin_address(&self) -> Option<SocketAddr> {
        self.admin.as_ref().map(Server::address)
    }

    /// Stops accepting and waits for what is under way, ten seconds at the most. The host is stopped by its owner, after
    /// this, since requests under way may need it.
    pub async fn stop(self) {
        self.public.stop().await;
        if let Some(admin) = self.admin {
            admin.stop().await;
        }
    }
}

/// Call it within a multi-threaded tokio runtime.
///
/// # Errors
/// When a socket or the built page cannot be used.
pub async fn start(options: Options) -> Result<Running, StartError> {
    let site = match options.dist {
        Some(folder) => {
            let (anon_key, public_url) = (options.keys.anon.clone(), options.public_url.clone());
            Some(read_site(folder, Values { anon_key, public_url }).await?)
        }
        None => None,
    };
    let door = actix_web::web::Data::new(Door {
        keys: options.keys,
        tokens: options.tokens,
        engine: options.engine,
        host: options.host,
        auth: options.auth,
        storage: options.storage,
        site,
        trusted_proxies: options.trusted_proxies,
        https_only: options.public_url.starts_with("https://"),
        metrics: Metrics::default(),
    });
    let admin = match options.admin {
        Some(listener) => Some(server::admin(listener, door.clone())?),
        None => None,
    };
    Ok(Running { public: server::public(options.listener, door, options.workers)?, admin })
}

async fn read_site(folder: PathBuf, values: Values) -> Result<Site, StartError> {
    let place = folder.clone();
    let read = move || Site::read(&place, &values).inspect(|_| service_kit::serve::release_free_memory());
    tokio::task::spawn_blocking(read)
        .await
        .unwrap_or_else(|panicked| Err(io::Error::other(panicked)))
        .map_err(|cause| StartError::Dist { folder, cause })
}
