//! What an engine would work with, for whoever looks at it without serving. Refuses what cannot be read from the database.

use std::sync::Arc;

use crate::config::Config;
use crate::engine::{ReloadError, StartError};
use crate::fatal::Fatals;
use crate::metrics::Metrics;
use crate::transaction::{Pool, load_schema_cache, read_database_config};

#[derive(Debug, thiserror::Error)]
pub enum DumpError {
    #[error(transparent)]
    Start(#[from] StartError),
    #[error(transparent)]
    Database(#[from] ReloadError),
}

/// The configuration with what the database says of it, if it is to be asked (`db-config`).
pub async fn config_of_database(given: &Config) -> Result<Config, DumpError> {
    let config = match given.db_config {
        true => read_database_config(&pool(given)?, given).await.map_err(ReloadError::from)?.0,
        false => given.clone(),
    };
    config.jwt_role_claim_key.warn();
    Ok(config)
}

/// The schema cache as PostgREST's `--dump-schema` tells it: JSON.
pub async fn schema_cache_of_database(config: &Config) -> Result<String, DumpError> {
    let loaded = load_schema_cache(&pool(config)?, config).await;
    let cache = loaded.map_err(|error| ReloadError::schema(config, &error))?;
    Ok(cache.dump().to_string())
}

fn pool(config: &Config) -> Result<Pool, StartError> {
    Pool::new(config, Arc::new(Metrics::default()), Arc::new(Fatals::new()))
}
