//! Postgres and pool errors as the errors of requests, by SQLSTATE.

use tokio_postgres::error::SqlState;

use super::Error;

impl From<tokio_postgres::Error> for Error {
    fn from(error: tokio_postgres::Error) -> Self {
        if postgres_connect::is_outage(&error) {
            return Self::unavailable(error);
        }
        let Some(database) = error.as_db_error() else {
            return Self::internal(error);
        };
        let state = database.code();
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
