//! The REST engine of a stack: configured by the file, with PostgREST's own variables laid over it.

use super::database_url::as_role;
use super::roles::AUTHENTICATOR;
use super::services::Surroundings;
use crate::config::{Config, ConfigError};
use crate::postgrest::{EnvironmentError, engine_settings};
use crate::reload;
use rest_engine::{BadKeys, Config as EngineConfig, Engine, JwtKeys, SettingError, StartError};
use std::path::PathBuf;
use std::sync::Arc;
use tokio::task::JoinHandle;

#[derive(Debug, thiserror::Error)]
pub enum RestError {
    #[error("the REST engine cannot start: {0}")]
    Start(#[from] StartError),
    #[error("the keys for tokens cannot be used: {0}")]
    Keys(#[from] BadKeys),
    #[error(transparent)]
    File(#[from] ConfigError),
    #[error(transparent)]
    Environment(#[from] EnvironmentError),
    #[error(transparent)]
    Setting(#[from] SettingError),
}

/// A running engine, which SIGUSR1 and SIGUSR2 reach.
pub struct Rest {
    pub engine: Arc<Engine>,
    signals: JoinHandle<()>,
}

impl Rest {
    /// Starts it, unless the configuration leaves it out.
    pub async fn start(surroundings: &Surroundings<'_>) -> Result<Option<Rest>, RestError> {
        if !surroundings.config.api.enabled {
            return Ok(None);
        }
        let fixed = fixed(surroundings)?;
        let engine = Engine::connect(configured(&fixed, surroundings.config)?).await?;
        let signals = tokio::spawn(hear_signals(engine.clone(), fixed, surroundings.config.path.clone()));
        Ok(Some(Rest { engine, signals }))
    }

    /// Closes what is idle; requests under way finish.
    pub async fn stop(self) {
        self.signals.abort();
        self.engine.shutdown().await;
    }
}

/// The most connections of the engine's pool; none where the configuration leaves the engine out.
pub fn pool_size(surroundings: &Surroundings<'_>) -> Result<Option<usize>, RestError> {
    if !surroundings.config.api.enabled {
        return Ok(None);
    }
    Ok(Some(configured(&fixed(surroundings)?, surroundings.config)?.db_pool))
}

async fn hear_signals(engine: Arc<Engine>, fixed: EngineConfig, file: PathBuf) {
    let read =
        move || Config::load(&file).map_err(RestError::from).and_then(|config| configured(&fixed, &config));
    if let Err(error) = reload::on_signals(&engine, read).await {
        tracing::error!(%error, "SIGUSR1 and SIGUSR2 cannot be listened for");
    }
}

/// What stays as long as the stack runs.
fn fixed(surroundings: &Surroundings<'_>) -> Result<EngineConfig, RestError> {
    let keys = surroundings.keys;
    let mut config =
        EngineConfig::new(as_role(surroundings.db_url, AUTHENTICATOR, &keys.authenticator_password));
    config.db_anon_role = Some("anon".into());
    config.jwt_secret = Some(JwtKeys::parse(&keys.jwks(), false)?);
    config.openapi_server_proxy_uri = Some(format!("{}/rest/v1", surroundings.public_url()));
    Ok(config)
}

/// What the file says, with the variables laid over it.
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
