//! Why a signature is rejected.

/// Why a signature is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SignatureError {
    #[error("Missing signature")]
    Missing,
    /// What is malformed.
    #[error("{0}")]
    Malformed(&'static str),
    #[error("The access key ID you provided does not exist in our records.")]
    UnknownKey,
    #[error("The region in the credential scope is not this server's")]
    WrongRegion,
    #[error(
        "The request signature we calculated does not match the signature you provided. Check your key and signing method."
    )]
    Mismatch,
    #[error("There were headers present in the request which were not signed")]
    UnsignedHeader,
    #[error("The difference between the request time and the server's time is too large.")]
    Skewed,
    #[error("Request has expired")]
    Expired,
    #[error("The session token is not a valid access token")]
    InvalidToken,
    #[error("The session of the token has ended")]
    SessionEnded,
}
