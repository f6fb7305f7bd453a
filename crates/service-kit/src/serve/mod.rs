//! Runs a service process: listens, answers `/_internal/health`, wraps every handler in the boundary, and drains
//! requests at SIGTERM.
//!
//! A process whose environment is incomplete or whose address is taken logs one line and exits with failure.

mod boundary;
mod listen;
mod memory;
mod parent;
mod scheduling;
mod start_error;

pub use memory::{release_free_memory, tune_allocator};
pub use parent::die_with_parent;
pub use scheduling::{set_batch_scheduling, set_idle_scheduling};

use crate::environment::{Aliases, Environment};
use crate::rate_limit::{Limiter, RateLimit};
use actix_web::middleware::from_fn;
use actix_web::web::{self, ServiceConfig};
use actix_web::{App, HttpServer, rt};
use boundary::AccessLog;
use boundary::BoundaryRules;
use listen::Listener;
use serde::Serialize;
use start_error::StartError;
use std::future::{Future, poll_fn};
use std::num::NonZeroUsize;
use std::pin::pin;
use std::process::ExitCode;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

/// How long requests in flight may take after SIGTERM.
const DRAIN_SECONDS: u64 = 10;
/// The timeout for a request's headers.
const HEADER_TIMEOUT: Duration = Duration::from_secs(10);

/// The response body of `/_internal/health`: `{"message": "ok"}`.
#[derive(Serialize)]
pub struct Health {
    message: &'static str,
}

/// What a kind of services has in common beyond [`serve()`].
#[derive(Clone, Copy, Debug, Default)]
pub struct ServeOptions {
    /// The rate limit per address, unless the environment sets another one. `None` is unlimited.
    pub rate_limit: Option<RateLimit>,
    /// Whether a response without `Cache-Control` gets `no-store`.
    pub no_store: bool,
    /// Other names of variables.
    pub aliases: Aliases,
    /// Threads that handle requests. `None` is one.
    pub threads: Option<NonZeroUsize>,
    /// Paths that begin so have a handler for OPTIONS. Other paths answer each OPTIONS request as a CORS preflight.
    pub options_below: Option<&'static str>,
}

/// Runs the process `name` until SIGTERM or SIGINT. `configure` reads the environment and returns the closure that
/// registers routes and app data.
pub fn serve<C, R, E>(name: &'static str, configure: C) -> ExitCode
where
    C: FnOnce(&Environment) -> Result<R, E> + 'static,
    R: Fn(&mut ServiceConfig) + Send + Sync + 'static,
    E: std::fmt::Display,
{
    serve_with(name, ServeOptions::default(), configure)
}

/// Like [`serve()`], with options.
pub fn serve_with<C, R, E>(name: &'static str, options: ServeOptions, configure: C) -> ExitCode
where
    C: FnOnce(&Environment) -> Result<R, E> + 'static,
    R: Fn(&mut ServiceConfig) + Send + Sync + 'static,
    E: std::fmt::Display,
{
    start(name, options, boxed(configure))
}

/// Registers a service's routes and app data.
type Routes = Arc<dyn Fn(&mut ServiceConfig) + Send + Sync>;

type Configure = Box<dyn FnOnce(&Environment) -> Result<Routes, StartError>>;

/// `configure` as one type for all services, so that [`start`] is not generic.
fn boxed<C, R, E>(configure: C) -> Configure
where
    C: FnOnce(&Environment) -> Result<R, E> + 'static,
    R: Fn(&mut ServiceConfig) + Send + Sync + 'static,
    E: std::fmt::Display,
{
    Box::new(move |environment| match configure(environment) {
        Ok(routes) => Ok(Arc::new(routes)),
        Err(error) => Err(StartError::Configure(error.to_string())),
    })
}

/// Not generic, so that the HTTP server is compiled once, in this crate, and not in every service.
fn start(name: &'static str, options: ServeOptions, configure: Configure) -> ExitCode {
    let environment = Environment::of_process().with_aliases(options.aliases);
    if let Err(error) = crate::log::init(&environment) {
        eprintln!(
            "{}",
            serde_json::json!({ "level": "ERROR", "target": name, "message": error.to_string() })
        );
        return ExitCode::FAILURE;
    }
    memory::tune_allocator();
    let traces = telemetry::start(name);
    let code = match rt::System::new().block_on(run(name, &environment, options, configure)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!(service = name, "{error}");
            ExitCode::FAILURE
        }
    };
    traces.stop();
    code
}

async fn run(
    name: &'static str,
    environment: &Environment,
    options: ServeOptions,
    configure: Configure,
) -> Result<(), StartError> {
    // Only a front door sets `SOCKET`.
    let access_log = if environment.optional("SOCKET").is_some() {
        parent::die_with_parent();
        AccessLog::FrontDoor
    } else {
        AccessLog::Here
    };
    let routes = configure(environment)?;
    let limiter = Limiter::from_environment(environment, options.rate_limit)?;
    let ServeOptions { no_store, options_below, .. } = options;
    let rules = web::Data::new(BoundaryRules { limiter, no_store, options_below });
    let (listener, address) = Listener::bind(environment)?;

    let server = HttpServer::new(move || {
        App::new()
            .app_data(rules.clone())
            .app_data(access_log)
            .wrap(from_fn(boundary::boundary))
            .route("/_internal/health", web::get().to(async || web::Json(Health { message: "ok" })))
            .configure(&*routes)
    })
    .workers(options.threads.map_or(1, NonZeroUsize::get))
    .client_request_timeout(HEADER_TIMEOUT)
    // A client that closes its side of the connection cancels its request.
    .h1_allow_half_closed(false)
    .shutdown_timeout(DRAIN_SECONDS);
    let server = match listener {
        Listener::Unix(socket) => server.listen_uds(socket)?,
        Listener::Tcp(socket) => server.listen(socket)?,
    };
    let mut server = pin!(server.run());
    // The first poll installs the signal handlers, so that a signal after the line 'listening' is handled.
    if let Poll::Ready(result) = poll_fn(|context| Poll::Ready(server.as_mut().poll(context))).await {
        return Ok(result?);
    }
    tracing::info!(service = name, address, "listening");
    let result = server.await;
    listen::remove_socket(environment);
    tracing::info!(service = name, "stopped");
    Ok(result?)
}
