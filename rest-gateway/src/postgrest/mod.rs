//! The REST API alone, as PostgREST's own server has it: configured by its `PGRST_*` variables, at `/`, asking for no
//! `apikey`.

mod admin;
mod cors;
mod environment;
mod listen;

use std::io;
use std::time::Duration;

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header;
use actix_web::middleware::{DefaultHeaders, Next, from_fn};
use actix_web::{App, HttpServer, web};
use rest_engine::{Engine, Fatal, StartError, VERSION};

pub use environment::{EnvironmentError, Settings, engine_settings};

use crate::front_door::{allow_many_connections, limit_pauses};
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
    #[error(transparent)]
    Database(#[from] Fatal),
    #[error("cannot listen on {address}: {cause}")]
    Listen { address: String, cause: io::Error },
    #[error(transparent)]
    Server(#[from] io::Error),
}

/// The variables of this process; what is no text names no setting.
pub fn variables() -> impl Iterator<Item = (String, String)> {
    std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
}

/// Serves until a signal ends it, or the database in a way that only a new start can mend. SIGUSR1 reads the schema anew,
/// SIGUSR2 the configuration.
///
/// # Errors
/// When a setting cannot be used, an address, or the database.
pub async fn serve(settings: Settings, signals: &mut Signals) -> Result<(), ServeError> {
    let Settings { engine, server } = settings;
    let sockets = listen::bind(&server)?;
    allow_many_connections();
    let engine = tokio::select! {
        engine = Engine::connect(engine) => engine?,
        () = signals.next() => return Ok(()),
    };
    if let Some(fatal) = engine.fatal() {
        return Err(fatal.into());
    }
    let api = engine.clone();
    let http = HttpServer::new(move || {
        edge::serve::let_others_finish();
        App::new()
            .app_data(web::Data::from(api.clone()))
            .configure(rest_engine::configure(api.clone()))
            .wrap(from_fn(cors::answer))
            .wrap(from_fn(patiently))
            .wrap(server_header())
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
    let listening = format!("Listening on {}\n", sockets.address);
    let api = sockets.address;
    let admin = sockets.admin.map(|listener| admin::run(listener, engine.clone(), api)).transpose()?;
    say(&listening);

    tokio::select! {
        () = signals.next() => {}
        fatal = engine.until_fatal() => return Err(fatal.into()),
        // A process keeps its variables, but the files that they name may have changed.
        ended = reload::on_signals(&engine, || Settings::read(variables()).map(|read| read.engine)) => ended?,
    }
    tokio::select! {
        () = handle.stop(true) => {}
        () = signals.next() => std::process::exit(130),
    }
    if let Some(admin) = admin {
        admin.stop(false).await;
    }
    engine.shutdown().await;
    running.await.unwrap_or_else(|panicked| Err(io::Error::other(panicked)))?;
    Ok(())
}

/// By whose name clients know what they speak to.
fn server_header() -> DefaultHeaders {
    DefaultHeaders::new().add((header::SERVER, format!("postgrest/{VERSION}")))
}

/// Who begins a body and falls silent does not hold its share of the memory for bodies.
async fn patiently<B: MessageBody>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    limit_pauses(&mut request);
    next.call(request).await
}
