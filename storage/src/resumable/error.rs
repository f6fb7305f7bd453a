//! The errors of resumable uploads: plain text with the specific status, unlike the other routes' errors. The texts are
//! those of Supabase's server, which its clients show.

use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_TYPE, RETRY_AFTER};
use actix_web::{HttpResponse, ResponseError};

use super::response::tus_response;
use crate::error::Error;

/// The result of the handlers and of the modules below them.
pub type Result<T, E = TusError> = std::result::Result<T, E>;

#[derive(Debug, thiserror::Error)]
pub enum TusError {
    #[error("Tus-Resumable Required\n")]
    VersionRequired,
    /// The names of the invalid headers, separated by spaces.
    #[error("Invalid {0}\n")]
    InvalidHeaders(String),
    #[error("Concatenation extension is not (yet) supported. Disable parallel uploads in the tus client.\n")]
    ConcatenationUnsupported,
    #[error("Upload-Length or Upload-Defer-Length header required\n")]
    LengthRequired,
    #[error("Metadata header is required")]
    MetadataRequired,
    #[error("Missing x-signature header")]
    SignatureRequired,
    #[error("Upload-Offset header required\n")]
    OffsetRequired,
    #[error("Content-Type header required\n")]
    ContentTypeRequired,
    #[error("The file for this url was not found\n")]
    NotFound,
    #[error("The file for this url no longer exists\n")]
    Gone,
    #[error("Upload-Offset conflict\n")]
    OffsetConflict,
    /// The upload is larger than its bucket or the service allows.
    #[error("Maximum size exceeded\n")]
    MaximumSizeExceeded,
    /// The body is larger than the rest of the upload.
    #[error("upload's size exceeded\n")]
    SizeExceeded,
    #[error("Cannot terminate an already completed upload")]
    AlreadyCompleted,
    /// Another request has the lock and does not release it.
    #[error("acquiring lock timeout")]
    LockTimeout,
    /// Another request waits for the lock.
    #[error("Request aborted due to lock acquired")]
    Aborted,
    #[error(transparent)]
    Storage(Error),
}

impl From<Error> for TusError {
    fn from(error: Error) -> Self {
        match error {
            Error::EntityTooLarge => Self::MaximumSizeExceeded,
            error => Self::Storage(error),
        }
    }
}

impl ResponseError for TusError {
    fn status_code(&self) -> StatusCode {
        match self {
            Self::VersionRequired => StatusCode::PRECONDITION_FAILED,
            Self::InvalidHeaders(_)
            | Self::LengthRequired
            | Self::MetadataRequired
            | Self::SignatureRequired
            | Self::AlreadyCompleted
            | Self::Aborted => StatusCode::BAD_REQUEST,
            Self::OffsetRequired | Self::ContentTypeRequired => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::Gone => StatusCode::GONE,
            Self::OffsetConflict => StatusCode::CONFLICT,
            Self::MaximumSizeExceeded | Self::SizeExceeded => StatusCode::PAYLOAD_TOO_LARGE,
            Self::ConcatenationUnsupported => StatusCode::NOT_IMPLEMENTED,
            Self::LockTimeout => StatusCode::SERVICE_UNAVAILABLE,
            Self::Storage(error) => error.specific_status(),
        }
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = tus_response(self.status_code());
        if let Self::Storage(error @ (Error::Internal(_) | Error::Unavailable(_))) = self {
            tracing::error!(cause = error.cause(), "request failed");
        }
        if self.status_code() == StatusCode::SERVICE_UNAVAILABLE {
            response.insert_header((RETRY_AFTER, "1"));
        }
        response.insert_header((CONTENT_TYPE, "text/plain; charset=utf-8")).body(self.to_string())
    }
}
