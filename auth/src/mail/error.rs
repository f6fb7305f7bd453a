//! A mail that could not be sent, as the error of a request.

use crate::error::Error;

/// A mail that could not be sent. Its cause is in the log.
#[derive(Debug, thiserror::Error)]
#[error("Error sending {kind} email")]
pub(crate) struct MailError {
    pub(super) kind: &'static str,
}

impl From<MailError> for Error {
    fn from(error: MailError) -> Error {
        Error::failed(error.to_string())
    }
}
