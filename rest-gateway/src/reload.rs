//! PostgREST's reload signals: SIGUSR1 reloads the schema cache, SIGUSR2 the configuration. If a reload fails, the
//! previous state stays in use.

use std::fmt::Display;
use std::io;

use rest_engine::{Config, Engine, ReloadError};
use tokio::signal::unix::{SignalKind, signal};

/// Reloads on signals until it is cancelled. `read` reads the configuration again; the engine also calls it when the
/// database requests a reload.
///
/// # Errors
/// When a signal handler cannot be installed.
pub async fn on_signals<E: Display>(
    engine: &Engine,
    read: impl Fn() -> Result<Config, E> + Send + Sync + 'static,
) -> io::Result<()> {
    engine.set_config_source(read);
    let mut schema = signal(SignalKind::user_defined1())?;
    let mut config = signal(SignalKind::user_defined2())?;
    loop {
        tokio::select! {
            _ = schema.recv() => log_error(engine.reload().await),
            _ = config.recv() => log_error(engine.reload_config().await),
        }
    }
}

/// Logs a failure. The engine itself logs success.
fn log_error(outcome: Result<(), ReloadError>) {
    if let Err(error) = outcome {
        tracing::error!("{error}");
    }
}
