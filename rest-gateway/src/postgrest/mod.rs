//! The REST API alone, as PostgREST's own server has it: configured by its `PGRST_*` variables and file, at `/`, asking for
//! no `apikey`.

mod admin;
mod config_file;
mod cors;
mod dump;
mod environment;
mod given;
mod libpq;
mod listen;
mod log_level;
mod password_file;
mod ready;
mod request_log;

use std::io;
use std::sync::{Arc, OnceLock};

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{Server, ServiceRequest, ServiceResponse};
use actix_web::http::header;
use actix_web::middleware::{DefaultHeaders, Next, from_fn};
use actix_web::{App, web};
use rest_engine::{Engine, Fatal, StartError, VERSION};

pub use config_file::ConfigFile;
pub use dump::{dump_config, dump_schema};
pub use environment::{EnvironmentError, Settings, engine_settings};
pub use given::Given;
pub use log_level::{Log, LogLevel};
pub use ready::{NotReady, ready};

use self::environment::ServerSettings;
use self::listen::Address;
use crate::front_door::{allow_many_connections, limit_body_time};
use crate::http_server::{self, AddressLimit, Limits};
use crate::reload;
use crate::stack::{Signals, say};

/// For each thread.
const CONNECTIONS: usize = 25_600;

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
#[must_use]
pub fn variables() -> Vec<(String, String)> {
    let variables = std::env::vars_os();
    variables
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .collect()
}

/// Serves until a signal ends it, or the database in a way that only a new start can mend. SIGUSR1 reads the schema anew,
/// SIGUSR2 the configuration, the file included.
///
/// # Errors
/// When a setting cannot be used, an address, or the database.
pub async fn serve(
    settings: Settings,
    file: ConfigFile,
    log: Arc<Log>,
    signals: &mut Signals,
) -> Result<(), ServeError> {
    tracing::info!("Starting PostgREST {VERSION}...");
    tell_unknown(&settings);
    let Settings { engine, server, .. } = settings;
    allow_many_connections();
    let admin = listen::admin(&server)?;
    let engine = Engine::start(engine)?;
    let address = Arc::new(OnceLock::new());
    let admin = admin.map(|listener| admin::run(listener, engine.clone(), address.clone())).transpose()?;
    let mut ended = Box::pin(ended(&engine, file, log.clone(), signals));
    tokio::select! {
        biased;
        ended = &mut ended => return ended,
        // As with PostgREST, nobody is kept waiting for it: until then, connections are refused.
        () = engine.first_load() => {}
    }
    if server.reuse_port {
        // Another process answers until this one can.
        tokio::select! {
            biased;
            ended = &mut ended => return ended,
            () = engine.until_loaded() => {}
        }
    }
    if let Some(fatal) = engine.fatal() {
        return Err(fatal.into());
    }
    let (api, place) = api_server(&engine, &server, log)?;
    let handle = api.handle();
    let running = tokio::spawn(api);
    tracing::info!("API server listening on {}", place.bare());
    let listening = format!("Listening on {place}\n");
    // Nobody has told it before.
    let _ = address.set(place);
    say(&listening);

    ended.await?;
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

/// The API and where it is.
fn api_server(
    engine: &Arc<Engine>,
    server: &ServerSettings,
    log: Arc<Log>,
) -> Result<(Server, Address), ServeError> {
    let (socket, place) = listen::api(server)?;
    let engine = engine.clone();
    let log = web::Data::from(log);
    let limits = Limits { connections: CONNECTIONS, ..Limits::default() };
    let server = http_server::serve(socket, limits, &AddressLimit::none(), move || {
        service_kit::serve::set_batch_scheduling();
        App::new()
            .app_data(web::Data::from(engine.clone()))
            .app_data(log.clone())
            .configure(rest_engine::configure(engine.clone()))
            .wrap(from_fn(request_log::tell))
            .wrap(from_fn(cors::answer))
            .wrap(from_fn(with_body_timeout))
            .wrap(server_header())
    })?;
    Ok((server, place))
}

/// Ends with a signal that asks for it, or with what only a new start can mend. Other signals read anew.
async fn ended(
    engine: &Engine,
    file: ConfigFile,
    log: Arc<Log>,
    signals: &mut Signals,
) -> Result<(), ServeError> {
    // A process keeps its variables, but the files that they name may have changed.
    let read = move || {
        let read = Settings::read(&file, &variables())?;
        log.set_level(read.server.log_level);
        Ok::<_, EnvironmentError>(read.engine)
    };
    tokio::select! {
        signal = signals.next_name() => tracing::info!("Received termination unix signal {signal}"),
        fatal = engine.until_fatal() => return Err(fatal.into()),
        ended = reload::on_signals(engine, read) => ended?,
    }
    Ok(())
}

/// A misspelt name must not go by in silence, but where silence was asked for.
fn tell_unknown(settings: &Settings) {
    if settings.server.log_level != LogLevel::Crit {
        for name in &settings.unknown {
            tracing::warn!(setting = name, "is not a setting of this server");
        }
    }
}

/// By whose name clients know what they speak to.
fn server_header() -> DefaultHeaders {
    DefaultHeaders::new().add((header::SERVER, format!("postgrest/{VERSION}")))
}

/// A client that stalls in the middle of a body must not keep its share of the memory for bodies.
async fn with_body_timeout<B: MessageBody>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    limit_body_time(&mut request);
    next.call(request).await
}
