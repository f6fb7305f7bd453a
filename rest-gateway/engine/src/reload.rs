//! Reloads the configuration and the schema cache of a running engine.

use std::fmt::Display;
use std::sync::{Arc, PoisonError};
use std::time::Instant;

use postgres_wire::Lsn;

use crate::config::{Config, RolesSettings};
use crate::engine::{ConfigSource, Engine, LoadState};
use crate::error::Error;
use crate::schema_cache::SchemaCache;
use crate::state::State;
use crate::transaction::{self, DatabaseConfigError};

/// A reload failed: the database could not be queried, or the configuration could not be read. The messages are
/// PostgREST's.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ReloadError(String);

impl Engine {
    /// Reloads the schema cache and the configuration that is stored in the database. On failure the old state stays,
    /// and the reload is retried in the background.
    ///
    /// # Errors
    /// When the database cannot be queried.
    pub async fn reload(&self) -> Result<(), ReloadError> {
        let _lock = self.load_lock.lock().await;
        self.load_and_notify().await
    }

    /// Reloads everything: the configuration from its source and from the database, and the schema cache.
    ///
    /// # Errors
    /// When the configuration cannot be read or the database cannot be queried.
    pub async fn reload_all(&self) -> Result<(), ReloadError> {
        self.read_config_source()?;
        self.reload().await
    }

    /// Reloads the configuration, and the schema cache only if other schemas are exposed now. An invalid setting leaves
    /// the whole configuration unchanged.
    ///
    /// # Errors
    /// When the configuration cannot be read or the database cannot be queried.
    pub async fn reload_config(&self) -> Result<(), ReloadError> {
        let _lock = self.load_lock.lock().await;
        self.read_config_source()?;
        let (config, roles) = self.read_database_config().await?;
        if config.db_schemas != self.state().config.db_schemas {
            return self.load_and_notify().await;
        }
        let schema_cache = self.state().schema_cache.clone();
        self.replace_state(config, roles, schema_cache);
        tracing::info!("Config reloaded");
        Ok(())
    }

    /// Sets where a reload reads the configuration. Only the first call has an effect. A reload changes neither the
    /// database's address nor the size of the pool.
    pub fn set_config_source<E: Display>(
        &self,
        read: impl Fn() -> Result<Config, E> + Send + Sync + 'static,
    ) {
        let source: ConfigSource = Box::new(move || read().map_err(|error| error.to_string()));
        if self.config_source.set(source).is_err() {
            tracing::warn!("the source of the configuration is set already");
        }
    }

    async fn load_and_notify(&self) -> Result<(), ReloadError> {
        let outcome = self.load().await;
        self.load_state.send_replace(if outcome.is_ok() { LoadState::Loaded } else { LoadState::Failed });
        outcome
    }

    async fn load(&self) -> Result<(), ReloadError> {
        let (config, roles) = match self.read_database_config().await {
            Err(error @ DatabaseConfigError::Setting(_)) => {
                tracing::error!(%error, "the whole configuration stays as it was");
                let state = self.state();
                (state.config.clone(), state.roles.clone())
            }
            read => read?,
        };
        let loaded = self.load_schema_cache(&config).await;
        let schema_cache = loaded.map_err(|error| ReloadError::schema(&config, &error))?;
        tracing::info!(
            "Schema cache loaded {} Relations, {} Relationships, {} Functions",
            schema_cache.tables.len(),
            schema_cache.relationships.len(),
            schema_cache.routines.len(),
        );
        // A replica that has not replayed the catalogue would not know what it is asked for.
        if let Some(position) = self.position_for_replicas(&config).await {
            self.replicas.require_schema(position);
        }
        // Connections from before the first load have no statements of an older schema.
        if self.state().schema_cache.is_some() {
            self.pool.renew();
            self.replicas.renew();
        }
        self.replace_state(config, roles, Some(Arc::new(schema_cache)));
        Ok(())
    }

    async fn read_database_config(&self) -> Result<(Config, RolesSettings), DatabaseConfigError> {
        let base = self.base_config.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let (config, roles) = transaction::read_database_config(&self.pool, &base).await?;
        config.jwt_role_claim_key.warn();
        Ok((config, roles))
    }

    async fn load_schema_cache(&self, config: &Config) -> Result<SchemaCache, Error> {
        let started = Instant::now();
        let loaded = transaction::load_schema_cache(&self.pool, config).await;
        match &loaded {
            Ok(_) => {
                let elapsed = started.elapsed();
                tracing::info!("Schema cache queried in {:.1} milliseconds", elapsed.as_secs_f64() * 1000.0);
                self.metrics.schema_cache_loaded(elapsed);
            }
            Err(_) => self.metrics.schema_cache_failed(),
        }
        loaded
    }

    async fn position_for_replicas(&self, config: &Config) -> Option<Lsn> {
        if config.db_read_uris.is_empty() { None } else { transaction::current_position(&self.pool).await }
    }

    fn replace_state(&self, config: Config, roles: RolesSettings, schema_cache: Option<Arc<SchemaCache>>) {
        self.state.send_replace(Arc::new(State::new(config, roles, schema_cache, self.metrics.clone())));
    }

    fn read_config_source(&self) -> Result<(), ReloadError> {
        if let Some(read) = self.config_source.get() {
            let config = read().map_err(|error| ReloadError(format!("Failed reloading config: {error}")))?;
            *self.base_config.lock().unwrap_or_else(PoisonError::into_inner) = config;
        }
        Ok(())
    }
}

impl ReloadError {
    pub(crate) fn schema(config: &Config, error: &Error) -> ReloadError {
        ReloadError(format!(
            "Failed to load the schema cache using db-schemas={} and db-extra-search-path={}. {}",
            config.db_schemas.join(","),
            config.db_extra_search_path.join(","),
            error.payload()
        ))
    }
}

impl From<DatabaseConfigError> for ReloadError {
    fn from(error: DatabaseConfigError) -> ReloadError {
        ReloadError(match error {
            DatabaseConfigError::Database(error) => {
                format!("Failed to query database settings for the config parameters. {}", error.payload())
            }
            DatabaseConfigError::Setting(_) => format!("Failed reloading config: {error}"),
        })
    }
}
