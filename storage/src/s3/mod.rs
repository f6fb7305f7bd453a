//! The bytes, in any S3: written, read, copied and removed by version.
//!
//! A client's names never reach S3: the key is the version, a UUID of our own making, behind its first two digits,
//! which keep a folder small where S3 is a folder. Every call has a deadline, so that an S3 that hangs occupies nobody:
//! what S3 does not do in time is `Error::Unavailable`. The client is built when first used, since most of its cost is
//! its own set-up.

mod client;
mod progress;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use aws_sdk_s3::Client;
use aws_sdk_s3::config::timeout::TimeoutConfig;
use aws_sdk_s3::error::{DisplayErrorContext, SdkError};
use aws_sdk_s3::operation::get_object::GetObjectError;
use aws_sdk_s3::primitives::{ByteStream, SdkBody};
use aws_sdk_s3::types::{CompletedMultipartUpload, CompletedPart};
use bytes::Bytes;
use service_kit::environment::{Environment, EnvironmentError};
use tokio::time::timeout;
use uuid::Uuid;

use self::client::Settings;
use self::progress::{InMemory, Limits, Progress};
use crate::error::{Error, Result};

/// The least that S3 writes to its disks, in bytes a second: an answer to a large object may take longer by this.
const WRITE_RATE: u64 = 10 * 1024 * 1024;
/// What the sockets on the way may still hold when the last byte of a body is sent.
const BUFFERED_BYTES: u64 = 8 * 1024 * 1024;
/// The least of it that S3 takes within its timeout.
const TAKEN_BYTES: u64 = 4 * 1024 * 1024;

#[derive(Clone)]
pub struct S3(Arc<Inner>);

struct Inner {
    settings: Settings,
    client: OnceLock<Client>,
}

/// Where in the bytes to read, both ends included.
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

/// A multipart upload under way.
pub struct Parts {
    version: Uuid,
    upload_id: String,
    completed: Vec<CompletedPart>,
    size: u64,
}

/// Bytes on their way from S3.
pub struct Download {
    stream: ByteStream,
    timeout: Duration,
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

    /// Writes a body of a known length as it comes, in one attempt; returns its ETag.
    pub async fn put_stream<B>(&self, version: Uuid, length: u64, body: B) -> Result<String>
    where
        B: http_body::Body<Data = Bytes> + Send + Sync + Unpin + 'static,
        B::Error: std::error::Error + Send + Sync + 'static,
    {
        let progress = self.progress(length);
        let body = ByteStream::from_body_1_x(progress.track(body));
        self.put(version, length, body, &progress).await
    }

    /// Writes bytes that are in memory, with retries; returns their ETag.
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

    pub async fn start_parts(&self, version: Uuid) -> Result<Parts> {
        let request = self.client().create_multipart_upload().bucket(self.bucket()).key(key(version));
        let upload_id = request.send().await.map_err(failure)?.upload_id;
        let upload_id = upload_id.ok_or_else(|| Error::internal("S3 named no multipart upload"))?;
        Ok(Parts { version, upload_id, completed: Vec::new(), size: 0 })
    }

    pub async fn put_part(&self, parts: &mut Parts, bytes: Bytes) -> Result<()> {
        let number = i32::try_from(parts.completed.len() + 1).map_err(|_| Error::EntityTooLarge)?;
        let length = bytes.len() as u64;
        let progress = self.progress(length);
        let request = self
            .client()
            .upload_part()
            .bucket(self.bucket())
            .key(key(parts.version))
            .upload_id(&parts.upload_id)
            .part_number(number)
            .content_length(content_length(length)?)
            .body(retryable(&progress, bytes));
        let request = request.customize().config_override(without_total_timeout());
        let e_tag = tokio::select! {
            written = request.send() => written.map_err(failure)?.e_tag,
            () = progress.stalled() => return Err(stalled("part of an upload")),
        };
        parts.completed.push(CompletedPart::builder().part_number(number).set_e_tag(e_tag).build());
        parts.size += length;
        Ok(())
    }

