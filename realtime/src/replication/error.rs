//! Why changes cannot be read.

use super::pgoutput::Malformed;

/// Why reading ends until the next attempt.
#[derive(Debug, thiserror::Error)]
pub(super) enum ReadError {
    #[error("{0}")]
    Connect(#[from] postgres_connect::ConnectError),
    #[error("{}", crate::database::message(.0))]
    Query(#[from] tokio_postgres::Error),
    #[error(transparent)]
    Malformed(#[from] Malformed),
}
