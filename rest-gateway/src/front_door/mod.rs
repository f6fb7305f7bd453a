//! The single origin that clients talk to: the REST engine, functions, auth, storage, realtime and the built site, behind the API
//! key check, CORS and limits of Supabase's gateway.
//!
//! - `observe`, `admission`, `compress`: middleware, from the outside in. `trace`: the span of a request.
//! - `routes`, `upstreams`, `page`, `admin`: the routing table and the handlers.
//! - `proxy`: forwards a request to a service process over its Unix socket.
//! - `state`: what the handlers share. `lifecycle`: the graceful end. `readiness`, `metrics`: the admin port's answers.
//!
//! Rejects requests without a valid API key on routes that need one, URLs that are too long, and unknown API paths.

mod admin;
mod admission;
mod compress;
mod content_coding;
mod cors;
mod credentials;
mod error;
mod forwarded;
mod gzip;
mod keys;
mod lifecycle;
mod metrics;
mod not_served;
mod observe;
mod page;
mod proxy;
mod readiness;
mod request_id;
mod route;
mod routes;
mod server;
mod signed_keys;
mod state;
mod trace;
mod upstreams;

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

pub use keys::Keys;
pub use not_served::NOT_SERVED;
pub use page::{PathPattern, PathPatternError};
pub use readiness::{Check, Probe};

pub use crate::http_server::{CertificateError, Certificates};

use self::lifecycle::Lifecycle;
use self::metrics::Metrics;
use self::page::{Site, Values};
use self::readiness::Readiness;
use self::server::Server;
use self::signed_keys::SignedKeys;
use self::state::AppState;
use crate::function_host::{FunctionHost, ServiceName, TokenVerifier};
use crate::session_check::SessionCheck;
use crate::trusted_proxies::TrustedProxies;

/// The front door's configuration, already validated.
pub struct Options {
    /// The public port. The caller binds it, so that the caller can report a port in use and read the number behind
    /// port 0.
    pub listener: TcpListener,
    /// The certificate of the public port. With one, clients on other machines must use TLS.
    pub certificates: Option<Arc<Certificates>>,
    /// The admin port: `/livez`, `/readyz` and `/metrics`. `None` disables it. Must not be reachable from outside.
    pub admin: Option<TcpListener>,
    pub keys: Keys,
    /// Verifies tokens for functions with `verify_jwt`, and API keys that are not in `keys`.
    pub tokens: TokenVerifier,
    /// Checks the sessions of access tokens; `None` accepts them until they expire.
    pub sessions: Option<SessionCheck>,
    /// `/rest/v1`; `None` answers 501 there.
    pub engine: Option<Arc<rest_engine::Engine>>,
    pub host: FunctionHost,
    /// The service behind `/auth/v1`; `None` answers 501 there.
    pub auth: Option<ServiceName>,
    /// Whether `/auth/v1` needs an API key, as on the hosted platform. The gateway of Supabase's CLI asks for none.
    pub auth_needs_key: bool,
    /// The service behind `/storage/v1`; `None` answers 501 there.
    pub storage: Option<ServiceName>,
    /// The service behind `/realtime/v1`; `None` answers 501 there.
    pub realtime: Option<ServiceName>,
    /// The folder of the built site; `None` serves only the API.
    pub dist: Option<PathBuf>,
    /// The functions that fill in documents of the site, by path.
    pub site_functions: Vec<(PathPattern, ServiceName)>,
    /// The style of the site's street map.
    pub map_style_url: Option<String>,
    pub trusted_proxies: TrustedProxies,
    /// The public URL of this origin, e.g. `https://isula.example`. With `https`, responses carry HSTS.
    pub public_url: String,
    /// Worker threads; `None` is one per core.
    pub workers: Option<usize>,
    /// Checks of other systems, for `/readyz`.
    pub checks: Vec<Check>,
    /// The duration from which a request is logged as slow; `None` logs none.
    pub slow_after: Option<Duration>,
    /// How long requests in flight may take once the listener has closed. Each also has the limits of its service.
    pub drain: Duration,
}

/// Why the front door did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("cannot listen: {0}")]
    Listen(#[from] io::Error),
    #[error("cannot read the built page in {folder}: {cause}", folder = .folder.display())]
    Dist { folder: PathBuf, cause: io::Error },
}

/// A running front door.
#[derive(Debug)]
pub struct Running {
    public: Server,
    admin: Option<Server>,
    lifecycle: Lifecycle,
}

impl Running {
    /// The public port.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.address().port()
    }

    /// The address of the public port.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.public.address()
    }

    /// The address of the admin port, if there is one.
    #[must_use]
    pub fn admin_address(&self) -> Option<SocketAddr> {
        self.admin.as_ref().map(Server::address)
    }

    /// Prepares for the shutdown: `/readyz` answers 503 from now on, and connections end with their next response.
    /// Requests are still accepted, for a load balancer that has not noticed yet.
    pub fn drain(&self) {
        self.lifecycle.drain();
    }

    /// Graceful shutdown: closes the listener and the tunnels, and waits for requests in flight. The caller stops the
    /// function host afterwards, because requests in flight may still need it.
    pub async fn stop(self) {
        self.lifecycle.close();
        self.public.stop().await;
        if let Some(admin) = self.admin {
            admin.stop().await;
        }
    }
}

/// Starts both servers. Must be called in a multi-threaded tokio runtime.
///
/// # Errors
/// When a socket cannot be used or the built site cannot be read.
pub async fn start(options: Options) -> Result<Running, StartError> {
    let site = match options.dist {
        Some(folder) => {
            let values = Values {
                anon_key: options.keys.anon.clone(),
                public_url: options.public_url.clone(),
                map_style_url: options.map_style_url,
            };
            Some(read_site(folder, values, options.site_functions).await?)
        }
        None => None,
    };
    let lifecycle = Lifecycle::default();
    let state = actix_web::web::Data::new(AppState {
        keys: options.keys,
        signed_keys: SignedKeys::new(options.tokens.clone()),
        tokens: options.tokens,
        sessions: options.sessions,
        engine: options.engine,
        host: options.host,
        auth: options.auth,
        auth_needs_key: options.auth_needs_key,
        storage: options.storage,
        realtime: options.realtime,
        site,
        trusted_proxies: options.trusted_proxies,
        https_only: options.public_url.starts_with("https://"),
        metrics: Metrics::default(),
        lifecycle: lifecycle.clone(),
        readiness: Readiness::new(options.checks),
        slow_after: options.slow_after,
    });
    let admin = match options.admin {
        Some(listener) => Some(server::admin(listener, state.clone())?),
        None => None,
    };
    let (workers, drain) = (options.workers, options.drain);
    let public = server::public(options.listener, options.certificates, state, workers, drain)?;
    Ok(Running { public, admin, lifecycle })
}

async fn read_site(
    folder: PathBuf,
    values: Values,
    functions: Vec<(PathPattern, ServiceName)>,
) -> Result<Site, StartError> {
    let place = folder.clone();
    let read =
        move || Site::read(&place, values, &functions).inspect(|_| service_kit::serve::release_free_memory());
    tokio::task::spawn_blocking(read)
        .await
        .unwrap_or_else(|panicked| Err(io::Error::other(panicked)))
        .map_err(|cause| StartError::Dist { folder, cause })
}
