//! The errors of requests, their JSON bodies and their conversion from Postgres errors.

mod postgres;
mod response;

/// The result of handlers and of the modules below them.
pub type Result<T, E = Error> = std::result::Result<T, E>;

type Cause = Box<dyn std::error::Error + Send + Sync>;

/// The error type of all handlers and of the modules below them.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The bucket does not exist, or the role may not see it.
    #[error("Bucket not found")]
    NoSuchBucket,
    /// The object does not exist, or the role may not see it.
    #[error("Object not found")]
    NoSuchKey,
    /// The row exists, but S3 has no bytes for its version.
    #[error("The resource was not found")]
    BytesMissing,
    /// The multipart upload was completed, aborted or removed.
    #[error("The specified multipart upload does not exist")]
    NoSuchUpload,
    /// A part of a multipart upload is not there, or was replaced.
    #[error("One or more of the specified parts could not be found")]
    InvalidPart,
    /// A bucket or object of this name exists.
    #[error("The resource already exists")]
    AlreadyExists,
    /// The object is not the one that the request wants to read or replace.
    #[error("At least one of the pre-conditions you specified did not hold")]
    PreconditionFailed,
    /// The object has no part of this number.
    #[error("The requested partnumber is not satisfiable")]
    InvalidPartNumber,
    /// Only an empty bucket can be deleted.
    #[error("The bucket you tried to delete is not empty")]
    BucketNotEmpty,
    /// The token is invalid, or row-level security or a grant rejects the request. The text says why.
    #[error("{0}")]
    AccessDenied(String),
    /// The route is for the service role.
    #[error("Access denied")]
    ServiceRoleOnly,
    /// The name of a new bucket breaks the naming rules.
    #[error("Bucket name invalid")]
    InvalidBucketName,
    /// The object's name, which breaks the naming rules.
    #[error("Invalid key: {0}")]
    InvalidKey(String),
    /// A media type that the bucket does not allow, or an invalid pattern in a bucket's configuration.
    #[error("mime type {0} is not supported")]
    InvalidMimeType(String),
    /// The content, or a bucket's configured limit, exceeds the largest allowed size.
    #[error("The object exceeded the maximum allowed size")]
    EntityTooLarge,
    /// The token of a signed URL cannot be verified or is expired. The text says why.
    #[error("{0}")]
    InvalidJwt(String),
    /// The token of a signed URL was made for another object or another purpose. The text says which.
    #[error("{0}")]
    InvalidSignature(&'static str),
    /// The `Range` header lies outside the object.
    #[error("invalid range provided")]
    InvalidRange {
        /// The object's length in bytes.
        size: u64,
    },
    /// A header, the query string or the body is malformed. The text says why.
    #[error("{0}")]
    InvalidRequest(String),
    /// The `X-Robots-Tag` of an upload has unknown rules. The text names one.
    #[error("Invalid X-Robots-Tag header: {0}")]
    InvalidRobotsTag(String),
    /// A part of the request does not have the expected form. The text says which.
    #[error("{0}")]
    Validation(String),
    /// The name of the parameter whose value is invalid.
    #[error("Invalid Parameter {0}")]
    InvalidParameter(&'static str),
    /// A foreign key of Postgres is violated.
    #[error("The related resource does not exist")]
    RelatedMissing,
    /// Postgres cannot get a lock on the row.
    #[error("The resource is locked")]
    Locked,
    /// The content is not what its client announced or signed. The text says why.
    #[error("{0}")]
    InvalidBody(#[source] Cause),
    /// The read timeout of the request body.
    #[error("The client sent nothing for too long")]
    ClientStalled,
    /// The body arrives below the minimum rate while other uploads wait.
    #[error("The client sends too slowly while others wait")]
    ClientTooSlow,
    /// Opening a database connection or running a statement took too long.
    #[error("The connection to the database timed out")]
    DatabaseTimeout,
    /// No connection of the pool was free in time.
    #[error("Too many connections issued to the database")]
    TooManyConnections,
    /// The queue of image transformations, or the client's part of it, is full.
    #[error("Too many images are being made")]
    TooManyImages,
    /// The rate limit on new sizes of one image, per client.
    #[error("Too many sizes of this image")]
    TooManySizes {
        /// Seconds until the next size is allowed.
        retry_after: u64,
    },
    /// An image transformation of an object that is not a supported image, or is too large.
    #[error("{}", image_message(.0))]
    Image(picture::PictureError),
    /// No route has this method and path.
    #[error("Route {method}:{path} not found")]
    NoSuchRoute {
        /// The request's method.
        method: String,
        /// The request's path.
        path: String,
    },
    /// Postgres or S3 cannot be reached.
    #[error("The service is temporarily unavailable")]
    Unavailable(#[source] Cause),
    /// A failure of this service or of its configuration.
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

fn image_message(error: &picture::PictureError) -> &'static str {
    match error {
        picture::PictureError::TooLarge => "The source image resolution is too large to process",
        _ => "The source image is invalid or unsupported for rendering",
    }
}

/// An error and its sources, outermost first.
fn chain(error: &(dyn std::error::Error + 'static)) -> String {
    let sources = std::iter::successors(error.source(), |error| error.source());
    sources.fold(error.to_string(), |text, source| format!("{text}: {source}"))
}
