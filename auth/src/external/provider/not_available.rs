//! Errors of providers that cannot be used.

use crate::error::{Error, ErrorCode};
use crate::external::ProviderError;

/// The reason why a provider cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotAvailable {
    #[error("Provider {0} could not be found")]
    Unknown(String),
    #[error("{0}")]
    Configuration(&'static str),
    #[error("custom provider {0} not found")]
    CustomUnknown(String),
    #[error("custom provider {0} is disabled")]
    CustomDisabled(String),
    #[error("the provider's discovery document cannot be read")]
    Discovery(#[source] ProviderError),
    #[error(transparent)]
    Internal(#[from] Error),
}

impl NotAvailable {
    /// The error of a request, 400 with this code. Logs the cause if the provider is at fault.
    pub fn into_error(self, code: ErrorCode) -> Error {
        match self {
            NotAvailable::Internal(error) => error,
            NotAvailable::Discovery(cause) => {
                tracing::warn!(%cause, "a provider's discovery document cannot be read");
                Error::bad_request(code, format!("Unsupported provider: {}", NotAvailable::Discovery(cause)))
            }
            other => Error::bad_request(code, format!("Unsupported provider: {other}")),
        }
    }
}
