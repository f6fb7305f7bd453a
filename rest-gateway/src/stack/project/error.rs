//! Why a reset failed.

use super::prepare::ProjectError;
use super::product::ProductError;
use crate::stack::database::roles;
use std::path::PathBuf;

/// Why a database could not be reset.
#[derive(Debug, thiserror::Error)]
pub enum ResetError {
    #[error(
        "this stack runs on a Postgres of yours, which is not replaced; `db reset --db-url URL` empties it"
    )]
    NotOwn,
    #[error(transparent)]
    Connect(#[from] postgres_connect::Error),
    #[error("the database cannot be replaced: {}", roles::reason(.0))]
    Replace(#[from] tokio_postgres::Error),
    #[error(transparent)]
    Migrate(#[from] platform_schema::Error),
    #[error(transparent)]
    Project(#[from] ProjectError),
    #[error(transparent)]
    Product(#[from] ProductError),
    #[error(transparent)]
    Sql(#[from] sql_migrations::Error),
    #[error("{path}: {cause}", path = .path.display())]
    Read { path: PathBuf, cause: std::io::Error },
}
