//! Failures of password hashing as errors of a request.

use password_hashing::PasswordError;
use service_kit::Error;

/// A full queue is 503, everything else 500.
pub(crate) fn password_error(error: PasswordError) -> Error {
    match error {
        PasswordError::Overloaded => Error::Overloaded,
        other => Error::internal(other),
    }
}
