//! Starts an engine together with its listener.

use std::sync::Arc;

use postgres_connect::Connector;

use crate::config::Config;
use crate::engine::Engine;
use crate::listener;

/// A configuration that an engine cannot start with.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The URI cannot be parsed, or names an option that is not supported.
    #[error("the database URI cannot be used: {0}")]
    Uri(#[from] postgres_connect::AddressError),
    /// A URI of `db-read-uris` names several servers.
    #[error("each URI in db-read-uris must name one server, because its lag is measured")]
    SeveralReplicas,
    /// `db-schemas` is empty.
    #[error("no schema is exposed")]
    NoSchema,
    /// `db-schemas` contains a schema of Postgres.
    #[error("`{0}` is a schema of the server itself and must not be exposed")]
    SystemSchema(String),
}

impl Engine {
    /// Starts the engine and waits for the first load of the schema cache. An unreachable database is no error:
    /// requests get 503 until it can be reached.
    ///
    /// # Errors
    /// When the configuration cannot be used.
    pub async fn connect(config: Config) -> Result<Arc<Engine>, StartError> {
        let engine = Engine::start(config)?;
        engine.initial_load().await;
        Ok(engine)
    }

    /// Starts the engine inside a Tokio runtime. The schema cache is loaded in the background.
    ///
    /// # Errors
    /// When the configuration cannot be used.
    pub fn start(config: Config) -> Result<Arc<Engine>, StartError> {
        check_schemas(&config.db_schemas)?;
        check_read_uris(&config.db_read_uris)?;
        let engine = Arc::new(Engine::new(config)?);
        engine.set_listener(tokio::spawn(listener::run(Arc::downgrade(&engine))));
        Ok(engine)
    }
}

fn check_read_uris(uris: &[String]) -> Result<(), StartError> {
    for uri in uris {
        if Connector::parse(uri)?.config().get_hosts().len() > 1 {
            return Err(StartError::SeveralReplicas);
        }
    }
    Ok(())
}

fn check_schemas(schemas: &[String]) -> Result<(), StartError> {
    if schemas.is_empty() {
        return Err(StartError::NoSchema);
    }
    match schemas.iter().find(|schema| matches!(schema.as_str(), "pg_catalog" | "information_schema")) {
        Some(schema) => Err(StartError::SystemSchema(schema.clone())),
        None => Ok(()),
    }
}
