//! Errors of an authenticator's response.

/// The reason to reject a response of an authenticator. For the log; clients get one message for all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum WebAuthnError {
    /// The response, or a part of it, is not in its format.
    #[error("the response is malformed: {0}")]
    Malformed(&'static str),
    /// The response is another ceremony's, site's or challenge's.
    #[error("the response does not belong to the ceremony: {0}")]
    Mismatch(&'static str),
    /// The key's type or algorithm is not one of those that the options name.
    #[error("the key's algorithm is not supported")]
    UnsupportedKey,
    /// The signature is not the key's.
    #[error("the signature is invalid")]
    InvalidSignature,
}

pub(super) type Result<T> = std::result::Result<T, WebAuthnError>;
