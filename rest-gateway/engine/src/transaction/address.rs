//! The database's address, with the engine's defaults.

use std::time::Duration;

use postgres_connect::{AddressError, Connector};

use crate::VERSION;
use crate::config::Config;

/// Limit for opening a connection to one server, unless the address sets `connect_timeout`.
pub(crate) const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// The connector for `db-uri`.
pub(super) fn connector(config: &Config) -> Result<Connector, AddressError> {
    named_connector(&config.db_uri)
}

/// The connector of connections that need a session of their own.
pub(crate) fn direct_connector(config: &Config) -> Result<Connector, AddressError> {
    named_connector(config.db_direct_uri.as_ref().unwrap_or(&config.db_uri))
}

/// The connections are named after PostgREST in `pg_stat_activity`, unless the address sets `application_name`.
fn named_connector(uri: &str) -> Result<Connector, AddressError> {
    let mut database = Connector::parse(uri)?;
    let settings = database.config_mut();
    if settings.get_connect_timeout().is_none() {
        settings.connect_timeout(CONNECT_TIMEOUT);
    }
    if settings.get_application_name().is_none() {
        settings.application_name(format!("PostgREST {VERSION}"));
    }
    Ok(database)
}
