//! The blob store: bytes in any S3, as [`Blob`]s.
//!
//! Every call has a timeout, after which it fails with [`Error::Unavailable`], so that an unresponsive S3 blocks no handler.
//! [`ObjectClient`] reads, writes and deletes objects; the SDK does everything else. Both are built on first use, because
//! building the SDK's client is expensive. Objects of an embedded S3 server on the same machine are read from its folder.

mod blob;
mod byte_range;
mod client;
mod download;
mod failure;
pub mod multipart_upload;
mod object_client;
pub mod parts;
mod path_encoding;
mod progress;
mod signer;
mod trace;

use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use aws_sdk_s3::Client;
use aws_sdk_s3::config::timeout::TimeoutConfig;
use aws_sdk_s3::primitives::{ByteStream, SdkBody};
use bytes::Bytes;
use futures_util::future::BoxFuture;
use http_body::Body;
use http_body_util::BodyExt;
use hyper::StatusCode;
use hyper::header::{CONTENT_LENGTH, ETAG, HeaderMap};
use service_kit::environment::{Environment, EnvironmentError};
use tokio::sync::OnceCell;

use self::client::Settings;
use self::failure::{failure, is_client_error, stalled};
use self::object_client::{Failure, ObjectClient};
use self::progress::{InMemory, Limits, Progress};
use crate::error::{Error, Result};
use crate::s3_server::BucketReader;

pub use self::blob::Blob;
pub use self::byte_range::ByteRange;
pub use self::download::Download;

/// The assumed minimum rate at which S3 writes to disk, in bytes per second. It extends the timeout for large objects.
const MIN_WRITE_RATE: u64 = 10 * 1024 * 1024;
/// The bytes that socket buffers may still hold when the last byte of a body was sent.
const SOCKET_BUFFER_BYTES: u64 = 8 * 1024 * 1024;
/// How many of these S3 reads within one timeout, at least.
const MIN_READ_BYTES: u64 = 4 * 1024 * 1024;

/// The most bytes of a key.
const MAX_KEY_BYTES: usize = 1024;

/// The blob store. A clone shares its client.
#[derive(Clone)]
pub struct S3(Arc<Inner>);

struct Inner {
    settings: Settings,
    /// Reads from the folder of an embedded server on this machine.
    folder: Option<BucketReader>,
    client: OnceLock<Client>,
    object_client: OnceCell<ObjectClient>,
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
        let folder = folder_from_environment(environment, &settings.bucket)?;
        let (client, object_client) = (OnceLock::new(), OnceCell::new());
        Ok(Self(Arc::new(Inner { settings, folder, client, object_client })))
    }

    fn client(&self) -> &Client {
        self.0.client.get_or_init(|| client::build(&self.0.settings))
    }

    async fn object_client(&self) -> Result<&ObjectClient> {
        self.0.object_client.get_or_try_init(|| ObjectClient::new(&self.0.settings, self.client())).await
    }

    fn bucket(&self) -> &str {
        &self.0.settings.bucket
    }

    fn key(&self, blob: &Blob) -> String {
        blob.key(&self.0.settings.tenant)
    }

    fn copy_source(&self, blob: &Blob) -> String {
        let source = format!("{}/{}", self.bucket(), self.key(blob));
        path_encoding::encoded(&source).to_string()
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
        B: Body<Data = Bytes> + Send + Unpin + 'static,
        B::Error: std::error::Error + Send + Sync + 'static,
    {
        let client = self.object_client().await?;
        let progress = self.progress(length);
        let body = progress.track(body).map_err(Into::into).boxed_unsync();
        let key = self.key(blob);
        tokio::select! {
            written = client.put(&key, length, body) => Ok(e_tag(written?.headers())),
            () = progress.stalled() => Err(stalled("PUT")),
        }
    }

    /// Writes bytes from memory, with retries. Returns their ETag.
    pub async fn put_bytes(&self, blob: &Blob, bytes: Bytes) -> Result<String> {
        let client = self.object_client().await?;
        let length = bytes.len() as u64;
        let progress = self.progress(length);
        let body = || progress.track(InMemory(bytes.clone())).map_err(Into::into).boxed_unsync();
        let key = self.key(blob);
        tokio::select! {
            written = client.put_repeatedly(&key, length, body) => Ok(e_tag(written?.headers())),
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
        let key = self.key(blob);
        if let Some(folder) = &self.0.folder {
            let object = folder.open(&key).await.map_err(Error::internal)?;
            return object.map(|object| Download::of_file(object, range)).ok_or(Error::BytesMissing);
        }
        match self.object_client().await?.get(&key, range).await {
            Ok(object) => Ok(Download::of_response(object.into_body(), self.0.settings.timeout)),
            Err(Failure::Rejected { code, .. }) if code == "NoSuchKey" => Err(Error::BytesMissing),
            Err(failure) => Err(failure.into()),
        }
    }

    /// The ETag and the length in bytes, at the blob's own place alone.
    ///
    /// # Errors
    /// [`Error::BytesMissing`] when S3 has no such bytes there.
    pub async fn stat(&self, blob: &Blob) -> Result<(String, u64)> {
        match self.object_client().await?.head(&self.key(blob)).await {
            Ok(head) => Ok((e_tag(head.headers()), content_length_of(head.headers()))),
            // The answer to HEAD has no body that could name the error.
            Err(Failure::Rejected { status: StatusCode::NOT_FOUND, .. }) => Err(Error::BytesMissing),
            Err(failure) => Err(failure.into()),
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
        self.object_client().await?.delete(&self.key(blob)).await?;
        Ok(())
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

fn folder_from_environment(
    environment: &Environment,
    bucket: &str,
) -> Result<Option<BucketReader>, EnvironmentError> {
    const NAME: &str = "STORAGE_S3_FOLDER";
    let Some(folder) = environment.optional(NAME) else { return Ok(None) };
    let expected = "the folder of an S3 server that can have the bucket";
    let reader = BucketReader::new(Path::new(folder), bucket);
    reader.map(Some).ok_or(EnvironmentError::Invalid { name: NAME, expected })
}

fn e_tag(headers: &HeaderMap) -> String {
    headers.get(ETAG).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned()
}

fn content_length_of(headers: &HeaderMap) -> u64 {
    let length = headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    length.and_then(|length| length.parse().ok()).unwrap_or_default()
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
