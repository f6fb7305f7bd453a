//! Errors as HTTP responses, in the JSON format of Supabase's storage clients.
//!
//! The HTTP status is 400 for almost every client error; the specific status is in the body, as a string. The cause of
//! an internal error or an outage is logged here, once per request, and never sent. An outage of Postgres or S3 is a
//! 503 with `Retry-After`.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError};
use serde::Serialize;

use super::Error;

/// `Retry-After` of transient errors, in seconds.
const RETRY_AFTER: &str = "1";

/// The fields of an error body, and the HTTP status.
struct Representation {
    code: &'static str,
    label: &'static str,
    /// `statusCode` of the body.
    status: u16,
    /// The HTTP status: 400 for almost every client error.
    http: StatusCode,
}

impl Error {
    /// The specific HTTP status, also where [`ResponseError::status_code`] is 400.
    pub fn specific_status(&self) -> StatusCode {
        StatusCode::from_u16(self.representation().status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    fn representation(&self) -> Representation {
        let (code, label, status) = match self {
            Self::NoSuchBucket => ("NoSuchBucket", "Bucket not found", 404),
            Self::NoSuchKey => ("NoSuchKey", "not_found", 404),
            Self::BytesMissing => ("NoSuchKey", "Not found", 404),
            Self::NoSuchUpload => ("NoSuchUpload", "NoSuchUpload", 404),
            Self::InvalidPart => ("InvalidPart", "InvalidPart", 400),
            Self::AlreadyExists => ("ResourceAlreadyExists", "Duplicate", 409),
            Self::PreconditionFailed => ("PreconditionFailed", "PreconditionFailed", 412),
            Self::InvalidPartNumber => ("InvalidPartNumber", "InvalidPartNumber", 416),
            Self::BucketNotEmpty => ("ResourceNotEmpty", "ResourceNotEmpty", 409),
            Self::AccessDenied(_) | Self::ServiceRoleOnly => ("AccessDenied", "Unauthorized", 403),
            Self::InvalidBucketName => ("InvalidBucketName", "Invalid Input", 400),
            Self::InvalidKey(_) => ("InvalidKey", "InvalidKey", 400),
            Self::InvalidMimeType(_) => ("InvalidMimeType", "invalid_mime_type", 415),
            Self::EntityTooLarge => ("EntityTooLarge", "Payload too large", 413),
            Self::InvalidJwt(_) => ("InvalidJWT", "InvalidJWT", 400),
            Self::InvalidSignature(_) => ("InvalidSignature", "InvalidSignature", 400),
            Self::InvalidRange { .. } => ("InvalidRange", "invalid_range", 416),
            Self::InvalidRequest(_) | Self::InvalidBody(_) | Self::ClientStalled | Self::Image(_) => {
                ("InvalidRequest", "InvalidRequest", 400)
            }
            Self::InvalidRobotsTag(_) => ("InvalidRequest", "invalid_x_robots_tag", 400),
            Self::Validation(_) => ("InvalidRequest", "Error", 400),
            Self::InvalidParameter(_) => ("InvalidParameter", "InvalidParameter", 400),
            Self::RelatedMissing => ("NoSuchKey", "not_found", 404),
            Self::Locked => ("ResourceLocked", "ResourceLocked", 423),
            Self::ClientTooSlow => ("RequestTimeout", "RequestTimeout", 408),
            Self::DatabaseTimeout => ("DatabaseTimeout", "DatabaseTimeout", 544),
            Self::TooManyConnections => ("SlowDown", "too_many_connections", 429),
            Self::TooManyImages | Self::TooManySizes { .. } => ("SlowDown", "too_many_images", 429),
            Self::NoSuchRoute { .. } => ("InvalidRequest", "Not Found", 404),
            Self::Unavailable(_) => ("ServiceUnavailable", "ServiceUnavailable", 503),
            Self::Internal(_) => ("InternalError", "Internal", 500),
        };
        let http = match self {
            Self::ServiceRoleOnly => StatusCode::FORBIDDEN,
            Self::InvalidRange { .. } => StatusCode::RANGE_NOT_SATISFIABLE,
            Self::TooManyConnections | Self::TooManyImages | Self::TooManySizes { .. } => {
                StatusCode::TOO_MANY_REQUESTS
            }
            Self::NoSuchRoute { .. } => StatusCode::NOT_FOUND,
            Self::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
            Self::DatabaseTimeout => StatusCode::from_u16(544).unwrap_or(StatusCode::GATEWAY_TIMEOUT),
            _ => StatusCode::BAD_REQUEST,
        };
        Representation { code, label, status, http }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Body<'a> {
    status_code: String,
    error: &'a str,
    message: String,
    code: &'a str,
}

impl ResponseError for Error {
    fn status_code(&self) -> StatusCode {
        self.representation().http
    }

    fn error_response(&self) -> HttpResponse {
        let representation = self.representation();
        if let Self::Internal(_) | Self::Unavailable(_) = self {
            tracing::error!(cause = self.cause(), "request failed");
        }
        let mut response = HttpResponse::build(representation.http);
        match self {
            Self::InvalidRange { size } => {
                response.insert_header(("Content-Range", format!("bytes */{size}")));
            }
            Self::BytesMissing => {
                response.insert_header(("Cache-Control", "no-store"));
            }
            Self::Unavailable(_) | Self::TooManyImages | Self::TooManyConnections => {
                response.insert_header(("Retry-After", RETRY_AFTER));
            }
            Self::TooManySizes { retry_after } => {
                response.insert_header(("Retry-After", retry_after.to_string()));
            }
            _ => {}
        }
        response.json(Body {
            status_code: representation.status.to_string(),
            error: representation.label,
            message: self.to_string(),
            code: representation.code,
        })
    }
}
