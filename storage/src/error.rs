//! Every way in which a request can fail, and the JSON that Supabase's storage clients expect for it.
//!
//! The HTTP status is 400 for almost every mistake of a client: the status that is meant stands in the body, as a
//! string. The cause of a failure of ours is logged here, once, and never sent. While Postgres or S3 is away the answer
//! is 503, which says when to come back.

use std::error::Error as _;

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError};
use serde::Serialize;
use tokio_postgres::error::SqlState;

pub type Result<T, E = Error> = std::result::Result<T, E>;

type Cause = Box<dyn std::error::Error + Send + Sync>;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("Bucket not found")]
    NoSuchBucket,
    #[error("Object not found")]
    NoSuchKey,
    /// A row without its bytes.
    #[error("The resource was not found")]
    BytesMissing,
    #[error("The resource already exists")]
    AlreadyExists,
    #[error("The bucket you tried to delete is not empty")]
    BucketNotEmpty,
    #[error("{0}")]
    AccessDenied(String),
    #[error("Access denied")]
    ServiceRoleOnly,
    #[error("Bucket name invalid")]
    InvalidBucketName,
    #[error("Invalid key: {0}")]
    InvalidKey(String),
    #[error("mime type {0} is not supported")]
    InvalidMimeType(String),
    #[error("The object exceeded the maximum allowed size")]
    EntityTooLarge,
    #[error("{0}")]
    InvalidJwt(String),
    #[error("{0}")]
    InvalidSignature(&'static str),
    #[error("invalid range provided")]
    InvalidRange { size: u64 },
    #[error("{0}")]
    InvalidRequest(String),
    #[error("Invalid Parameter {0}")]
    InvalidParameter(&'static str),
    #[error("The related resource does not exist")]
    RelatedMissing,
    #[error("The resource is locked")]
    Locked,
    #[error("The client sent nothing for too long")]
    ClientStalled,
    #[error("The client sends too slowly while others wait")]
    ClientTooSlow,
    #[error("The connection to the database timed out")]
    DatabaseTimeout,
    #[error("Too many connections issued to the database")]
    TooManyConnections,
    #[error("Too many images are being made")]
    TooManyImages,
    /// One client has asked for too many different sizes of one image.
    #[error("Too many sizes of this image")]
    TooManySizes { retry_after: u64 },
    /// An object that is not an image, where one is asked for in another size.
    #[error("{0}")]
    Image(picture::Refusal),
    #[error("Route {method}:{path} not found")]
    NoSuchRoute { method: String, path: String },
    /// Postgres or S3 cannot be reached.
    #[error("The service is temporarily unavailable")]
    Unavailable(#[source] Cause),
    #[error("Internal server error")]
    Internal(#[source] Cause),
}

/// Seconds after which a client may try again.
const RETRY_AFTER: &str = "1";

/// How an error looks from outside. `http` is set where it differs from 400.
struct Shape {
    code: &'static str,
    label: &'static str,
    status: u16,
    http: StatusCode,
}

impl Error {
    pub fn internal(cause: impl Into<Cause>) -> Self {
        Self::Internal(cause.into())
    }

    pub fn unavailable(cause: impl Into<Cause>) -> Self {
        Self::Unavailable(cause.into())
    }

    /// The error and its causes in one line, for the log.
    pub fn cause(&self) -> String {
        match self {
            Self::Internal(cause) | Self::Unavailable(cause) => Chain(cause.as_ref()).to_string(),
            other => other.to_string(),
        }
    }

    fn shape(&self) -> Shape {
        let (code, label, status) = match self {
            Self::NoSuchBucket => ("NoSuchBucket", "Bucket not found", 404),
            Self::NoSuchKey => ("NoSuchKey", "not_found", 404),
            Self::BytesMissing => ("NoSuchKey", "Not found", 404),
            Self::AlreadyExists => ("ResourceAlreadyExists", "Duplicate", 409),
            Self::BucketNotEmpty => ("ResourceNotEmpty", "ResourceNotEmpty", 409),
            Self::AccessDenied(_) | Self::ServiceRoleOnly => ("AccessDenied", "Unauthorized", 403),
            Self::InvalidBucketName => ("InvalidBucketName", "Invalid Input", 400),
            Self::InvalidKey(_) => ("InvalidKey", "InvalidKey", 400),
            Self::InvalidMimeType(_) => ("InvalidMimeType", "invalid_mime_type", 415),
            Self::EntityTooLarge => ("EntityTooLarge", "Payload too large", 413),
            Self::InvalidJwt(_) => ("InvalidJWT", "InvalidJWT", 400),
            Self::InvalidSignature(_) => ("InvalidSignature", "InvalidSignature", 400),
            Self::InvalidRange { .. } => ("InvalidRange", "invalid_range", 416),
            Self::InvalidRequest(_) | Self::ClientStalled => ("InvalidRequest", "InvalidRequest", 400),
            Self::InvalidParameter(_) => ("InvalidParameter", "InvalidParameter", 400),
            Self::RelatedMissing => ("NoSuchKey", "not_found", 404),
            Self::Locked => ("ResourceLocked", "ResourceLocked", 423),
            Self::ClientTooSlow => ("RequestTimeout", "RequestTimeout", 408),
            Self::DatabaseTimeout => ("DatabaseTimeout", "DatabaseTimeout", 544),
            Self::TooManyConnections => ("SlowDown", "too_many_connections", 429),
            Self::TooManyImages | Self::TooManySizes { .. } => ("SlowDown", "too_many_images", 429),
            Self::Image(_) => ("ImageProcessingError", "ImageProcessingError", 422),
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
        Shape { code, label, status, http }
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
        self.shape().http
    }

    fn error_response(&self) -> HttpResponse {
        let shape = self.shape();
        if let Self::Internal(_) | Self::Unavailable(_) = self {
            tracing::error!(cause = self.cause(), "request failed");
        }
        let mut response = HttpResponse::build(shape.http);
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
            status_code: shape.status.to_string(),
            error: shape.label,
            message: self.to_string(),
            code: shape.code,
        })
    }
}

/// An error and what caused it, in one line.
struct Chain<'a>(&'a (dyn std::error::Error + 'static));

impl std::fmt::Display for Chain<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)?;
        let mut cause = self.0.source();
        while let Some(deeper) = cause {
            write!(f, ": {deeper}")?;
            cause = deeper.source();
        }
        Ok(())
    }
}

