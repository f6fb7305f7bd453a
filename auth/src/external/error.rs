//! Errors of a provider's response. The messages are for the log; they contain no token.

use crate::http_client::HttpError;

#[derive(Debug, thiserror::Error)]
pub(crate) enum ProviderError {
    #[error(transparent)]
    Http(#[from] HttpError),
    #[error("{0:?} is not an address")]
    Address(String),
    #[error("the status is {0}")]
    Status(u16),
    #[error("the body is not the expected JSON: {0}")]
    Json(#[from] serde_json::Error),
    #[error("the issuer is {found:?} instead of {expected:?}")]
    Issuer { expected: String, found: String },
    #[error("the id token is invalid: {0}")]
    IdToken(&'static str),
    #[error("the response has no {0}")]
    Missing(&'static str),
}
