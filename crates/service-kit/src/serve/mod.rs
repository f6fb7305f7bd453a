//! Runs a service process: listens, answers `/_internal/health`, wraps every request in the boundary, and ends
//! cleanly.
//!
//! Refuses to start, with one log line that says why, when the environment is incomplete or the address is taken.

mod boundary;
mod listen;
mod memory;
mod parent;
mod scheduling;

pub use memory::{release_free_memory, tune_allocator};
pub use parent::die_with_parent;
pub use scheduling::set_batch_scheduling;

use crate::environment::{Environment, EnvironmentError};
use crate::rate_limit::{Limiter, RateLimit};
use actix_web::middleware::from_fn;
use actix_web::web::{self, ServiceConfig};
use actix_web::{App, HttpServer, rt};
use boundary::AccessLog;
use boundary::BoundaryRules;
use listen::Listener;
use serde::Serialize;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::process::ExitCode;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

/// What is under way at SIGTERM has this long to finish.
const DRAIN_SECONDS: u64 = 10;
/// A client that has not sent its headers by then is cut off.
const HEADERS_WITHIN: Duration = Duration::from_secs(10);

/// The answer of `/_internal/health`.
#[derive(Serialize)]
pub struct Health {
    message: &'static str,
}

/// Why a process did not start, or stopped.
#[derive(Debug, thiserror::Error)]
enum StartError {
    #[error(transparent)]
    Environment(#[from] EnvironmentError),
    #[error("cannot listen on {address}: {cause}")]
    Listen { address: String, cause: std::io::Error },
    #[error("{0}")]
    Configure(String),
    #[error("the server failed: {0}")]
    Serve(#[from] std::io::Error),
}

/// Runs the process `name` until it is told to stop. `configure` reads the environment and returns the closure that
/// registers routes and app data.
pub fn serve<C, R, E>(name: &'static str, configure: C) -> ExitCode
where
    C: FnOnce(&Environment) -> Result<R, E> + 'static,
    R: Fn(&mut ServiceConfig) + Send + Sync + 'static,
    E: std::fmt::Display,
{
    start(name, None, boxed(configure))
}

/// Runs one of the product's functions, as [`serve`] does. `limit` is production's, and holds unless the environment
/// names another one. Answers are not to be stored by anybody, unless a handler says otherwise.
pub fn serve_function<C, R, E>(name: &'static str, limit: RateLimit, configure: C) -> ExitCode
where
    C: FnOnce(&Environment) -> Result<R, E> + 'static,
    R: Fn(&mut ServiceConfig) + Send + Sync + 'static,
    E: std::fmt::Display,
{
    start(name, Some(limit), boxed(configure))
}

/// Registers a service's routes and app data.
type Routes = Arc<dyn Fn(&mut ServiceConfig) + Send + Sync>;

type Configure = Box<dyn FnOnce(&Environment) -> Result<Routes, StartError>>;

/// The service's own part of [`serve`], behind one type for all services.
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

/// Not generic, so that the HTTP server is compiled once, in this crate, and not again in every service.
fn start(name: &'static str, function: Option<RateLimit>, configure: Configure) -> ExitCode {
    let environment = Environment::of_process();
    if let Err(error) = crate::log::init(&environment) {
        eprintln!(
            "{}",
            serde_json::json!({ "level": "ERROR", "target": name, "message": error.to_string() })
        );
        return ExitCode::FAILURE;
    }
    memory::tune_allocator();
    match rt::System::new().block_on(run(name, &environment, function, configure)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!(service = name, "{error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(
    name: &'static str,
    environment: &Environment,
    function: Option<RateLimit>,
    configure: Configure,
) -> Result<(), StartError> {
    // Only a front door names a socket.
    let access_log = if environment.optional("SOCKET").is_some() {
        parent::die_with_parent();
        AccessLog::FrontDoor
    } else {
        AccessLog::Here
    };
    let routes = configure(environment)?;
    let limiter = Limiter::from_environment(environment, function)?;
    let rules = web::Data::new(BoundaryRules { limiter, is_personal: function.is_some() });
    let (listener, address) = Listener::bind(environment)?;

    let server = HttpServer::new(move || {
        App::new()
            .app_data(rules.clone())
            .app_data(access_log)
            .wrap(from_fn(boundary::boundary))
            .route("/_internal/health", web::get().to(async || web::Json(Health { message: "ok" })))
            .configure(&*routes)
    })
    .workers(1)
    .client_request_timeout(HEADERS_WITHIN)
    // A client that has closed its end is gone, and its request with it.
    .h1_allow_half_closed(false)
    .shutdown_timeout(DRAIN_SECONDS);
    let server = match listener {
        Listener::Unix(socket) => server.listen_uds(socket)?,
        Listener::Tcp(socket) => server.listen(socket)?,
    };
    let mut server = pin!(server.run());
    // The first poll installs the signal handlers: whoever reads 'listening' may send a signal.
    if let Poll::Ready(result) = poll_fn(|context| Poll::Ready(server.as_mut().poll(context))).await {
        return Ok(result?);
    }
    tracing::info!(service = name, address, "listening");
    let result = server.await;
    listen::remove_socket(environment);
    tracing::info!(service = name, "stopped");
    Ok(result?)
}
