//! The bytes, in any S3: written, read, copied and removed by version.
//!
//! A client's names never reach S3: the key is the version, a UUID of our own making, behind its first two digits,
//! which keep a folder small where S3 is a folder. The client is built when first used, since most of its cost is
//! its own set-up.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use aws_sdk_s3::Client;
use aws_sdk_s3::config::retry::RetryConfig;
use aws_sdk_s3::config::timeout::TimeoutConfig;
use aws_sdk_s3::config::{
    BehaviorVersion, Credentials, Region, RequestChecksumCalculation, ResponseChecksumValidation,
    StalledStreamProtectionConfig,
};
use aws_sdk_s3::error::{DisplayErrorContext, SdkError};
use aws_sdk_s3::operation::get_object::GetObjectError;
use aws_sdk_s3::primitives::ByteStream;
use aws_sdk_s3::types::{CompletedMultipartUpload, CompletedPart};
use aws_smithy_async::rt::sleep::TokioSleep;
use aws_smithy_http_client::Builder;
use aws_smithy_http_client::tls::Provider;
use aws_smithy_http_client::tls::rustls_provider::CryptoMode;
use bytes::Bytes;
use edge::environment::{Environment, EnvironmentError};
use uuid::Uuid;

use crate::error::{Error, Result};

const CONNECT_WITHIN: Duration = Duration::from_secs(5);
/// An S3 that takes a request and says nothing; a copy of many gigabytes is waited for.
const ANSWER_WITHIN: Duration = Duration::from_secs(120);
const ATTEMPTS: u32 = 3;

#[derive(Clone)]
pub struct S3(Arc<Inner>);

struct Inner {
    settings: Settings,
    client: OnceLock<Client>,
}

struct Settings {
    bucket: String,
    endpoint: Option<String>,
    region: String,
    force_path_style: bool,
    access_key_id: String,
    secret_access_key: String,
    answer_within: Duration,
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
}

impl S3 {
    pub fn from_environment(environment: &Environment) -> Result<Self, EnvironmentError> {
        let settings = Settings {
            bucket: environment.required("STORAGE_S3_BUCKET")?.to_owned(),
            endpoint: environment.optional("STORAGE_S3_ENDPOINT").map(str::to_owned),
            region: environment.optional("STORAGE_S3_REGION").unwrap_or("us-east-1").to_owned(),
            force_path_style: environment.flag("STORAGE_S3_FORCE_PATH_STYLE")?,
            access_key_id: environment.required("AWS_ACCESS_KEY_ID")?.to_owned(),
            secret_access_key: environment.required("AWS_SECRET_ACCESS_KEY")?.to_owned(),
            answer_within: ANSWER_WITHIN,
        };
        Ok(Self(Arc::new(Inner { settings, client: OnceLock::new() })))
    }

    fn client(&self) -> &Client {
        self.0.client.get_or_init(|| client(&self.0.settings))
    }

    fn bucket(&self) -> &str {
        &self.0.settings.bucket
    }

    /// Writes bytes of a known length as they come; answers their ETag.
    pub async fn put(&self, version: Uuid, length: u64, body: ByteStream) -> Result<String> {
        let length = i64::try_from(length).map_err(|_| Error::EntityTooLarge)?;
        let request =
            self.client().put_object().bucket(self.bucket()).key(key(version)).content_length(length);
        // The client's pace is not S3's.
        let unhurried = TimeoutConfig::builder().disable_operation_attempt_timeout().build();
        let request = request.body(body).customize();
        let request = request.config_override(aws_sdk_s3::Config::builder().timeout_config(unhurried));
        let written = request.send().await.map_err(failure)?;
        Ok(written.e_tag.unwrap_or_default())
    }

    pub async fn start_parts(&self, version: Uuid) -> Result<Parts> {
        let request = self.client().create_multipart_upload().bucket(self.bucket()).key(key(version));
        let upload_id = request.send().await.map_err(failure)?.upload_id;
        let upload_id = upload_id.ok_or_else(|| Error::internal("S3 named no multipart upload"))?;
        Ok(Parts { version, upload_id, completed: Vec::new() })
    }

    pub async fn put_part(&self, parts: &mut Parts, bytes: Bytes) -> Result<()> {
        let number = i32::try_from(parts.completed.len() + 1).map_err(|_| Error::EntityTooLarge)?;
        let request = self
            .client()
            .upload_part()
            .bucket(self.bucket())
            .key(key(parts.version))
            .upload_id(&parts.upload_id)
            .part_number(number)
            .body(ByteStream::from(bytes));
        let e_tag = request.send().await.map_err(failure)?.e_tag;
        parts.completed.push(CompletedPart::builder().part_number(number).set_e_tag(e_tag).build());
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
        Ok(request.send().await.map_err(failure)?.e_tag.unwrap_or_default())
    }

