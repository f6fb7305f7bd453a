//! Why a project could not be moved.

use super::report::Report;
use crate::stack::project::reason;
use crate::stack::project::{DumpError, ResetError};
use postgres_server::ClientProgramError;
use std::path::PathBuf;

/// The error of `import`. The database is as it was before.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    #[error("cannot read {path}: {cause}", path = .path.display())]
    Read { path: PathBuf, cause: std::io::Error },
    #[error("{path} is empty, or a folder without a dump", path = .0.display())]
    NoDump(PathBuf),
    #[error("pg_restore cannot read {path}: {message}", path = .path.display())]
    Restore { path: PathBuf, message: String },
    #[error(transparent)]
    Program(#[from] ClientProgramError),
    #[error("{0}")]
    Statements(Box<Report>),
    #[error(
        "the stack has data already: {0}; --replace imports nevertheless, and deletes everything in the database"
    )]
    NotEmpty(String),
    #[error("the database has data already: {0}; an import needs one that is empty, as `db reset` leaves it")]
    NotEmptyDatabase(String),
    #[error("there is no S3 for the objects: name one as [storage.s3] endpoint in the configuration")]
    NoS3,
    #[error("the storage service cannot be run: {0}")]
    Storage(String),
    #[error("this database is not a stack's: run `rest-gateway migrate --db-url` first")]
    NotMigrated,
    #[error("cannot connect to the database: {0}")]
    Connect(#[from] postgres_connect::Error),
    #[error("the database refused a statement: {}", reason(.0))]
    Database(#[from] tokio_postgres::Error),
    #[error(transparent)]
    Replace(#[from] ResetError),
    #[error(transparent)]
    Files(#[from] FilesError),
    #[error("the history of migrations cannot be written: {0}")]
    History(#[from] sql_migrations::Error),
}

/// Why the bytes of objects could not be copied.
#[derive(Debug, thiserror::Error)]
pub enum FilesError {
    #[error("cannot run {program}: {cause}", program = .program.display())]
    Run { program: PathBuf, cause: std::io::Error },
    #[error("the storage program failed; its log is above")]
    Ended,
    #[error("{} files are missing or differ from the size or checksum in their rows:\n{}", .0.len(), .0.join("\n"))]
    Differ(Vec<String>),
    #[error("the objects cannot be listed: {}", reason(.0))]
    List(#[from] tokio_postgres::Error),
}

/// The error of `export`.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    #[error("{path}: {cause}", path = .path.display())]
    Write { path: PathBuf, cause: std::io::Error },
    #[error("{} is there already; choose another folder", .0.display())]
    Exists(PathBuf),
    #[error(transparent)]
    Dump(#[from] DumpError),
    #[error("cannot connect to the database: {0}")]
    Connect(#[from] postgres_connect::Error),
    #[error("the database refused a statement: {}", reason(.0))]
    Database(#[from] tokio_postgres::Error),
    #[error(transparent)]
    Files(#[from] FilesError),
}
