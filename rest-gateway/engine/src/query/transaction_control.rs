//! The statements that begin and end a transaction.

use super::sql::Sql;
use crate::isolation::Isolation;

/// Reads the catalogue in one snapshot, which all queries of the transaction share.
pub(crate) const BEGIN_SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
pub(crate) const BEGIN_READ_ONLY: &str = "BEGIN READ ONLY";
pub(crate) const COMMIT: &str = "COMMIT";
pub(crate) const ROLLBACK: &str = "ROLLBACK";

pub(crate) fn begin(isolation: Isolation, read_only: bool) -> Sql {
    Sql::new(match (isolation, read_only) {
        (Isolation::ReadCommitted, true) => "BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY",
        (Isolation::ReadCommitted, false) => "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE",
        (Isolation::RepeatableRead, true) => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        (Isolation::RepeatableRead, false) => "BEGIN ISOLATION LEVEL REPEATABLE READ READ WRITE",
        (Isolation::Serializable, true) => "BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY",
        (Isolation::Serializable, false) => "BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE",
    })
}

/// A transaction that rolls back checks its deferred constraints first, so that it fails where a commit would.
pub(crate) fn end(commits: bool) -> Vec<Sql> {
    let statements: &[&'static str] =
        if commits { &[COMMIT] } else { &["SET CONSTRAINTS ALL IMMEDIATE", ROLLBACK] };
    statements.iter().copied().map(Sql::new).collect()
}
