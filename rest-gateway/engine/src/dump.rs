//! PostgREST's `--dump-config` and `--dump-schema`: reads configuration and schema cache without serving.

use std::sync::Arc;

use crate::config::Config;
use crate::fatal::FatalErrors;
use crate::metrics::Metrics;
use crate::reload::ReloadError;
use crate::start::StartError;
use crate::transaction::{Pool, load_schema_cache, read_database_config};

/// A dump failed.
#[derive(Debug, thiserror::Error)]
pub enum DumpError {
    /// The configuration cannot be used.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The database cannot be queried.
    #[error(transparent)]
    Database(#[from] ReloadError),
}

/// The configuration with the database's overrides, if `db-config` is on.
///
/// # Errors
/// When the configuration cannot be used or the database cannot be queried.
pub async fn config_of_database(given: &Config) -> Result<Config, DumpError> {
    let config = match given.db_config {
        true => read_database_config(&pool(given)?, given).await.map_err(ReloadError::from)?.0,
        false => given.clone(),
    };
    config.jwt_role_claim_key.warn();
    Ok(config)
}

/// The schema cache as JSON, in the format of PostgREST's `--dump-schema`.
///
/// # Errors
/// When the configuration cannot be used or the database cannot be queried.
pub async fn schema_cache_of_database(config: &Config) -> Result<String, DumpError> {
    let loaded = load_schema_cache(&pool(config)?, config).await;
    let cache = loaded.map_err(|error| ReloadError::schema(config, &error))?;
    Ok(cache.dump().to_string())
}

fn pool(config: &Config) -> Result<Pool, StartError> {
    Ok(Pool::new(config, Arc::new(Metrics::default()), Arc::new(FatalErrors::new()))?)
}
