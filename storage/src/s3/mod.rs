//! The blob store: bytes in any S3, as [`Blob`]s.
//!
//! Every call has a timeout, after which it fails with [`Error::Unavailable`], so that an unresponsive S3 blocks no handler.
//! The SDK's client is built on first use, because building it is expensive.

mod blob;
mod client;
pub mod multipart_upload;
pub mod parts;
mod progress;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use aws_sdk_s3::Client;
use aws_sdk_s3::config::timeout::TimeoutConfig;
use aws_sdk_s3::error::{DisplayErrorContext, ProvideErrorMetadata, SdkError};
use aws_sdk_s3::operation::get_object::GetObjectError;
use aws_sdk_s3::operation::head_object::HeadObjectError;
use aws_sdk_s3::primitives::{ByteStream, SdkBody};
use bytes::Bytes;
use futures_util::future::BoxFuture;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use service_kit::environment::{Environment, EnvironmentError};
use tokio::time::timeout;

use self::client::Settings;
use self::progress::{InMemory, Limits, Progress};
use crate::error::{Error, Result};

pub use self::blob::Blob;

/// The assumed minimum rate at which S3 writes to disk, in bytes per second. It extends the timeout for large objects.
const MIN_WRITE_RATE: u64 = 10 * 1024 * 1024;
/// The bytes that socket buffers may still hold when the last byte of a body was sent.
const SOCKET_BUFFER_BYTES: u64 = 8 * 1024 * 1024;
/// How many of these S3 reads within one timeout, at least.
const MIN_READ_BYTES: u64 = 4 * 1024 * 1024;

/// The most bytes of a key.
const MAX_KEY_BYTES: usize = 1024;
/// What the header `x-amz-copy-source` may have unencoded.
const COPY_SOURCE: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

/// The blob store. A clone shares its client.
#[derive(Clone)]
pub struct S3(Arc<Inner>);

struct Inner {
    settings: Settings,
    client: OnceLock<Client>,
}

/// A range of bytes, both ends inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ByteRange {
    pub first: u64,
    pub last: u64,
}

impl ByteRange {
    pub fn length(self) -> u64 {
        self.last - self.first + 1
    }

    /// The range of a header `Content-Range`.
    fn of_content_range(header: &str) -> Option<Self> {
        let (range, _) = header.strip_prefix("bytes ")?.split_once('/')?;
        let (first, last) = range.split_once('-')?;
        let (first, last) = (first.parse().ok()?, last.parse().ok()?);
        (first <= last).then_some(Self { first, last })
    }
}

/// The bytes of a GET.
pub struct Download {
    stream: ByteStream,
    timeout: Duration,
}

/// The client of another S3 server, from which objects are copied.
///
/// # Errors
/// When its keys are missing.
pub fn client_of_source(environment: &Environment) -> Result<Client, EnvironmentError> {
    Ok(client::build(&client::source_from_environment(environment)?))
}

impl S3 {
    pub fn from_environment(environment: &Environment) -> Result<Self, EnvironmentError> {
        let settings = Settings::from_environment(environment)?;
        Ok(Self(Arc::new(Inner { settings, client: OnceLock::new() })))
    }

    fn client(&self) -> &Client {
        self.0.client.get_or_init(|| client::build(&self.0.settings))
    }

    fn bucket(&self) -> &str {
        &self.0.settings.bucket
    }

    fn key(&self, blob: &Blob) -> String {
        blob.key(&self.0.settings.tenant)
    }

    fn copy_source(&self, blob: &Blob) -> String {
        let source = format!("{}/{}", self.bucket(), self.key(blob));
        utf8_percent_encode(&source, COPY_SOURCE).to_string()
    }

    /// # Errors
    /// [`Error::InvalidKey`] for an object whose name is too long for a key in S3.
    pub fn check_key(&self, blob: &Blob) -> Result<()> {
        if self.key(blob).len() <= MAX_KEY_BYTES {
            return Ok(());
        }
        let path = blob.path().unwrap_or_default();
        Err(Error::InvalidKey(path.chars().take(200).collect()))
    }

