//! Errors of the file system as those of S3.

use s3s::{S3Error, S3ErrorCode};

use super::durable::is_missing;
use super::object_file::ReadError;

/// A failure to write. The cause, for example a full disk, is logged here; the client gets only `InternalError`.
pub fn internal(error: std::io::Error) -> S3Error {
    tracing::error!(%error, "cannot write");
    S3Error::with_source(S3ErrorCode::InternalError, Box::new(error))
}

/// A failure to read an object: that there is none, or one of the disk.
pub fn read_error(error: ReadError) -> S3Error {
    match error {
        ReadError::Io(error) if is_missing(&error) => S3ErrorCode::NoSuchKey.into(),
        error => {
            tracing::error!(%error, "cannot read");
            S3Error::with_source(S3ErrorCode::InternalError, Box::new(error))
        }
    }
}
