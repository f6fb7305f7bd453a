//! The LISTEN connection: reloads on `NOTIFY pgrst`. A lost connection is opened again with exponential backoff, and
//! then everything is reloaded, because notifications may have been missed. A failed reload is retried with exponential
//! backoff as well, whatever requested it.
//!
//! Behind a pooler in transaction mode it listens at `db-direct-uri`, because a pooler delivers no notifications. As
//! PostgREST does, it listens on a server that accepts writes, because a replica sends no notifications. If there is only a
//! replica, the schema cache is loaded without listening.

use std::error::Error;
use std::pin::pin;
use std::sync::Weak;
use std::time::Duration;

use postgres_connect::Connector;
use postgres_wire::Session;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use crate::config::Config;
use crate::engine::{Engine, LoadState};
use crate::fatal::Fatal;
use crate::query::quote_ident;
use crate::reload::ReloadError;
use crate::transaction::{self, CONNECT_TIMEOUT};

/// Backoff between connection attempts. After a failover the maximum is how long the new primary waits for this process,
/// which is not ready until then.
const FIRST_RECONNECT_DELAY: Duration = Duration::from_millis(100);
const MAX_RECONNECT_DELAY: Duration = Duration::from_secs(1);

/// Backoff between failed loads, as in PostgREST.
const FIRST_RETRY_DELAY: Duration = Duration::from_secs(1);
const MAX_RETRY_DELAY: Duration = Duration::from_secs(32);

/// How long the initial load waits for the LISTEN connection.
const INITIAL_LISTEN_TIMEOUT: Duration = Duration::from_secs(1);

type BoxError = Box<dyn Error + Send + Sync>;

/// Runs until the engine is dropped.
pub(crate) async fn run(engine: Weak<Engine>) {
    tokio::join!(keep_listening(&engine), retry_failed_loads(&engine));
}

async fn keep_listening(engine: &Weak<Engine>) {
    let mut delay = FIRST_RECONNECT_DELAY;
    while let Some(strong) = engine.upgrade() {
        let config = strong.state().config.clone();
        drop(strong);
        let ended = listen(engine, &config).await;
        let Some(strong) = engine.upgrade() else { return };
        strong.set_listening(false);
        let reason = match ended {
            Ok(Ended::EngineDropped) => return,
            Ok(Ended::ConfigChanged) => continue,
            Ok(Ended::ConnectionLost) => {
                delay = FIRST_RECONNECT_DELAY;
                "the connection was lost".to_owned()
            }
            Err(error) => {
                let channel = &config.db_channel;
                tracing::warn!(
                    "Failed listening for database notifications on the \"{channel}\" channel. {error}"
                );
                error.to_string()
            }
        };
        if !config.db_pool_automatic_recovery {
            strong.fatal_errors().report(Fatal::Lost(reason));
        }
        drop(strong);
        load_if_pending(engine).await;
        tracing::info!("Retrying listening for database notifications in {} seconds...", delay.as_secs_f32());
        sleep(delay).await;
        delay = (delay * 2).min(MAX_RECONNECT_DELAY);
    }
}

/// Why listening ended without an error.
enum Ended {
    EngineDropped,
    /// The channel has another name now, or listening was switched on or off.
    ConfigChanged,
    ConnectionLost,
}

async fn listen(engine: &Weak<Engine>, config: &Config) -> Result<Ended, BoxError> {
    let session = open_or_load(engine, config).await?;
    let (sender, notifications) = mpsc::unbounded_channel();
    let _forwarder = AbortOnDrop(tokio::spawn(forward(session, sender)));
    // The reload comes after LISTEN, so that it sees every change before LISTEN and later ones are notified.
    let Some(strong) = engine.upgrade() else { return Ok(Ended::EngineDropped) };
    strong.set_listening(true);
    match strong.reload().await {
        Err(error) if !config.db_pool_automatic_recovery => return Err(error.into()),
        outcome => log_failure(outcome),
    }
    drop(strong);
    Ok(handle_notifications(engine, notifications, config).await)
}

/// Opens the LISTEN connection, to Postgres itself. The schema cache is normally loaded after LISTEN, and only once; if
/// LISTEN takes too long, the initial load does not wait for it.
async fn open_or_load(engine: &Weak<Engine>, config: &Config) -> Result<Session, BoxError> {
    let mut opening = pin!(open(engine, config));
    match timeout(INITIAL_LISTEN_TIMEOUT, opening.as_mut()).await {
        Ok(opened) => opened,
        Err(_) => tokio::join!(opening, load_if_pending(engine)).0,
    }
}

async fn open(engine: &Weak<Engine>, config: &Config) -> Result<Session, BoxError> {
    let database = transaction::direct_connector(config)?;
    // The pool's first connection is opened at the same time, so that the load that follows finds one.
    let (session, ()) = tokio::join!(connect(database, config), async {
        if let Some(engine) = engine.upgrade() {
            engine.pool().warm().await;
        }
    });
    if let (Err(error), Some(engine)) = (&session, engine.upgrade()) {
        engine.fatal_errors().report_failed_login(error);
    }
    Ok(session?)
}

