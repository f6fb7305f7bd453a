//! Runs the API server and the admin server until a termination signal or a fatal database error.

use std::io;
use std::sync::{Arc, OnceLock};

use actix_web::body::MessageBody;
use actix_web::dev::{Server, ServiceRequest, ServiceResponse};
use actix_web::middleware::{Next, from_fn};
use actix_web::{App, Error, web};
use rest_engine::{Engine, Fatal, StartError, VERSION};

use super::config_file::ConfigFile;
use super::error::SettingsError;
use super::listen::{self, Address, ListenError};
use super::log_level::{Log, LogLevel};
use super::server_header::server_header;
use super::server_settings::ServerSettings;
use super::settings::Settings;
use super::{admin, cors, request_log, variables};
use crate::http_server::{self, AddressLimit, Limits, raise_open_file_limit, with_read_timeout};
use crate::reload;
use crate::signals::Signals;
use crate::terminal::print;

/// Concurrent connections per worker thread.
const CONNECTIONS: usize = 25_600;

/// Why the server did not start, or stopped.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    #[error(transparent)]
    Settings(#[from] SettingsError),
    #[error("the REST engine cannot start: {0}")]
    Engine(#[from] StartError),
    #[error(transparent)]
    Database(#[from] Fatal),
    #[error(transparent)]
    Listen(#[from] ListenError),
    #[error(transparent)]
    Server(#[from] io::Error),
}

/// Serves until a termination signal or a database error that needs a restart. SIGUSR1 reloads the schema cache,
/// SIGUSR2 the configuration, including the file.
///
/// # Errors
/// When the settings, an address or the database cannot be used.
pub async fn serve(
    settings: Settings,
    file: ConfigFile,
    log: Arc<Log>,
    signals: &mut Signals,
) -> Result<(), ServeError> {
    tracing::info!("Starting PostgREST {VERSION}...");
    warn_about_unknown(&settings);
    let Settings { engine, server, .. } = settings;
    raise_open_file_limit();
    let admin = listen::admin(&server)?;
    let engine = Engine::start(engine)?;
    let address = Arc::new(OnceLock::new());
    let admin = admin.map(|listener| admin::run(listener, engine.clone(), address.clone())).transpose()?;
    let mut ended = Box::pin(until_shutdown(&engine, file, log.clone(), signals));
    tokio::select! {
        biased;
        ended = &mut ended => return ended,
        // As in PostgREST, connections are refused until the schema cache has been loaded once.
        () = engine.initial_load() => {}
    }
    if server.reuse_port {
        // Another process on the same port answers until this one is ready.
        tokio::select! {
            biased;
            ended = &mut ended => return ended,
            () = engine.wait_until_loaded() => {}
        }
    }
    if let Some(fatal) = engine.fatal() {
        return Err(fatal.into());
    }
    let (api, api_address) = api_server(&engine, &server, log)?;
    let handle = api.handle();
    let running = tokio::spawn(api);
    tracing::info!("API server listening on {}", api_address.for_log());
    let listening = format!("Listening on {api_address}\n");
    // Set once, here.
    let _ = address.set(api_address);
    print(&listening);

    ended.await?;
    engine.stop_listening().await;
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

/// Starts the API server. Returns it with its address.
fn api_server(
    engine: &Arc<Engine>,
    server: &ServerSettings,
    log: Arc<Log>,
) -> Result<(Server, Address), ServeError> {
    let (socket, address) = listen::api(server)?;
    let engine = engine.clone();
    let log = web::Data::from(log);
    let limits = Limits { connections: CONNECTIONS, ..Limits::default() };
    let server = http_server::serve(socket, limits, &AddressLimit::none(), None, move || {
        service_kit::serve::set_batch_scheduling();
        App::new()
            .app_data(web::Data::from(engine.clone()))
            .app_data(log.clone())
            .configure(rest_engine::configure(engine.clone()))
            .wrap(from_fn(request_log::log_request))
            .wrap(from_fn(cors::apply_cors))
            .wrap(from_fn(with_body_timeout))
            .wrap(server_header())
    })?;
    Ok((server, address))
}

/// Resolves on a termination signal or a fatal database error. Until then it handles the reload signals.
async fn until_shutdown(
    engine: &Engine,
    file: ConfigFile,
    log: Arc<Log>,
    signals: &mut Signals,
) -> Result<(), ServeError> {
    // The variables stay the same, but the files that they refer to may have changed.
    let read = move || {
        let read = Settings::read(&file, &variables())?;
        log.set_level(read.server.log_level);
        Ok::<_, SettingsError>(read.engine)
    };
    tokio::select! {
        signal = signals.next_name() => tracing::info!("Received termination unix signal {signal}"),
        fatal = engine.wait_for_fatal() => return Err(fatal.into()),
        ended = reload::on_signals(engine, read) => ended?,
    }
    Ok(())
}

/// Warns about unknown settings, which may be misspelt, except at log level `crit`.
fn warn_about_unknown(settings: &Settings) {
    if settings.server.log_level != LogLevel::Crit {
        for name in &settings.unknown {
            tracing::warn!(setting = name, "is not a setting of this server");
        }
    }
}

/// Middleware: a client that stalls in the middle of a body must not hold its share of the body memory budget.
async fn with_body_timeout<B: MessageBody>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    with_read_timeout(&mut request);
    next.call(request).await
}
