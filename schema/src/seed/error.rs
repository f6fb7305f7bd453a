//! The error of the seed.

/// Why the database could not be seeded.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No connection.
    #[error("cannot seed the database: {0}")]
    Connect(#[from] postgres_connect::Error),
    /// A statement that failed; nothing was added.
    #[error("cannot seed the database: {0}")]
    Database(#[from] tokio_postgres::Error),
    /// A data file that does not parse.
    #[error("the sample data is not as expected: {0}")]
    Data(#[from] serde_json::Error),
}