async fn connect(database: Connector, config: &Config) -> Result<Session, postgres_wire::Error> {
    if !config.db_channel_enabled {
        // Without LISTEN the connection still shows when the database goes away.
        return postgres_wire::connect(&database).await;
    }
    let mut session = postgres_wire::connect(&database.writable()).await?;
    let version = timeout(CONNECT_TIMEOUT, start_listening(&mut session, &config.db_channel));
    let version = version.await.map_err(|_| postgres_wire::Error::TimedOut)??;
    tracing::info!("Successfully connected to {version}");
    let (server, channel) = (session.server(), &config.db_channel);
    tracing::info!(
        "Listener connected to {version} on \"{server}\" and listening for database notifications on the \"{channel}\" channel"
    );
    Ok(session)
}

/// Returns the server's version.
async fn start_listening(session: &mut Session, channel: &str) -> Result<String, postgres_wire::Error> {
    let mut pipeline = session.pipeline()?;
    pipeline.add_text("SELECT version()", &[])?;
    // LISTEN is the last statement, because pg_stat_activity shows the last one and operators look for LISTEN.
    pipeline.add_text(&format!("LISTEN {}", quote_ident(channel)), &[])?;
    let mut results = pipeline.send().await?;
    let version = results.first().await?;
    results.skip().await?;
    results.finish().await?;
    let version = version.as_ref().map(|row| row.text(0)).transpose()?.flatten();
    Ok(version.unwrap_or_default().to_owned())
}

/// Forwards the payload of each notification until the connection ends.
async fn forward(mut session: Session, payloads: mpsc::UnboundedSender<String>) {
    while let Ok(payload) = session.notification().await {
        if payloads.send(payload).is_err() {
            break;
        }
    }
}

async fn handle_notifications(
    engine: &Weak<Engine>,
    mut notifications: mpsc::UnboundedReceiver<String>,
    config: &Config,
) -> Ended {
    let Some(mut states) = engine.upgrade().map(|engine| engine.states()) else {
        return Ended::EngineDropped;
    };
    loop {
        let payload = tokio::select! {
            payload = notifications.recv() => payload,
            changed = states.wait_for(|state| !has_same_channel(&state.config, config)) => {
                return if changed.is_ok() { Ended::ConfigChanged } else { Ended::EngineDropped };
            }
        };
        let Some(payload) = payload else { return Ended::ConnectionLost };
        let request = ReloadRequest::default().and(&payload).and_queued(&mut notifications);
        let Some(engine) = engine.upgrade() else { return Ended::EngineDropped };
        request.log(&config.db_channel);
        log_failure(match request {
            ReloadRequest { schema: true, config: true } => engine.reload_all().await,
            ReloadRequest { schema: true, config: false } => engine.reload().await,
            ReloadRequest { schema: false, config: true } => engine.reload_config().await,
            ReloadRequest { schema: false, config: false } => Ok(()),
        });
    }
}

fn has_same_channel(one: &Config, other: &Config) -> bool {
    (one.db_channel_enabled, &one.db_channel) == (other.db_channel_enabled, &other.db_channel)
}

fn log_failure(outcome: Result<(), ReloadError>) {
    if let Err(error) = outcome {
        tracing::error!("{error}");
    }
}

async fn load_if_pending(engine: &Weak<Engine>) {
    if let Some(engine) = engine.upgrade()
        && engine.load_state() == LoadState::Pending
    {
        log_failure(engine.reload().await);
    }
}

async fn retry_failed_loads(engine: &Weak<Engine>) {
    let Some(mut loads) = engine.upgrade().map(|engine| engine.load_states()) else { return };
    let mut delay = FIRST_RETRY_DELAY;
    while loads.wait_for(|load| *load == LoadState::Failed).await.is_ok() {
        sleep(delay).await;
        let Some(engine) = engine.upgrade() else { return };
        // Another reload may have succeeded during the delay.
        if engine.load_state() == LoadState::Failed && engine.state().config.db_pool_automatic_recovery {
            log_failure(engine.reload().await);
        }
        delay = match engine.load_state() {
            LoadState::Failed => (delay * 2).min(MAX_RETRY_DELAY),
            LoadState::Pending | LoadState::Loaded => FIRST_RETRY_DELAY,
        };
    }
}

/// What notifications ask to reload.
#[derive(Default)]
struct ReloadRequest {
    schema: bool,
    config: bool,
}

impl ReloadRequest {
    fn and(mut self, payload: &str) -> ReloadRequest {
        self.schema |= matches!(payload, "reload schema" | "");
        self.config |= matches!(payload, "reload config" | "");
        self
    }

    /// Adds the notifications that are queued: a migration sends one for each statement, and one reload serves them
    /// all.
    fn and_queued(mut self, queued: &mut mpsc::UnboundedReceiver<String>) -> ReloadRequest {
        while let Ok(payload) = queued.try_recv() {
            self = self.and(&payload);
        }
        self
    }

    fn log(&self, channel: &str) {
        for (is_requested, what) in [(self.schema, "schema cache"), (self.config, "config")] {
            if is_requested {
                tracing::info!("Received a {what} reload message on the \"{channel}\" channel");
            }
        }
    }
}

struct AbortOnDrop(JoinHandle<()>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}
