//! Hears `NOTIFY pgrst` and reloads. When the connection is lost it is made anew, with growing pauses, and everything
//! is reloaded, for what was said meanwhile was not heard. A reload that has failed, whoever asked for it, is tried again
//! with growing pauses as well.
//!
//! As with PostgREST, it listens where something can be written, for elsewhere nothing is ever said; where nobody can
//! listen, as on a replica, the schema is read all the same.

use std::error::Error;
use std::pin::pin;
use std::sync::Weak;
use std::time::Duration;

use postgres_connect::Connector;
use postgres_wire::Session;
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use crate::config::Config;
use crate::engine::{Engine, Load, ReloadError};
use crate::fatal::Fatal;
use crate::query::quote_ident;
use crate::transaction::{self, CONNECT_TIMEOUT};

const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// Between loads that fail; PostgREST's.
const FIRST_LOAD_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_LOAD_PAUSE: Duration = Duration::from_secs(32);

/// For so long the first load waits for somebody who hears what changes after it.
const LOAD_PATIENCE: Duration = Duration::from_secs(1);

type Failure = Box<dyn Error + Send + Sync>;

/// Runs until the engine is gone.
pub(crate) async fn run(engine: Weak<Engine>) {
    tokio::join!(hear(&engine), repeat_failed_loads(&engine));
}

