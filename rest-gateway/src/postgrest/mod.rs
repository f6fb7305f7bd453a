//! The REST API alone, as PostgREST's own server has it: configured by its `PGRST_*` variables, at `/`, asking for no
//! `apikey`.

mod admin;
mod cors;
mod environment;
mod listen;

use std::io;
use std::time::Duration;

use actix_web::middleware::from_fn;
use actix_web::{App, HttpServer, web};
use rest_engine::{Engine, StartError};

pub use environment::{EnvironmentError, Settings, engine_settings};

use crate::reload;
use crate::stack::{Signals, say};

const HEADERS_WITHIN: Duration = Duration::from_secs(10);
const KEEP_ALIVE: Duration = Duration::from_secs(75);
const DRAIN_SECONDS: u64 = 10;

#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    #[error(transparent)]
    Environment(#[from] EnvironmentError),
    #[error("the REST engine cannot start: {0}")]
    Engine(#[from] StartError),
    #[error("cannot listen on {address}: {cause}")]
    Listen { address: String, cause: io::Error },
    #[error(transparent)]
    Server(#[from] io::Error),
}

/// Serves until a signal ends it. SIGUSR1 reads the schema anew, SIGUSR2 the configuration.
///
/// # Errors
/// When a setting cannot be used, or an address.
pub async fn serve(settings: Settings, signals: &mut Signals) -> Result<(), ServeError> {
    let Settings { engine, server } = settings;
    let sockets = listen::bind(&server)?;
    let engine = Engine::connect(engine).await?;
    let allowed_origins = web::Data::new(cors::AllowedOrigins(server.cors_allowed_origins.clone()));
    let api = engine.clone();
    let http = HttpServer::new(move || {
        App::new()
            .app_data(allowed_origins.clone())
            .configure(rest_engine::configure(api.clone()))
            .wrap(from_fn(cors::answer))
    })
    .client_request_timeout(HEADERS_WITHIN)
    .keep_alive(KEEP_ALIVE)
    .shutdown_timeout(DRAIN_SECONDS)
    .disable_signals();
    let http = match sockets.api {
        listen::Socket::Tcp(listener) => http.listen(listener)?,
        listen::Socket::Unix(listener) => http.listen_uds(listener)?,
    };
    let http = http.run();
    let handle = http.handle();
    let running = tokio::spawn(http);
    let admin = sockets.admin.map(|listener| admin::run(listener, engine.clone())).transpose()?;
    say(&format!("Listening on {}\n", sockets.address));

    tokio::select! {
        () = signals.next() => {}
        // A process keeps its variables, but the files that they name may have changed.
        ended = reload::on_signals(&engine, || Settings::read(std::env::vars()).map(|read| read.engine)) => ended?,
    }
    tokio::select! {
        () = handle.stop(true) => {}
        () = signals.next() => {}
    }
    if let Some(admin) = admin {
        admin.stop(false).await;
    }
    engine.shutdown().await;
    running.await.unwrap_or_else(|panicked| Err(io::Error::other(panicked)))?;
    Ok(())
}
