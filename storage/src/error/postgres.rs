//! Postgres and pool errors as the errors of requests, by SQLSTATE.

use std::error::Error as _;

use tokio_postgres::error::SqlState;

use super::Error;

impl From<tokio_postgres::Error> for Error {
    fn from(error: tokio_postgres::Error) -> Self {
        let Some(database) = error.as_db_error() else {
            return if is_connection_lost(&error) { Self::unavailable(error) } else { Self::internal(error) };
        };
        let state = database.code();
        if SHUTDOWN_STATES.contains(state) {
            return Self::unavailable(error);
        }
        if *state == SqlState::INSUFFICIENT_PRIVILEGE {
            return Self::AccessDenied(public_text(database.message()));
        }
        // `set role` to a role that does not exist: a token may name any role.
        if *state == SqlState::INVALID_PARAMETER_VALUE && database.message().starts_with("role ") {
            return Self::AccessDenied(database.message().to_owned());
        }
        if *state == SqlState::UNIQUE_VIOLATION {
            return Self::AlreadyExists;
        }
        if *state == SqlState::FOREIGN_KEY_VIOLATION {
            return Self::RelatedMissing;
        }
        if [SqlState::LOCK_NOT_AVAILABLE, SqlState::T_R_DEADLOCK_DETECTED].contains(state) {
            return Self::Locked;
        }
        if *state == SqlState::QUERY_CANCELED {
            return Self::DatabaseTimeout;
        }
        if INVALID_TEXT_STATES.contains(state) {
            return Self::InvalidParameter("value");
        }
        Self::internal(error)
    }
}

/// The SQLSTATEs of text that is invalid for its type, or for any type, such as the character U+0000.
const INVALID_TEXT_STATES: [SqlState; 5] = [
    SqlState::INVALID_DATETIME_FORMAT,
    SqlState::DATETIME_FIELD_OVERFLOW,
    SqlState::INVALID_TEXT_REPRESENTATION,
    SqlState::CHARACTER_NOT_IN_REPERTOIRE,
    SqlState::UNTRANSLATABLE_CHARACTER,
];

/// The SQLSTATEs of a server that is shutting down, has crashed, or is starting.
const SHUTDOWN_STATES: [SqlState; 3] =
    [SqlState::ADMIN_SHUTDOWN, SqlState::CRASH_SHUTDOWN, SqlState::CANNOT_CONNECT_NOW];

/// Whether the connection failed, as opposed to the statement.
fn is_connection_lost(error: &tokio_postgres::Error) -> bool {
    error.is_closed() || error.source().is_some_and(|cause| cause.is::<std::io::Error>())
}

/// Removes the table's name from the row-level security message: Supabase's clients compare it with the shorter text.
fn public_text(message: &str) -> String {
    const RLS_VIOLATION: &str = "new row violates row-level security policy";
    if message.starts_with(RLS_VIOLATION) { RLS_VIOLATION.to_owned() } else { message.to_owned() }
}

impl From<deadpool_postgres::PoolError> for Error {
    fn from(error: deadpool_postgres::PoolError) -> Self {
        match error {
            deadpool_postgres::PoolError::Timeout(deadpool_postgres::TimeoutType::Wait) => {
                Self::TooManyConnections
            }
            deadpool_postgres::PoolError::Timeout(_) => Self::DatabaseTimeout,
            deadpool_postgres::PoolError::Backend(error) => Self::unavailable(error),
            other => Self::internal(other),
        }
    }
}
