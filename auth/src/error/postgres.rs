//! Postgres and pool errors as the errors of requests, by SQLSTATE.

use deadpool_postgres::PoolError;
use tokio_postgres::error::SqlState;

use super::{Error, ErrorCode};

impl From<tokio_postgres::Error> for Error {
    fn from(error: tokio_postgres::Error) -> Error {
        if postgres_connect::is_outage(&error) {
            return Error::unavailable(error);
        }
        let Some(database) = error.as_db_error() else {
            return Error::internal(error);
        };
        let state = database.code();
        // The deadlines of the pool: another program has locked a row, or the statement takes too long.
        if [SqlState::LOCK_NOT_AVAILABLE, SqlState::QUERY_CANCELED].contains(state) {
            tracing::warn!(cause = %error, "a statement has timed out");
            return Error::timed_out();
        }
        // A concurrent request inserted the same address or number after this one had looked for it.
        if *state == SqlState::UNIQUE_VIOLATION {
            return match database.constraint() {
                Some("users_email_partial_key" | "identities_provider_id_provider_unique") => email_exists(),
                Some("custom_oauth_providers_identifier_key") => {
                    let message = "A custom OAuth provider with this identifier already exists";
                    Error::bad_request(ErrorCode::Conflict, message)
                }
                Some("users_phone_key") => phone_exists(),
                Some("users_pkey") => {
                    let message = "A user with this ID already exists";
                    Error::unprocessable(ErrorCode::UserAlreadyExists, message)
                }
                _ => Error::internal(error),
            };
        }
        // The columns' own rules for custom providers, which the table states once.
        if *state == SqlState::CHECK_VIOLATION
            && let Some(rule) =
                database.constraint().and_then(|name| name.strip_prefix("custom_oauth_providers_"))
        {
            return Error::invalid(format!("The provider is invalid: {}", rule.replace('_', " ")));
        }
        Error::internal(error)
    }
}

impl From<PoolError> for Error {
    fn from(error: PoolError) -> Error {
        match error {
            PoolError::Backend(error) => Error::unavailable(error),
            other => Error::unavailable(other),
        }
    }
}

/// Another account has this e-mail address.
pub(crate) fn email_exists() -> Error {
    let message = "A user with this email address has already been registered";
    Error::unprocessable(ErrorCode::EmailExists, message)
}

/// Another account has this phone number.
pub(crate) fn phone_exists() -> Error {
    let message = "A user with this phone number has already been registered";
    Error::unprocessable(ErrorCode::PhoneExists, message)
}
