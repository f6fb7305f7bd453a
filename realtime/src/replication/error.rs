//! Why changes cannot be read.

use super::pgoutput::Malformed;
use crate::database::DatabaseError;

/// Why reading ends until the next attempt.
#[derive(Debug, thiserror::Error)]
pub(super) enum ReadError {
    #[error("{0}")]
    Connect(#[from] postgres_connect::ConnectError),
    #[error("{}", crate::database::message(.0))]
    Query(#[from] tokio_postgres::Error),
    #[error("{0}")]
    Stream(#[from] postgres_wire::Error),
    #[error(transparent)]
    Malformed(#[from] Malformed),
    #[error("the subscriptions cannot be written: {0}")]
    Subscriptions(#[from] DatabaseError),
    #[error("the replication does not start in time")]
    TimedOut,
    #[error("the server sends nothing")]
    Silent,
    #[error("another node reads a newer slot")]
    SlotReplaced,
    #[error("the publications have changed")]
    OtherPublications,
}