    pub async fn finish_parts(&self, parts: Parts) -> Result<String> {
        let completed = CompletedMultipartUpload::builder().set_parts(Some(parts.completed)).build();
        let request = self
            .client()
            .complete_multipart_upload()
            .bucket(self.bucket())
            .key(key(parts.version))
            .upload_id(parts.upload_id)
            .multipart_upload(completed);
        let request = request.customize().config_override(self.with_timeout_for(parts.size));
        Ok(request.send().await.map_err(failure)?.e_tag.unwrap_or_default())
    }

    /// Aborts a multipart upload that never completed. An unknown one is fine: its parts are gone.
    pub async fn abort_parts(&self, version: Uuid, upload_id: &str) -> Result<()> {
        let request = self.client().abort_multipart_upload().bucket(self.bucket()).key(key(version));
        match request.upload_id(upload_id).send().await {
            Ok(_) => Ok(()),
            Err(error) if is_client_error(&error) => Ok(()),
            Err(error) => Err(failure(error)),
        }
    }

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

    /// Copies the bytes of a version, `size` of them, within S3; returns the copy's ETag.
    pub async fn copy(&self, from: Uuid, to: Uuid, size: u64) -> Result<String> {
        let source = format!("{}/{}", self.bucket(), key(from));
        let request = self.client().copy_object().bucket(self.bucket()).key(key(to)).copy_source(source);
        let request = request.customize().config_override(self.with_timeout_for(size));
        match request.send().await {
            Ok(copied) => Ok(copied.copy_object_result.and_then(|result| result.e_tag).unwrap_or_default()),
            Err(error) if is_client_error(&error) => Err(Error::BytesMissing),
            Err(error) => Err(failure(error)),
        }
    }

    /// Removes bytes; what is not there is fine.
    pub async fn delete(&self, version: Uuid) -> Result<()> {
        let request = self.client().delete_object().bucket(self.bucket()).key(key(version));
        request.send().await.map(drop).map_err(failure)
    }

    fn progress(&self, length: u64) -> Progress {
        let frame = self.0.settings.timeout;
        let buffered = frame.mul_f64(length.min(BUFFERED_BYTES) as f64 / TAKEN_BYTES as f64);
        Progress::new(Limits { frame, answer: buffered + self.answer_timeout(length) })
    }

    /// How long S3 may take to answer when it has all it needs and `size` bytes to write.
    fn answer_timeout(&self, size: u64) -> Duration {
        self.0.settings.timeout + Duration::from_secs(size / WRITE_RATE)
    }

    fn with_timeout_for(&self, size: u64) -> aws_sdk_s3::config::Builder {
        let answer = self.answer_timeout(size);
        let timeouts =
            TimeoutConfig::builder().operation_attempt_timeout(answer).operation_timeout(answer * 2);
        aws_sdk_s3::Config::builder().timeout_config(timeouts.build())
    }
}

impl Parts {
    pub fn upload_id(&self) -> &str {
        &self.upload_id
    }
}

impl Download {
    /// The next bytes, for which S3 may take no longer than its timeout.
    pub async fn next(&mut self) -> Option<Result<Bytes>> {
        match timeout(self.timeout, self.stream.next()).await {
            Ok(piece) => Some(piece?.map_err(Error::unavailable)),
            Err(_) => Some(Err(stalled("GET"))),
        }
    }
}

/// The body of a request that the SDK may send again.
fn retryable(progress: &Progress, bytes: Bytes) -> ByteStream {
    let progress = progress.clone();
    ByteStream::new(SdkBody::retryable(move || {
        SdkBody::from_body_1_x(progress.track(InMemory(bytes.clone())))
    }))
}

/// For a PUT, whose total depends on the client's pace: `Progress` limits what depends on S3.
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

/// An S3 that cannot be reached, answers late, half or with a failure of its own is unavailable; everything else is a
/// mistake of ours or of the configuration.
fn failure<E>(error: SdkError<E>) -> Error
where
    E: std::error::Error + Send + Sync + 'static,
{
    let away = match &error {
        SdkError::DispatchFailure(_) | SdkError::TimeoutError(_) | SdkError::ResponseError(_) => true,
        _ => error
            .raw_response()
            .is_some_and(|response| response.status().is_server_error() || response.status().as_u16() == 429),
    };
    let cause = format!("S3: {}", DisplayErrorContext(&error));
    if away { Error::unavailable(cause) } else { Error::internal(cause) }
}
