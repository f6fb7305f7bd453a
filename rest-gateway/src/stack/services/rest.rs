//! The REST engine of a stack, configured by the configuration file and overridden by PostgREST's `PGRST_*` variables.

use crate::config::{Config, ConfigError, ConfigSource};
use crate::postgrest::{SettingsError, engine_settings};
use crate::reload;
use crate::stack::context::StackContext;
use crate::stack::database::database_url::as_role;
use crate::stack::database::roles::AUTHENTICATOR;
use rest_engine::{BadKeys, Config as EngineConfig, Engine, JwtKeys, SettingError, StartError};
use std::sync::Arc;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// Why the engine cannot be started or configured.
#[derive(Debug, thiserror::Error)]
pub enum RestError {
    #[error("the REST engine cannot start: {0}")]
    Start(#[from] StartError),
    #[error("the keys for tokens cannot be used: {0}")]
    Keys(#[from] BadKeys),
    #[error(transparent)]
    File(#[from] ConfigError),
    #[error(transparent)]
    Environment(#[from] SettingsError),
    #[error(transparent)]
    Setting(#[from] SettingError),
}

/// A running engine that reloads on SIGUSR1 and SIGUSR2.
pub struct Rest {
    pub engine: Arc<Engine>,
    signals: JoinHandle<()>,
}

impl Rest {
    /// Starts the engine, unless it is disabled.
    ///
    /// # Errors
    /// When the settings are invalid or the database is unusable.
    pub async fn start(context: &StackContext<'_>) -> Result<Option<Rest>, RestError> {
        if !context.config.api.enabled {
            return Ok(None);
        }
        let fixed = fixed(context)?;
        let engine = Engine::connect(configured(&fixed, context.config)?).await?;
        let source =
            Source { fixed, file: context.config.source.clone(), keys: context.live_keys.subscribe() };
        let signals = tokio::spawn(reload(engine.clone(), source));
        Ok(Some(Rest { engine, signals }))
    }

    /// Stops reloading, before the front door's runtimes end. Requests go on.
    pub async fn stop_reloading(&mut self) {
        self.signals.abort();
        let _ = (&mut self.signals).await;
        self.engine.stop_listening().await;
    }

    /// Closes idle connections. Requests in flight finish.
    pub async fn stop(self) {
        self.engine.shutdown().await;
    }
}

/// The size of the engine's pool; `None` if the engine is disabled.
///
/// # Errors
/// When the settings are invalid.
pub fn pool_size(context: &StackContext<'_>) -> Result<Option<usize>, RestError> {
    if !context.config.api.enabled {
        return Ok(None);
    }
    Ok(Some(configured(&fixed(context)?, context.config)?.db_pool))
}

/// Where the engine's settings come from while the stack runs.
struct Source {
    fixed: EngineConfig,
    file: ConfigSource,
    /// The current keys for tokens, as a JWKS.
    keys: watch::Receiver<String>,
}

impl Source {
    fn read(&self) -> Result<EngineConfig, RestError> {
        let mut fixed = self.fixed.clone();
        fixed.jwt_secret = Some(JwtKeys::parse(&self.keys.borrow(), false)?);
        configured(&fixed, &Config::load_source(&self.file)?)
    }
}

/// Reloads on signals and when the keys change.
async fn reload(engine: Arc<Engine>, source: Source) {
    let mut keys = source.keys.clone();
    let on_new_keys = async {
        while keys.changed().await.is_ok() {
            if let Err(error) = engine.reload_config().await {
                tracing::error!("the REST engine goes on with the earlier keys: {error}");
            }
        }
    };
    let on_signals = async {
        if let Err(error) = reload::on_signals(&engine, move || source.read()).await {
            tracing::error!(%error, "SIGUSR1 and SIGUSR2 cannot be listened for");
        }
    };
    tokio::join!(on_signals, on_new_keys);
}

/// The settings that do not change while the stack runs.
fn fixed(context: &StackContext<'_>) -> Result<EngineConfig, RestError> {
    let keys = context.keys;
    let as_authenticator = |url: &str| as_role(url, AUTHENTICATOR, &keys.authenticator_password);
    let mut config = EngineConfig::new(as_authenticator(context.db_url));
    if let Some(pooler_url) = context.pooler_url {
        config.db_direct_uri = Some(std::mem::replace(&mut config.db_uri, as_authenticator(pooler_url)));
        // Not every pooler passes prepared statements on. `[postgrest]` may enable them.
        config.db_prepared_statements = false;
    }
    config.db_read_uris = context.config.db.read_urls.iter().map(|url| as_authenticator(&url.0.0)).collect();
    config.db_anon_role = Some("anon".into());
    config.jwt_secret = Some(JwtKeys::parse(&keys.jwks(), false)?);
    config.openapi_server_proxy_uri = Some(format!("{}/rest/v1", context.public_url()));
    Ok(config)
}

/// The settings of the file, overridden by the variables.
fn configured(fixed: &EngineConfig, file: &Config) -> Result<EngineConfig, RestError> {
    let mut config = fixed.clone();
    config.db_schemas = file.api.schemas.clone();
    config.db_extra_search_path = file.api.extra_search_path.clone();
    config.db_max_rows = file.api.max_rows.map(|rows| rows.get());
    config.db_pool = usize::try_from(file.api.db_pool.get()).unwrap_or(1);
    let mut settings = file.postgrest.settings();
    settings.extend(engine_settings(&crate::postgrest::variables())?);
    Ok(config.with_settings(&settings)?)
}
