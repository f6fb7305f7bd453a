//! The only place that touches the pool.

mod pool;

pub(crate) use pool::{Connection, Lease, Pool};

use crate::config::Config;
use crate::error::Error;
use crate::schema_cache::SchemaCache;

pub(crate) async fn read_database_config(_pool: &Pool, given: &Config) -> Result<Config, Error> {
    Ok(given.clone())
}

pub(crate) async fn load_schema_cache(pool: &Pool, _config: &Config) -> Result<SchemaCache, Error> {
    pool.get().await?;
    Ok(SchemaCache::default())
}
