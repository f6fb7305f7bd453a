//! The configuration of the AWS SDK's S3 client: connection, credentials, timeouts and retries.

use std::time::Duration;

use aws_sdk_s3::Client;
use aws_sdk_s3::config::retry::RetryConfig;
use aws_sdk_s3::config::timeout::TimeoutConfig;
use aws_sdk_s3::config::{
    BehaviorVersion, Credentials, Region, RequestChecksumCalculation, ResponseChecksumValidation,
    StalledStreamProtectionConfig,
};
use aws_smithy_async::rt::sleep::TokioSleep;
use aws_smithy_http_client::Builder;
use aws_smithy_http_client::tls::Provider;
use aws_smithy_http_client::tls::rustls_provider::CryptoMode;
use service_kit::environment::{Environment, EnvironmentError};

use super::trace::TracedClient;
use crate::tenant;

/// The default of `STORAGE_S3_CLIENT_TIMEOUT`.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(15);
pub const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// The attempts of a request whose body can be resent, with exponential backoff between them.
pub const MAX_ATTEMPTS: u32 = 3;
pub const INITIAL_BACKOFF: Duration = Duration::from_millis(200);
const MAX_BACKOFF: Duration = Duration::from_secs(2);

/// The connection settings, from `STORAGE_S3_*` and `AWS_*` variables.
pub struct Settings {
    pub bucket: String,
    /// With which the keys of objects begin.
    pub tenant: String,
    pub endpoint: Option<String>,
    pub region: String,
    pub force_path_style: bool,
    pub access_key_id: String,
    pub secret_access_key: String,
    /// The longest time without progress.
    pub timeout: Duration,
}

impl Settings {
    pub fn from_environment(environment: &Environment) -> Result<Self, EnvironmentError> {
        const TIMEOUT_NAME: &str = "STORAGE_S3_CLIENT_TIMEOUT";
        let timeout = environment.parsed::<u32>(TIMEOUT_NAME, "a number of milliseconds")?;
        if timeout == Some(0) {
            return Err(EnvironmentError::Invalid { name: TIMEOUT_NAME, expected: "at least 1 millisecond" });
        }
        Ok(Self {
            bucket: environment.required("STORAGE_S3_BUCKET")?.to_owned(),
            tenant: tenant::from_environment(environment)?,
            endpoint: environment.optional("STORAGE_S3_ENDPOINT").map(str::to_owned),
            region: environment.optional("STORAGE_S3_REGION").unwrap_or("us-east-1").to_owned(),
            force_path_style: environment.flag("STORAGE_S3_FORCE_PATH_STYLE")?,
            access_key_id: environment.required("AWS_ACCESS_KEY_ID")?.to_owned(),
            secret_access_key: environment.required("AWS_SECRET_ACCESS_KEY")?.to_owned(),
            timeout: timeout
                .map_or(DEFAULT_TIMEOUT, |milliseconds| Duration::from_millis(milliseconds.into())),
        })
    }
}

/// The connection settings of another S3 server, from which objects are copied, from `SOURCE_*` variables.
pub fn source_from_environment(environment: &Environment) -> Result<Settings, EnvironmentError> {
    Ok(Settings {
        bucket: String::new(),
        tenant: String::new(),
        endpoint: environment.optional("SOURCE_S3_ENDPOINT").map(str::to_owned),
        region: environment.optional("SOURCE_S3_REGION").unwrap_or("us-east-1").to_owned(),
        force_path_style: true,
        access_key_id: environment.required("SOURCE_AWS_ACCESS_KEY_ID")?.to_owned(),
        secret_access_key: environment.required("SOURCE_AWS_SECRET_ACCESS_KEY")?.to_owned(),
        timeout: DEFAULT_TIMEOUT,
    })
}

/// Builds the client.
pub fn build(settings: &Settings) -> Client {
    let key_pair = (settings.access_key_id.as_str(), settings.secret_access_key.as_str());
    let credentials = Credentials::new(key_pair.0, key_pair.1, None, None, "environment");
    let encrypted = settings.endpoint.as_deref().is_none_or(|endpoint| !endpoint.starts_with("http://"));
    let http = match encrypted {
        true => Builder::new().tls_provider(Provider::Rustls(CryptoMode::Ring)).build_https(),
        false => Builder::new().build_http(),
    };
    let timeouts = TimeoutConfig::builder()
        .connect_timeout(CONNECT_TIMEOUT.min(settings.timeout))
        .operation_attempt_timeout(settings.timeout)
        // Time for two attempts that time out, since a client waits for the response.
        .operation_timeout(settings.timeout * 2);
    let retries = RetryConfig::standard()
        .with_max_attempts(MAX_ATTEMPTS)
        .with_initial_backoff(INITIAL_BACKOFF)
        .with_max_backoff(MAX_BACKOFF);
    let mut config = aws_sdk_s3::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .credentials_provider(credentials)
        .region(Region::new(settings.region.clone()))
        .force_path_style(settings.force_path_style)
        .http_client(TracedClient { client: http, bucket: settings.bucket.clone() })
        .sleep_impl(TokioSleep::new())
        .retry_config(retries)
        .timeout_config(timeouts.build())
        // The SDK's protection cannot distinguish a slow client from a stalled S3. `Progress` and `Download` can.
        .stalled_stream_protection(StalledStreamProtectionConfig::disabled())
        // Some S3 servers reject the checksums that the SDK adds by default.
        .request_checksum_calculation(RequestChecksumCalculation::WhenRequired)
        .response_checksum_validation(ResponseChecksumValidation::WhenRequired);
    config.set_endpoint_url(settings.endpoint.as_deref().map(with_final_slash));
    Client::from_conf(config.build())
}

/// The SDK appends the bucket to a path as it is, as in `https://project.example/storage/v1/s3`.
fn with_final_slash(endpoint: &str) -> String {
    let has_path = endpoint.split_once("://").is_some_and(|(_, rest)| rest.contains('/'));
    let slash = if has_path && !endpoint.ends_with('/') { "/" } else { "" };
    format!("{endpoint}{slash}")
}