impl From<tokio_postgres::Error> for Error {
    fn from(error: tokio_postgres::Error) -> Self {
        let Some(database) = error.as_db_error() else {
            return if is_lost(&error) { Self::unavailable(error) } else { Self::internal(error) };
        };
        let state = database.code();
        if ENDING.contains(state) {
            return Self::unavailable(error);
        }
        if *state == SqlState::INSUFFICIENT_PRIVILEGE {
            return Self::AccessDenied(public_text(database.message()));
        }
        // A token may name a role that the database does not have.
        if *state == SqlState::INVALID_PARAMETER_VALUE && database.message().starts_with("role ") {
            return Self::AccessDenied(database.message().to_owned());
        }
        if *state == SqlState::UNIQUE_VIOLATION {
            return Self::AlreadyExists;
        }
        if *state == SqlState::FOREIGN_KEY_VIOLATION {
            return Self::RelatedMissing;
        }
        if [SqlState::LOCK_NOT_AVAILABLE, SqlState::T_R_DEADLOCK_DETECTED].contains(state) {
            return Self::Locked;
        }
        if *state == SqlState::QUERY_CANCELED {
            return Self::DatabaseTimeout;
        }
        if UNKNOWN_TEXT.contains(state) {
            return Self::InvalidParameter("value");
        }
        Self::internal(error)
    }
}

/// Text that does not fit its type, or that Postgres cannot keep at all, such as the character U+0000.
const UNKNOWN_TEXT: [SqlState; 5] = [
    SqlState::INVALID_DATETIME_FORMAT,
    SqlState::DATETIME_FIELD_OVERFLOW,
    SqlState::INVALID_TEXT_REPRESENTATION,
    SqlState::CHARACTER_NOT_IN_REPERTOIRE,
    SqlState::UNTRANSLATABLE_CHARACTER,
];

/// What Postgres says while it stops, has crashed, or starts.
const ENDING: [SqlState; 3] =
    [SqlState::ADMIN_SHUTDOWN, SqlState::CRASH_SHUTDOWN, SqlState::CANNOT_CONNECT_NOW];

/// Whether the connection failed, rather than what was said over it.
fn is_lost(error: &tokio_postgres::Error) -> bool {
    error.is_closed() || error.source().is_some_and(|cause| cause.is::<std::io::Error>())
}

/// Postgres names the table; Supabase's clients compare with the text without it.
fn public_text(message: &str) -> String {
    const REFUSED: &str = "new row violates row-level security policy";
    if message.starts_with(REFUSED) { REFUSED.to_owned() } else { message.to_owned() }
}

impl From<deadpool_postgres::PoolError> for Error {
    fn from(error: deadpool_postgres::PoolError) -> Self {
        match error {
            deadpool_postgres::PoolError::Timeout(deadpool_postgres::TimeoutType::Wait) => {
                Self::TooManyConnections
            }
            deadpool_postgres::PoolError::Timeout(_) => Self::DatabaseTimeout,
            deadpool_postgres::PoolError::Backend(error) => Self::unavailable(error),
            other => Self::internal(other),
        }
    }
}
