//! Errors in the form of S3: an XML body with a code, and the status that belongs to it. Codes are those of Amazon S3,
//! or of Supabase where S3 has none.

use hyper::StatusCode;
use hyper::header::{CONTENT_TYPE, HeaderMap, HeaderValue, RETRY_AFTER};
use s3s::{S3Error, S3ErrorCode};

use super::body::BodyError;
use super::signature::SignatureError;
use crate::error::Error;

/// A code that `s3s` does not know.
fn custom(code: &'static str, status: u16, message: String) -> S3Error {
    let mut error = S3Error::with_message(S3ErrorCode::Custom(code.into()), message);
    error.set_status_code(StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_REQUEST));
    error
}

impl From<SignatureError> for S3Error {
    fn from(error: SignatureError) -> Self {
        let code = match error {
            SignatureError::Missing | SignatureError::Expired | SignatureError::UnsignedHeader => {
                S3ErrorCode::AccessDenied
            }
            SignatureError::Malformed(_) | SignatureError::WrongRegion => {
                S3ErrorCode::AuthorizationHeaderMalformed
            }
            SignatureError::UnknownKey => S3ErrorCode::InvalidAccessKeyId,
            SignatureError::Mismatch => S3ErrorCode::SignatureDoesNotMatch,
            SignatureError::Skewed => S3ErrorCode::RequestTimeTooSkewed,
            SignatureError::InvalidToken => S3ErrorCode::InvalidToken,
            SignatureError::SessionEnded => S3ErrorCode::ExpiredToken,
        };
        S3Error::with_message(code, error.to_string())
    }
}

impl From<BodyError> for S3Error {
    fn from(error: BodyError) -> Self {
        let message = error.to_string();
        let code = match error {
            BodyError::BrokenOff | BodyError::WrongLength => S3ErrorCode::IncompleteBody,
            BodyError::TimedOut => S3ErrorCode::RequestTimeout,
            BodyError::MalformedChunk => S3ErrorCode::InvalidRequest,
            BodyError::SignatureMismatch => S3ErrorCode::SignatureDoesNotMatch,
            BodyError::MissingTrailer => return custom("MalformedTrailerError", 400, message),
            BodyError::Sha256Mismatch => return custom("XAmzContentSHA256Mismatch", 400, message),
            BodyError::BadDigest => S3ErrorCode::BadDigest,
            BodyError::TooLarge => S3ErrorCode::MaxMessageLengthExceeded,
            BodyError::TooSmall => S3ErrorCode::EntityTooSmall,
        };
        S3Error::with_message(code, message)
    }
}

impl From<Error> for S3Error {
    fn from(error: Error) -> Self {
        let message = xml_text(&error.to_string());
        let code = match error {
            Error::InvalidBody(cause) => return invalid_body(cause),
            Error::NoSuchBucket => S3ErrorCode::NoSuchBucket,
            Error::NoSuchKey | Error::BytesMissing | Error::RelatedMissing => S3ErrorCode::NoSuchKey,
            Error::NoSuchUpload => S3ErrorCode::NoSuchUpload,
            Error::InvalidPart => S3ErrorCode::InvalidPart,
            Error::AlreadyExists => return custom("ResourceAlreadyExists", 409, message),
            Error::PreconditionFailed => S3ErrorCode::PreconditionFailed,
            Error::InvalidPartNumber => return custom("InvalidPartNumber", 416, message),
            Error::BucketNotEmpty => S3ErrorCode::BucketNotEmpty,
            Error::AccessDenied(_) | Error::ServiceRoleOnly => S3ErrorCode::AccessDenied,
            Error::InvalidBucketName => S3ErrorCode::InvalidBucketName,
            Error::InvalidKey(_) => return custom("InvalidKey", 400, message),
            Error::InvalidMimeType(_) => return custom("InvalidMimeType", 415, message),
            Error::EntityTooLarge => return with_status(S3ErrorCode::EntityTooLarge, 413, message),
            Error::InvalidRange { .. } => S3ErrorCode::InvalidRange,
            Error::Locked => return custom("ResourceLocked", 423, message),
            Error::ClientStalled | Error::ClientTooSlow => S3ErrorCode::RequestTimeout,
            Error::DatabaseTimeout => return custom("DatabaseTimeout", 544, message),
            Error::TooManyConnections => return with_status(S3ErrorCode::SlowDown, 429, message),
            error @ Error::Unavailable(_) => return unavailable(&error),
            error @ Error::Internal(_) => {
                tracing::error!(cause = error.cause(), "request failed");
                S3ErrorCode::InternalError
            }
            Error::InvalidParameter(_) => S3ErrorCode::InvalidArgument,
            _ => S3ErrorCode::InvalidRequest,
        };
        S3Error::with_message(code, message)
    }
}

/// The text without the control characters that XML cannot contain, such as those of a rejected key.
fn xml_text(text: &str) -> String {
    text.replace(|letter: char| letter.is_control() && !"\t\n\r".contains(letter), "\u{FFFD}")
}

fn invalid_body(cause: Box<dyn std::error::Error + Send + Sync>) -> S3Error {
    match cause.downcast::<BodyError>() {
        Ok(error) => (*error).into(),
        Err(cause) => S3Error::with_message(S3ErrorCode::InvalidRequest, cause.to_string()),
    }
}

fn with_status(code: S3ErrorCode, status: u16, message: String) -> S3Error {
    let mut error = S3Error::with_message(code, message);
    error.set_status_code(StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_REQUEST));
    error
}

fn unavailable(error: &Error) -> S3Error {
    tracing::error!(cause = error.cause(), "request failed");
    let mut unavailable = S3Error::with_message(S3ErrorCode::ServiceUnavailable, error.to_string());
    unavailable.set_headers(HeaderMap::from_iter([
        (CONTENT_TYPE, HeaderValue::from_static("application/xml")),
        (RETRY_AFTER, HeaderValue::from_static("1")),
    ]));
    unavailable
}
