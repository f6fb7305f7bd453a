//! The blob store: bytes in any S3, by version.
//!
//! An object's S3 key is its version, a random UUID, prefixed with the UUID's first two digits to keep directories
//! small when S3 is a file system. Names that clients chose never reach S3. Every call has a timeout, after which it
//! fails with [`Error::Unavailable`], so that an unresponsive S3 blocks no handler. The SDK's client is built on first
//! use, because building it is expensive.

mod client;
pub mod multipart_upload;
mod progress;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use aws_sdk_s3::Client;
use aws_sdk_s3::config::timeout::TimeoutConfig;
use aws_sdk_s3::error::{DisplayErrorContext, SdkError};
use aws_sdk_s3::operation::get_object::GetObjectError;
use aws_sdk_s3::primitives::{ByteStream, SdkBody};
use bytes::Bytes;
use service_kit::environment::{Environment, EnvironmentError};
use tokio::time::timeout;
use uuid::Uuid;

use self::client::Settings;
use self::progress::{InMemory, Limits, Progress};
use crate::error::{Error, Result};

/// The assumed minimum rate at which S3 writes to disk, in bytes per second. It extends the timeout for large objects.
const MIN_WRITE_RATE: u64 = 10 * 1024 * 1024;
/// The bytes that socket buffers may still hold when the last byte of a body was sent.
const SOCKET_BUFFER_BYTES: u64 = 8 * 1024 * 1024;
/// How many of these S3 reads within one timeout, at least.
const MIN_READ_BYTES: u64 = 4 * 1024 * 1024;

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

    /// Streams a body of a known length, without retries. Returns its ETag.
    pub async fn put_stream<B>(&self, version: Uuid, length: u64, body: B) -> Result<String>
    where
        B: http_body::Body<Data = Bytes> + Send + Sync + Unpin + 'static,
        B::Error: std::error::Error + Send + Sync + 'static,
    {
        let progress = self.progress(length);
        let body = ByteStream::from_body_1_x(progress.track(body));
        self.put(version, length, body, &progress).await
    }

    /// Writes bytes from memory, with retries. Returns their ETag.
    pub async fn put_bytes(&self, version: Uuid, bytes: Bytes) -> Result<String> {
        let length = bytes.len() as u64;
        let progress = self.progress(length);
        self.put(version, length, retryable(&progress, bytes), &progress).await
    }

    async fn put(&self, version: Uuid, length: u64, body: ByteStream, progress: &Progress) -> Result<String> {
        let request = self
            .client()
            .put_object()
            .bucket(self.bucket())
            .key(key(version))
            .content_length(content_length(length)?)
            .body(body);
        let request = request.customize().config_override(without_total_timeout());
        tokio::select! {
            written = request.send() => Ok(written.map_err(failure)?.e_tag.unwrap_or_default()),
            () = progress.stalled() => Err(stalled("PUT")),
        }
    }

    /// Reads a version's bytes, or a range of them.
    ///
    /// # Errors
    /// [`Error::BytesMissing`] when S3 has no such version.
    pub async fn get(&self, version: Uuid, range: Option<ByteRange>) -> Result<Download> {
        let range = range.map(|range| format!("bytes={}-{}", range.first, range.last));
        let request = self.client().get_object().bucket(self.bucket()).key(key(version)).set_range(range);
        match request.send().await {
            Ok(object) => Ok(Download { stream: object.body, timeout: self.0.settings.timeout }),
            Err(error) if error.as_service_error().is_some_and(GetObjectError::is_no_such_key) => {
                Err(Error::BytesMissing)
            }
            Err(error) => Err(failure(error)),
        }
    }

    /// Copies the `size` bytes of a version within S3. Returns the copy's ETag.
    ///
    /// # Errors
    /// [`Error::BytesMissing`] when S3 has no such version.
    pub async fn copy(&self, source: Uuid, destination: Uuid, size: u64) -> Result<String> {
        let copy_source = format!("{}/{}", self.bucket(), key(source));
        let request =
            self.client().copy_object().bucket(self.bucket()).key(key(destination)).copy_source(copy_source);
        let request = request.customize().config_override(self.with_timeout_for(size));
        match request.send().await {
            Ok(copied) => Ok(copied.copy_object_result.and_then(|result| result.e_tag).unwrap_or_default()),
            Err(error) if is_client_error(&error) => Err(Error::BytesMissing),
            Err(error) => Err(failure(error)),
        }
    }

    /// Removes a version's bytes. Succeeds when there are none.
    pub async fn delete(&self, version: Uuid) -> Result<()> {
        let request = self.client().delete_object().bucket(self.bucket()).key(key(version));
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

fn key(version: Uuid) -> String {
    let version = version.to_string();
    format!("{}/{version}", &version[..2])
}

fn is_client_error<E>(error: &SdkError<E>) -> bool {
    error.raw_response().is_some_and(|response| response.status().is_client_error())
}

/// An unreachable, slow or failing S3 is [`Error::Unavailable`]. Any other error is a bug or a misconfiguration, and so
/// [`Error::Internal`].
fn failure<E>(error: SdkError<E>) -> Error
where
    E: std::error::Error + Send + Sync + 'static,
{
    let unavailable = match &error {
        SdkError::DispatchFailure(_) | SdkError::TimeoutError(_) | SdkError::ResponseError(_) => true,
        _ => error
            .raw_response()
            .is_some_and(|response| response.status().is_server_error() || response.status().as_u16() == 429),
    };
    let cause = format!("S3: {}", DisplayErrorContext(&error));
    if unavailable { Error::unavailable(cause) } else { Error::internal(cause) }
}
