//! Hears `NOTIFY pgrst` and reloads. When the connection is lost it is made anew, with growing pauses, and everything
//! is reloaded, for what was said meanwhile was not heard.

use std::sync::Weak;
use std::time::Duration;

use postgres_tls::Connector;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use crate::config::Config;
use crate::engine::Engine;
use crate::transaction::CONNECT_TIMEOUT;

const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// Runs until the engine is gone. `first_attempt` hears when the first load went well or failed.
pub(crate) async fn run(engine: Weak<Engine>, first_attempt: oneshot::Sender<()>) {
    let mut first_attempt = Some(first_attempt);
    let mut pause = FIRST_PAUSE;
    while let Some(strong) = engine.upgrade() {
        let config = strong.state().config.clone();
        drop(strong);
        match listen(&engine, &config, &mut first_attempt).await {
            Ok(Ended::EngineGone) => return,
            Ok(Ended::ConnectionLost) => pause = FIRST_PAUSE,
            Err(error) => tracing::warn!(%error, "cannot listen for schema changes; trying again"),
        }
        first_attempt = None;
        tokio::time::sleep(pause).await;
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
    let database = Connector::parse(&config.db_uri)?;
    // Whoever reads the schema first, a moment from now, need not wait for a login of their own.
    let (session, ()) = tokio::join!(timeout(CONNECT_TIMEOUT, postgres_wire::connect(&database)), async {
        if let Some(engine) = engine.upgrade() {
            engine.pool().warm().await;
        }
    });
    let mut session = session.map_err(|_| "the database did not answer in time")??;
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
    match engine.upgrade() {
        Some(engine) => engine.reload().await?,
        None => return Ok(Ended::EngineGone),
    }
    // Dropping it tells that the attempt is over.
    first_attempt.take();
    while let Some(first) = notifications.recv().await {
        let mut wanted = Wanted::default().and(&first);
        // A migration notifies once per statement; one reload serves all that is waiting.
        while let Ok(payload) = notifications.try_recv() {
            wanted = wanted.and(&payload);
        }
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
    }
    Ok(Ended::ConnectionLost)
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
}

struct AbortOnDrop(tokio::task::JoinHandle<()>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}
