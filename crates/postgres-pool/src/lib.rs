//! A connection pool of `tokio-postgres` clients that connects by libpq's rules.
//!
//! [`open`] and [`open_with_options`] parse a connection string and return a [`deadpool_postgres::Pool`] that connects on
//! first use. They depend on `postgres-connect`.

#![warn(missing_docs)]

use std::sync::Arc;
use std::time::Duration;

use deadpool_postgres::{Connect, Manager, ManagerConfig, Pool, RecyclingMethod, Runtime};
use futures_util::future::BoxFuture;
use postgres_connect::Connector;
use tokio::task::JoinHandle;
use tokio_postgres::{Client, Config};

/// The timeout for a free connection, and for connecting.
const TIMEOUT: Duration = Duration::from_secs(10);

/// A pool of at most `size` connections, and the connector that opens them and sends cancel requests.
///
/// # Errors
/// When the connection string is invalid.
pub fn open(
    url: &str,
    application_name: &str,
    size: usize,
) -> Result<(Pool, Arc<Connector>), Box<dyn std::error::Error + Send + Sync>> {
    open_with_options(url, application_name, size, "")
}

/// As [`open`]. The sessions have these command-line options of the server, e.g. `-c lock_timeout=5s`, unless the
/// connection string has others.
///
/// # Errors
/// When the connection string is invalid.
pub fn open_with_options(
    url: &str,
    application_name: &str,
    size: usize,
    options: &str,
) -> Result<(Pool, Arc<Connector>), Box<dyn std::error::Error + Send + Sync>> {
    let mut connector = Connector::parse(url)?;
    let config = connector.config_mut();
    config.application_name(application_name).connect_timeout(TIMEOUT);
    if !options.is_empty() {
        // Of two options for one setting the server takes the last.
        let options = format!("{options} {}", config.get_options().unwrap_or_default());
        config.options(options.trim_end());
    }
    let connector = Arc::new(connector);
    // No query to test a connection: a dead one is closed.
    let config = ManagerConfig { recycling_method: RecyclingMethod::Fast };
    let manager = Manager::from_connect(Config::new(), PoolConnector(connector.clone()), config);
    let pool = Pool::builder(manager)
        .max_size(size)
        .wait_timeout(Some(TIMEOUT))
        .create_timeout(Some(TIMEOUT))
        .runtime(Runtime::Tokio1)
        .build()?;
    Ok((pool, connector))
}

/// Opens the pool's connections.
struct PoolConnector(Arc<Connector>);

impl Connect for PoolConnector {
    /// Ignores the pool's configuration, which is empty: the connector has its own.
    fn connect(&self, _: &Config) -> BoxFuture<'_, Result<(Client, JoinHandle<()>), tokio_postgres::Error>> {
        Box::pin(async {
            let (client, connection) = self.0.connect().await.map_err(|error| {
                // Logged here because the cause that the pool returns does not name the servers.
                tracing::warn!(%error, "cannot connect to the database");
                error.into_cause()
            })?;
            let driver = tokio::spawn(async move {
                if let Err(error) = connection.await {
                    tracing::warn!(%error, "a database connection was lost");
                }
            });
            Ok((client, driver))
        })
    }
}
