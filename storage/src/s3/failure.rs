//! What the errors of S3 mean for the service.

use aws_sdk_s3::error::{DisplayErrorContext, ProvideErrorMetadata, SdkError};

use crate::error::Error;

/// S3 neither took nor sent bytes of an operation for too long.
pub(super) fn stalled(operation: &str) -> Error {
    Error::unavailable(format!("S3 made no progress with a {operation}"))
}

pub(super) fn is_client_error<E>(error: &SdkError<E>) -> bool {
    error.raw_response().is_some_and(|response| response.status().is_client_error())
}

/// An unreachable, slow or failing S3 is [`Error::Unavailable`]. What S3 rejects because of the client's request, or of
/// another one at the same time, has an error of its own. Any other error is a bug or a misconfiguration, and so
/// [`Error::Internal`].
pub(super) fn failure<E>(error: SdkError<E>) -> Error
where
    E: std::error::Error + ProvideErrorMetadata + Send + Sync + 'static,
{
    if let Some(error) = error.code().and_then(rejection) {
        return error;
    }
    let unavailable = match &error {
        SdkError::DispatchFailure(_) | SdkError::TimeoutError(_) | SdkError::ResponseError(_) => true,
        _ => error.raw_response().is_some_and(|response| is_temporary(response.status().as_u16())),
    };
    let cause = format!("S3: {}", DisplayErrorContext(&error));
    if unavailable { Error::unavailable(cause) } else { Error::internal(cause) }
}

/// The error of a code with which S3 rejects a request because of the client's.
pub(super) fn rejection(code: &str) -> Option<Error> {
    match code {
        "NoSuchUpload" => Some(Error::NoSuchUpload),
        "InvalidPart" | "InvalidPartOrder" | "EntityTooSmall" => Some(Error::InvalidPart),
        "EntityTooLarge" => Some(Error::EntityTooLarge),
        "KeyTooLongError" => Some(Error::InvalidKey("the name is too long".to_owned())),
        _ => None,
    }
}

/// Whether a status says that S3 fails, is overloaded, or has a conflict with another request.
pub(super) fn is_temporary(status: u16) -> bool {
    status >= 500 || matches!(status, 408 | 409 | 429)
}
