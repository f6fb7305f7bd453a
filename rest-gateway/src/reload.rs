//! The signals that PostgREST reloads on: SIGUSR1 reads the schema anew, SIGUSR2 the configuration. What cannot be read
//! leaves what was known.

use std::fmt::Display;
use std::io;

use rest_engine::{Config, Engine, ReloadError};
use tokio::signal::unix::{SignalKind, signal};

/// Never ends by itself. `read` reads the configuration where it comes from, whoever asks for it: a signal or the
/// database.
///
/// # Errors
/// When the signals cannot be listened for.
pub async fn on_signals<E: Display>(
    engine: &Engine,
    read: impl Fn() -> Result<Config, E> + Send + Sync + 'static,
) -> io::Result<()> {
    engine.read_config_by(read);
    let mut schema = signal(SignalKind::user_defined1())?;
    let mut config = signal(SignalKind::user_defined2())?;
    loop {
        tokio::select! {
            _ = schema.recv() => told(engine.reload().await),
            _ = config.recv() => told(engine.reload_config().await),
        }
    }
}

/// The engine tells of what went well.
fn told(outcome: Result<(), ReloadError>) {
    if let Err(error) = outcome {
        tracing::error!("{error}");
    }
}
