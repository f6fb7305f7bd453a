//! Hears `NOTIFY pgrst` and reloads. When the connection is lost it is made anew, with growing pauses, and everything
//! is reloaded, for what was said meanwhile was not heard. A reload that has failed, whoever asked for it, is tried again
//! with growing pauses as well.

use std::sync::Weak;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{sleep, timeout};

use crate::config::Config;
use crate::engine::Engine;
use crate::fatal::Fatal;
use crate::transaction::{self, CONNECT_TIMEOUT};

const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// Between loads that fail; PostgREST's.
const FIRST_LOAD_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_LOAD_PAUSE: Duration = Duration::from_secs(32);

/// Runs until the engine is gone. `first_attempt` hears when the first load went well or failed.
pub(crate) async fn run(engine: Weak<Engine>, first_attempt: oneshot::Sender<()>) {
    let mut first_attempt = Some(first_attempt);
    let mut pause = FIRST_PAUSE;
    while let Some(strong) = engine.upgrade() {
        let config = strong.state().config.clone();
        drop(strong);
        let ended = listen(&engine, &config, &mut first_attempt).await;
        let Some(strong) = engine.upgrade() else { return };
        strong.set_listens(false);
        let why = match ended {
            Ok(Ended::EngineGone) => return,
            Ok(Ended::ConnectionLost) => {
                pause = FIRST_PAUSE;
                "the connection was lost".to_owned()
            }
            Err(error) => {
                tracing::warn!(%error, "cannot listen for schema changes; trying again");
                error.to_string()
            }
        };
        if !config.db_pool_automatic_recovery {
            strong.fatals().tell(Fatal::Lost(why));
        }
        drop(strong);
        first_attempt = None;
        sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

enum Ended {
    EngineGone,
    ConnectionLost,
}

async fn listen(
    engine: &Weak<Engine>,
    config: &Config,
    first_attempt: &mut Option<oneshot::Sender<()>>,
) -> Result<Ended, Box<dyn std::error::Error + Send + Sync>> {
    let database = transaction::connector(config)?;
    // Whoever reads the schema first, a moment from now, need not wait for a login of their own.
    let (session, ()) = tokio::join!(timeout(CONNECT_TIMEOUT, postgres_wire::connect(&database)), async {
        if let Some(engine) = engine.upgrade() {
            engine.pool().warm().await;
        }
    });
    let session = session.map_err(|_| "the database did not answer in time")?;
    if let (Err(error), Some(engine)) = (&session, engine.upgrade()) {
        engine.fatals().judge(error);
    }
    let mut session = session?;
    if config.db_channel_enabled {
        let quoted = crate::query::quote_ident(&config.db_channel);
        session.execute(&format!("LISTEN {quoted}")).await?;
    }
    let (heard, mut notifications) = mpsc::unbounded_channel();
    let driver = tokio::spawn(async move {
        while let Ok(payload) = session.notification().await {
            if heard.send(payload).is_err() {
                break;
            }
        }
    });
    let _stop_driver = AbortOnDrop(driver);
    // Only now is nothing missed: what changed before this point is read here, what changes later is heard.
    let mut loads = match engine.upgrade() {
        Some(engine) => {
            engine.reload().await?;
            engine.set_listens(true);
            engine.loads()
        }
        None => return Ok(Ended::EngineGone),
    };
    // Dropping it tells that the attempt is over.
    first_attempt.take();
    let mut pause = FIRST_LOAD_PAUSE;
    loop {
        let wanted = tokio::select! {
            heard = notifications.recv() => match heard {
                Some(first) => Wanted::default().and(&first).and_all(&mut notifications),
                None => return Ok(Ended::ConnectionLost),
            },
            () = failed_for(&mut loads, pause), if config.db_pool_automatic_recovery => {
                pause = (pause * 2).min(LONGEST_LOAD_PAUSE);
                Wanted { schema: true, config: false }
            }
        };
        let Some(engine) = engine.upgrade() else { return Ok(Ended::EngineGone) };
        let outcome = match wanted {
            Wanted { schema: true, config: true } => engine.reload_all().await,
            Wanted { schema: true, config: false } => engine.reload().await,
            Wanted { schema: false, config: true } => engine.reload_config().await,
            Wanted { schema: false, config: false } => Ok(()),
        };
        if let Err(error) = outcome {
            tracing::warn!(%error, "reload failed; what was known stays");
        }
        if engine.is_loaded() {
            pause = FIRST_LOAD_PAUSE;
        }
    }
}

/// Ends when the last load has failed and the pause after it is over.
async fn failed_for(loads: &mut watch::Receiver<bool>, pause: Duration) {
    if loads.wait_for(|went_well| !went_well).await.is_err() {
        // The engine is gone, and this task with it.
        std::future::pending().await
    }
    sleep(pause).await;
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
