//! Why a database could not be migrated.

/// The error of [`crate::migrate`].
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No connection.
    #[error("cannot connect to the database to migrate it: {0}")]
    Connect(#[from] postgres_connect::Error),
    /// Diesel could not set up the connection.
    #[error("the database cannot be set up for its migration: {0}")]
    SetUp(#[from] diesel::ConnectionError),
    /// The role lacks privileges. Nothing was changed.
    #[error("the role `{role}` lacks privileges that the migrations need. A superuser of this database provides them by:\n\n{}\n", .statements.join("\n"))]
    Privileges {
        /// The role of the connection.
        role: String,
        /// The statements that a superuser must run, in order.
        statements: Vec<String>,
    },
    /// A migration failed and was rolled back.
    #[error("a migration failed: {0}")]
    Migration(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The lock of migrations was not released in time.
    #[error("another process has been migrating this database for a quarter of an hour")]
    Busy,
    /// The history cannot be read or written.
    #[error("the history of migrations cannot be used: {0}")]
    History(#[from] diesel::result::Error),
    /// The blocking task was cancelled.
    #[error("the migration was interrupted")]
    Interrupted,
}
