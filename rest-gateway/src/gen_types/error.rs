//! Why the types cannot be generated.

use rest_engine::DumpError;

/// The error of `gen types`.
#[derive(Debug, thiserror::Error)]
pub enum GenTypesError {
    #[error("cannot connect to the database: {0}")]
    Connect(#[from] postgres_connect::Error),
    #[error("the catalog cannot be read: {0}")]
    Query(#[from] tokio_postgres::Error),
    #[error("the catalog has an unexpected shape: {0}")]
    Shape(#[from] serde_json::Error),
    #[error(transparent)]
    SchemaCache(#[from] DumpError),
    #[error("the database has no schema {0}")]
    NoSchema(String),
}
