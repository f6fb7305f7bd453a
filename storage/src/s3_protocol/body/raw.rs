//! The bytes of a request as they arrive, and why they are rejected.

use std::pin::Pin;

use bytes::Bytes;
use futures_util::Stream;
use service_kit::body_stream::BodyError as ReadError;

/// The bytes of a request as they arrive.
pub type RawBody = Pin<Box<dyn Stream<Item = Result<Bytes, ReadError>> + Send + Sync>>;

/// Why a body is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BodyError {
    #[error("The request body terminated unexpectedly")]
    BrokenOff,
    #[error(
        "Your socket connection to the server was not read from or written to within the timeout period."
    )]
    TimedOut,
    #[error("You did not provide the number of bytes specified by the Content-Length HTTP header.")]
    WrongLength,
    #[error("The body is not in the aws-chunked encoding")]
    MalformedChunk,
    #[error("The signature of a chunk or of the trailers does not match. Check your key and signing method.")]
    SignatureMismatch,
    #[error("The request announced a trailer that its body does not have.")]
    MissingTrailer,
    #[error("The provided 'x-amz-content-sha256' header does not match what was computed.")]
    Sha256Mismatch,
    #[error("The checksum you specified did not match what we received.")]
    BadDigest,
    #[error("The body is too large")]
    TooLarge,
    #[error("Your proposed upload is smaller than the minimum allowed object size.")]
    TooSmall,
}

impl From<ReadError> for BodyError {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::BrokenOff => Self::BrokenOff,
            ReadError::TimedOut => Self::TimedOut,
        }
    }
}
