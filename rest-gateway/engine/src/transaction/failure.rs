//! Errors of a transaction, and how they become the API's errors.

use postgres_wire::Error as WireError;

use crate::error::{DatabaseError, Error};
use crate::query::is_not_applied;

/// Why a transaction ends early.
pub(super) enum TransactionError {
    /// Postgres or the connection to it.
    Database(WireError),
    /// The engine itself, for instance because the result violates a rule.
    Rejected(Error),
}

impl From<Error> for TransactionError {
    fn from(error: Error) -> TransactionError {
        TransactionError::Rejected(error)
    }
}

impl From<WireError> for TransactionError {
    fn from(error: WireError) -> TransactionError {
        TransactionError::Database(error)
    }
}

/// The connection died inside the transaction. Clients get PostgREST's message for a failed ROLLBACK; the server's own
/// error is logged.
pub(super) fn connection_lost() -> Error {
    Error::Client("no connection to the server\n".to_owned())
}

/// An error outside of a request.
pub(super) fn database_error(error: WireError) -> Error {
    api_error(&error, false)
}

pub(super) fn api_error(error: &WireError, anonymous: bool) -> Error {
    match error.server() {
        Some(error) if is_not_applied(error) => Error::SettingNotApplied,
        Some(error) => Error::Database(DatabaseError::new(error, anonymous)),
        None => Error::Client(error.to_string()),
    }
}