    /// Gives back the parts of an upload that never completed. Unknown uploads are fine: they are given back.
    pub async fn abort_parts(&self, version: Uuid, upload_id: &str) -> Result<()> {
        let request = self.client().abort_multipart_upload().bucket(self.bucket()).key(key(version));
        match request.upload_id(upload_id).send().await {
            Ok(_) => Ok(()),
            Err(error) if is_client_error(&error) => Ok(()),
            Err(error) => Err(failure(error)),
        }
    }

    pub async fn get(&self, version: Uuid, range: Option<ByteRange>) -> Result<ByteStream> {
        let range = range.map(|range| format!("bytes={}-{}", range.first, range.last));
        let request = self.client().get_object().bucket(self.bucket()).key(key(version)).set_range(range);
        match request.send().await {
            Ok(object) => Ok(object.body),
            Err(error) if error.as_service_error().is_some_and(GetObjectError::is_no_such_key) => {
                Err(Error::BytesMissing)
            }
            Err(error) => Err(failure(error)),
        }
    }

    pub async fn copy(&self, from: Uuid, to: Uuid) -> Result<String> {
        let source = format!("{}/{}", self.bucket(), key(from));
        let request = self.client().copy_object().bucket(self.bucket()).key(key(to)).copy_source(source);
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
}

impl Parts {
    pub fn upload_id(&self) -> &str {
        &self.upload_id
    }
}

fn key(version: Uuid) -> String {
    let version = version.to_string();
    format!("{}/{version}", &version[..2])
}

fn client(settings: &Settings) -> Client {
    let key_pair = (settings.access_key_id.as_str(), settings.secret_access_key.as_str());
    let credentials = Credentials::new(key_pair.0, key_pair.1, None, None, "environment");
    let encrypted = settings.endpoint.as_deref().is_none_or(|endpoint| !endpoint.starts_with("http://"));
    let http = match encrypted {
        true => Builder::new().tls_provider(Provider::Rustls(CryptoMode::Ring)).build_https(),
        false => Builder::new().build_http(),
    };
    let timeouts = TimeoutConfig::builder()
        .connect_timeout(CONNECT_WITHIN)
        .operation_attempt_timeout(settings.answer_within);
    let mut config = aws_sdk_s3::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .credentials_provider(credentials)
        .region(Region::new(settings.region.clone()))
        .force_path_style(settings.force_path_style)
        .http_client(http)
        .sleep_impl(TokioSleep::new())
        .retry_config(RetryConfig::standard().with_max_attempts(ATTEMPTS))
        .timeout_config(timeouts.build())
        // Our own limits speak of the client's connection; a slow client is not a stalled S3.
        .stalled_stream_protection(StalledStreamProtectionConfig::disabled())
        // Not every S3 knows the checksums that the SDK would add.
        .request_checksum_calculation(RequestChecksumCalculation::WhenRequired)
        .response_checksum_validation(ResponseChecksumValidation::WhenRequired);
    config.set_endpoint_url(settings.endpoint.clone());
    Client::from_conf(config.build())
}

fn is_client_error<E>(error: &SdkError<E>) -> bool {
    error.raw_response().is_some_and(|response| response.status().is_client_error())
}

fn failure<E>(error: SdkError<E>) -> Error
where
    E: std::error::Error + Send + Sync + 'static,
{
    let away = match &error {
        SdkError::DispatchFailure(_) | SdkError::TimeoutError(_) => true,
        _ => error.raw_response().is_some_and(|response| response.status().as_u16() == 503),
    };
    let cause = format!("S3: {}", DisplayErrorContext(&error));
    if away { Error::unavailable(cause) } else { Error::internal(cause) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::net::TcpListener;

    #[tokio::test]
    async fn an_s3_that_takes_a_request_and_says_nothing_is_away() {
        let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let settings = Settings {
            bucket: "bytes".into(),
            endpoint: Some(format!("http://{}", silent.local_addr().unwrap())),
            region: "local".into(),
            force_path_style: true,
            access_key_id: "key".into(),
            secret_access_key: "secret".into(),
            answer_within: Duration::from_millis(50),
        };
        let s3 = S3(Arc::new(Inner { settings, client: OnceLock::new() }));
        assert!(matches!(s3.delete(Uuid::nil()).await, Err(Error::Unavailable(_))));
    }
}
