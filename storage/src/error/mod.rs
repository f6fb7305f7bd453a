//! The errors of requests, their JSON bodies and their conversion from Postgres errors.

mod postgres;
mod response;

pub type Result<T, E = Error> = std::result::Result<T, E>;

type Cause = Box<dyn std::error::Error + Send + Sync>;

/// The error type of all handlers and of the modules below them.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("Bucket not found")]
    NoSuchBucket,
    #[error("Object not found")]
    NoSuchKey,
    /// The row exists, but S3 has no bytes for its version.
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
    /// The rate limit on new sizes of one image, per client. `retry_after` is in seconds.
    #[error("Too many sizes of this image")]
    TooManySizes { retry_after: u64 },
    /// An image transformation of an object that is not a supported image.
    #[error("{0}")]
    Image(picture::PictureError),
    #[error("Route {method}:{path} not found")]
    NoSuchRoute { method: String, path: String },
    /// Postgres or S3 cannot be reached.
    #[error("The service is temporarily unavailable")]
    Unavailable(#[source] Cause),
    #[error("Internal server error")]
    Internal(#[source] Cause),
}

impl Error {
    /// A failure of this service or of its configuration: a 500 whose cause is logged.
    pub fn internal(cause: impl Into<Cause>) -> Self {
        Self::Internal(cause.into())
    }

    /// An outage of Postgres or S3: a 503 with `Retry-After` whose cause is logged.
    pub fn unavailable(cause: impl Into<Cause>) -> Self {
        Self::Unavailable(cause.into())
    }

    /// The error and its chain of sources in one line, for the log.
    pub fn cause(&self) -> String {
        match self {
            Self::Internal(cause) | Self::Unavailable(cause) => chain(cause.as_ref()),
            other => other.to_string(),
        }
    }
}

/// An error and its sources, outermost first.
fn chain(error: &(dyn std::error::Error + 'static)) -> String {
    let sources = std::iter::successors(error.source(), |error| error.source());
    sources.fold(error.to_string(), |text, source| format!("{text}: {source}"))
}