    /// Streams a body of a known length, without retries. Returns its ETag.
    pub async fn put_stream<B>(&self, blob: &Blob, length: u64, body: B) -> Result<String>
    where
        B: http_body::Body<Data = Bytes> + Send + Sync + Unpin + 'static,
        B::Error: std::error::Error + Send + Sync + 'static,
    {
        let progress = self.progress(length);
        let body = ByteStream::from_body_1_x(progress.track(body));
        self.put(blob, length, body, &progress).await
    }

    /// Writes bytes from memory, with retries. Returns their ETag.
    pub async fn put_bytes(&self, blob: &Blob, bytes: Bytes) -> Result<String> {
        let length = bytes.len() as u64;
        let progress = self.progress(length);
        self.put(blob, length, retryable(&progress, bytes), &progress).await
    }

    async fn put(&self, blob: &Blob, length: u64, body: ByteStream, progress: &Progress) -> Result<String> {
        let request = self
            .client()
            .put_object()
            .bucket(self.bucket())
            .key(self.key(blob))
            .content_length(content_length(length)?)
            .body(body);
        let request = request.customize().config_override(without_total_timeout());
        tokio::select! {
            written = request.send() => Ok(written.map_err(failure)?.e_tag.unwrap_or_default()),
            () = progress.stalled() => Err(stalled("PUT")),
        }
    }

    /// Reads bytes, or a range of them.
    ///
    /// # Errors
    /// [`Error::BytesMissing`] when S3 has no such bytes.
    pub async fn get(&self, blob: &Blob, range: Option<ByteRange>) -> Result<Download> {
        find(blob, |place| Box::pin(async move { self.get_at(&place, range).await })).await
    }

    async fn get_at(&self, blob: &Blob, range: Option<ByteRange>) -> Result<Download> {
        let range = range.map(|range| format!("bytes={}-{}", range.first, range.last));
        let request = self.client().get_object().bucket(self.bucket()).key(self.key(blob)).set_range(range);
        match request.send().await {
            Ok(object) => Ok(Download { stream: object.body, timeout: self.0.settings.timeout }),
            Err(error) if error.as_service_error().is_some_and(GetObjectError::is_no_such_key) => {
                Err(Error::BytesMissing)
            }
            Err(error) => Err(failure(error)),
        }
    }

    /// The ETag and the length in bytes, at the blob's own place alone.
    ///
    /// # Errors
    /// [`Error::BytesMissing`] when S3 has no such bytes there.
    pub async fn stat(&self, blob: &Blob) -> Result<(String, u64)> {
        let request = self.client().head_object().bucket(self.bucket()).key(self.key(blob));
        match request.send().await {
            Ok(head) => {
                let length = head.content_length.and_then(|length| u64::try_from(length).ok());
                Ok((head.e_tag.unwrap_or_default(), length.unwrap_or_default()))
            }
            Err(error) if error.as_service_error().is_some_and(HeadObjectError::is_not_found) => {
                Err(Error::BytesMissing)
            }
            Err(error) => Err(failure(error)),
        }
    }

    /// Copies `size` bytes within S3. Returns the copy's ETag.
    ///
    /// # Errors
    /// [`Error::BytesMissing`] when S3 has no such bytes.
    pub async fn copy(&self, source: &Blob, destination: &Blob, size: u64) -> Result<String> {
        find(source, |place| Box::pin(async move { self.copy_from(&place, destination, size).await })).await
    }

    /// As [`S3::copy`], from the source's own place alone.
    pub async fn copy_from(&self, source: &Blob, destination: &Blob, size: u64) -> Result<String> {
        let request = self.client().copy_object().bucket(self.bucket()).key(self.key(destination));
        let request = request.copy_source(self.copy_source(source));
        let request = request.customize().config_override(self.with_timeout_for(size));
        match request.send().await {
            Ok(copied) => Ok(copied.copy_object_result.and_then(|result| result.e_tag).unwrap_or_default()),
            Err(error) if is_client_error(&error) => Err(Error::BytesMissing),
            Err(error) => Err(failure(error)),
        }
    }

    /// Removes bytes. Succeeds when there are none.
    pub async fn delete(&self, blob: &Blob) -> Result<()> {
        let request = self.client().delete_object().bucket(self.bucket()).key(self.key(blob));
        request.send().await.map(drop).map_err(failure)
    }

