//! The state that requests read: configuration, schema cache and what is derived from them.

use std::sync::Arc;

use crate::auth::Authenticator;
use crate::config::{Config, RolesSettings};
use crate::error::Error;
use crate::metrics::Metrics;
use crate::schema_cache::SchemaCache;
use crate::transaction::TransactionSettings;

/// An immutable snapshot. A request keeps the one that it started with, also when a reload replaces it.
pub(crate) struct State {
    pub config: Config,
    pub authenticator: Authenticator,
    /// `None` until the schema cache was loaded for the first time.
    pub schema_cache: Option<Arc<SchemaCache>>,
    /// As read from the database; `settings` holds the same, prepared for use.
    pub roles: RolesSettings,
    pub settings: TransactionSettings,
}

impl State {
    pub fn new(
        config: Config,
        roles: RolesSettings,
        schema_cache: Option<Arc<SchemaCache>>,
        metrics: Arc<Metrics>,
    ) -> State {
        let settings = TransactionSettings::new(&config, &roles);
        State { authenticator: Authenticator::new(&config, metrics), schema_cache, config, roles, settings }
    }

    pub fn schema_cache(&self) -> Result<&SchemaCache, Error> {
        self.schema_cache.as_deref().ok_or(Error::NoSchemaCache)
    }
}