async fn hear(engine: &Weak<Engine>) {
    let mut pause = FIRST_PAUSE;
    while let Some(strong) = engine.upgrade() {
        let config = strong.state().config.clone();
        drop(strong);
        let ended = listen(engine, &config).await;
        let Some(strong) = engine.upgrade() else { return };
        strong.set_listens(false);
        let why = match ended {
            Ok(Ended::EngineGone) => return,
            Ok(Ended::ConfigChanged) => continue,
            Ok(Ended::ConnectionLost) => {
                pause = FIRST_PAUSE;
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
            strong.fatals().tell(Fatal::Lost(why));
        }
        drop(strong);
        load_first(engine).await;
        tracing::info!("Retrying listening for database notifications in {} seconds...", pause.as_secs_f32());
        sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

enum Ended {
    EngineGone,
    /// It is to listen elsewhere from now on, or no more, or again.
    ConfigChanged,
    ConnectionLost,
}

async fn listen(engine: &Weak<Engine>, config: &Config) -> Result<Ended, Failure> {
    let session = attach_or_load(engine, config).await?;
    let (heard, notifications) = mpsc::unbounded_channel();
    let _driver = AbortOnDrop(tokio::spawn(pass_on(session, heard)));
    // Only now is nothing missed: what changed before this point is read here, what changes later is heard.
    let Some(strong) = engine.upgrade() else { return Ok(Ended::EngineGone) };
    strong.set_listens(true);
    match strong.reload().await {
        Err(error) if !config.db_pool_automatic_recovery => return Err(error.into()),
        outcome => told(outcome),
    }
    drop(strong);
    Ok(follow(engine, notifications, config).await)
}

/// The schema is read after LISTEN, and then once. But LISTEN may fail, and it may take long: the first time the schema is
/// read beside it.
async fn attach_or_load(engine: &Weak<Engine>, config: &Config) -> Result<Session, Failure> {
    let mut attaching = pin!(attach(engine, config));
    match timeout(LOAD_PATIENCE, attaching.as_mut()).await {
        Ok(attached) => attached,
        Err(_) => tokio::join!(attaching, load_first(engine)).0,
    }
}

async fn attach(engine: &Weak<Engine>, config: &Config) -> Result<Session, Failure> {
    let database = transaction::connector(config)?;
    // Whoever reads the schema first, a moment from now, need not wait for a login of their own.
    let (session, ()) = tokio::join!(connect(database, config), async {
        if let Some(engine) = engine.upgrade() {
            engine.pool().warm().await;
        }
    });
    if let (Err(error), Some(engine)) = (&session, engine.upgrade()) {
        engine.fatals().judge(error);
    }
    Ok(session?)
}

async fn connect(database: Connector, config: &Config) -> Result<Session, postgres_wire::Error> {
    if !config.db_channel_enabled {
        // It tells when the database goes.
        return postgres_wire::connect(&database).await;
    }
    let mut session = postgres_wire::connect(&database.writable()).await?;
    let version = timeout(CONNECT_TIMEOUT, listen_to(&mut session, &config.db_channel));
    let version = version.await.map_err(|_| postgres_wire::Error::TimedOut)??;
    tracing::info!("Successfully connected to {version}");
    let (server, channel) = (session.server(), &config.db_channel);
    tracing::info!(
        "Listener connected to {version} on \"{server}\" and listening for database notifications on the \"{channel}\" channel"
    );
    Ok(session)
}

/// Tells which version the server has.
async fn listen_to(session: &mut Session, channel: &str) -> Result<String, postgres_wire::Error> {
    let mut first = session.pipeline()?;
    first.add_text("SELECT version()", &[])?;
    // The last of its statements, by which operators find it in pg_stat_activity.
    first.add_text(&format!("LISTEN {}", quote_ident(channel)), &[])?;
    let mut results = first.send().await?;
    let version = results.first().await?;
    results.skip().await?;
    results.finish().await?;
    let version = version.as_ref().map(|row| row.text(0)).transpose()?.flatten();
    Ok(version.unwrap_or_default().to_owned())
}

async fn pass_on(mut session: Session, heard: mpsc::UnboundedSender<String>) {
    while let Ok(payload) = session.notification().await {
        if heard.send(payload).is_err() {
            break;
        }
    }
}

async fn follow(
    engine: &Weak<Engine>,
    mut notifications: mpsc::UnboundedReceiver<String>,
    config: &Config,
) -> Ended {
    let Some(mut states) = engine.upgrade().map(|engine| engine.states()) else { return Ended::EngineGone };
    loop {
        let first = tokio::select! {
            first = notifications.recv() => first,
            changed = states.wait_for(|state| !is_heard_alike(&state.config, config)) => {
                return if changed.is_ok() { Ended::ConfigChanged } else { Ended::EngineGone };
            }
        };
        let Some(first) = first else { return Ended::ConnectionLost };
        let wanted = Wanted::default().and(&first).and_all(&mut notifications);
        let Some(engine) = engine.upgrade() else { return Ended::EngineGone };
        wanted.tell(&config.db_channel);
        told(match wanted {
            Wanted { schema: true, config: true } => engine.reload_all().await,
            Wanted { schema: true, config: false } => engine.reload().await,
            Wanted { schema: false, config: true } => engine.reload_config().await,
            Wanted { schema: false, config: false } => Ok(()),
        });
    }
}

fn is_heard_alike(one: &Config, other: &Config) -> bool {
    (one.db_channel_enabled, &one.db_channel) == (other.db_channel_enabled, &other.db_channel)
}

fn told(outcome: Result<(), ReloadError>) {
    if let Err(error) = outcome {
        tracing::error!("{error}");
    }
}

/// Loads what nobody has loaded yet.
async fn load_first(engine: &Weak<Engine>) {
    if let Some(engine) = engine.upgrade()
        && engine.last_load() == Load::Pending
    {
        told(engine.reload().await);
    }
}

async fn repeat_failed_loads(engine: &Weak<Engine>) {
    let Some(mut loads) = engine.upgrade().map(|engine| engine.loads()) else { return };
    let mut pause = FIRST_LOAD_PAUSE;
    while loads.wait_for(|load| *load == Load::Failed).await.is_ok() {
        sleep(pause).await;
        let Some(engine) = engine.upgrade() else { return };
        // Somebody else may have had more luck meanwhile.
        if engine.last_load() == Load::Failed && engine.state().config.db_pool_automatic_recovery {
            told(engine.reload().await);
        }
        pause = match engine.last_load() {
            Load::Failed => (pause * 2).min(LONGEST_LOAD_PAUSE),
            Load::Pending | Load::WentWell => FIRST_LOAD_PAUSE,
        };
    }
}

#[derive(Default)]
struct Wanted {
    schema: bool,
    config: bool,
}

impl Wanted {
    fn and(mut self, payload: &str) -> Wanted {
        self.schema |= matches!(payload, "reload schema" | "");
        self.config |= matches!(payload, "reload config" | "");
        self
    }

    fn tell(&self, channel: &str) {
        for (wanted, what) in [(self.schema, "schema cache"), (self.config, "config")] {
            if wanted {
                tracing::info!("Received a {what} reload message on the \"{channel}\" channel");
            }
        }
    }

    /// A migration notifies once per statement; one reload serves all that is waiting.
    fn and_all(mut self, waiting: &mut mpsc::UnboundedReceiver<String>) -> Wanted {
        while let Ok(payload) = waiting.try_recv() {
            self = self.and(&payload);
        }
        self
    }
}

struct AbortOnDrop(tokio::task::JoinHandle<()>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}