    fn progress(&self, length: u64) -> Progress {
        let frame = self.0.settings.timeout;
        let buffered = frame.mul_f64(length.min(SOCKET_BUFFER_BYTES) as f64 / MIN_READ_BYTES as f64);
        Progress::new(Limits { frame, response: buffered + self.response_timeout(length) })
    }

    /// The timeout for S3's response after it has received a request that writes `size` bytes.
    fn response_timeout(&self, size: u64) -> Duration {
        self.0.settings.timeout + Duration::from_secs(size / MIN_WRITE_RATE)
    }

    fn with_timeout_for(&self, size: u64) -> aws_sdk_s3::config::Builder {
        let timeout = self.response_timeout(size);
        let timeouts =
            TimeoutConfig::builder().operation_attempt_timeout(timeout).operation_timeout(timeout * 2);
        aws_sdk_s3::Config::builder().timeout_config(timeouts.build())
    }
}

impl Download {
    /// The next chunk. Fails when S3 sends nothing within the timeout.
    pub async fn next(&mut self) -> Option<Result<Bytes>> {
        match timeout(self.timeout, self.stream.next()).await {
            Ok(chunk) => Some(chunk?.map_err(Error::unavailable)),
            Err(_) => Some(Err(stalled("GET"))),
        }
    }
}

/// A request body that the SDK can resend in a retry.
fn retryable(progress: &Progress, bytes: Bytes) -> ByteStream {
    let progress = progress.clone();
    ByteStream::new(SdkBody::retryable(move || {
        SdkBody::from_body_1_x(progress.track(InMemory(bytes.clone())))
    }))
}

/// For uploads, whose total time depends on the client's speed. [`Progress`] enforces the timeouts on S3's part of it.
fn without_total_timeout() -> aws_sdk_s3::config::Builder {
    let timeouts = TimeoutConfig::builder().disable_operation_attempt_timeout().disable_operation_timeout();
    aws_sdk_s3::Config::builder().timeout_config(timeouts.build())
}

fn content_length(length: u64) -> Result<i64> {
    i64::try_from(length).map_err(|_| Error::EntityTooLarge)
}

fn stalled(what: &str) -> Error {
    Error::unavailable(format!("S3 made no progress with a {what}"))
}

/// Reads at the first place that has the bytes.
async fn find<'a, T>(blob: &Blob, read: impl Fn(Blob) -> BoxFuture<'a, Result<T>>) -> Result<T> {
    for place in blob.places() {
        match read(place).await {
            Err(Error::BytesMissing) => {}
            found => return found,
        }
    }
    Err(Error::BytesMissing)
}

fn is_client_error<E>(error: &SdkError<E>) -> bool {
    error.raw_response().is_some_and(|response| response.status().is_client_error())
}

/// An unreachable, slow or failing S3 is [`Error::Unavailable`]. What S3 rejects because of the client's request, or of
/// another one at the same time, has an error of its own. Any other error is a bug or a misconfiguration, and so
/// [`Error::Internal`].
fn failure<E>(error: SdkError<E>) -> Error
where
    E: std::error::Error + ProvideErrorMetadata + Send + Sync + 'static,
{
    match error.code() {
        Some("NoSuchUpload") => return Error::NoSuchUpload,
        Some("InvalidPart" | "InvalidPartOrder" | "EntityTooSmall") => return Error::InvalidPart,
        Some("EntityTooLarge") => return Error::EntityTooLarge,
        Some("KeyTooLongError") => return Error::InvalidKey("the name is too long".to_owned()),
        _ => {}
    }
    let unavailable = match &error {
        SdkError::DispatchFailure(_) | SdkError::TimeoutError(_) | SdkError::ResponseError(_) => true,
        // A conflict with another request is temporary.
        _ => error.raw_response().is_some_and(|response| {
            response.status().is_server_error() || matches!(response.status().as_u16(), 408 | 409 | 429)
        }),
    };
    let cause = format!("S3: {}", DisplayErrorContext(&error));
    if unavailable { Error::unavailable(cause) } else { Error::internal(cause) }
}
