//! The client for reading, writing and deleting one object, the calls that most requests of the service make.
//!
//! The SDK takes longer to prepare a request than S3 takes to answer one for a small object, so these calls are sent
//! without it. The SDK makes all others, and says where the bucket is.

use std::time::Duration;

use aws_sdk_s3::presigning::PresigningConfig;
use bytes::Bytes;
use chrono::Utc;
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Empty, Limited};
use hyper::body::Incoming;
use hyper::header::{CONTENT_LENGTH, CONTENT_TYPE, HOST, HeaderMap, HeaderValue, RANGE};
use hyper::{Method, Request, Response, StatusCode, Uri};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use tokio::time::timeout;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto};

use super::byte_range::ByteRange;
use super::client::{CONNECT_TIMEOUT, INITIAL_BACKOFF, MAX_ATTEMPTS, Settings};
use super::failure::{failure, is_temporary, rejection};
use super::path_encoding::encoded;
use super::signer::{Payload, Signer};
use super::trace;
use crate::error::{Error, Result};

/// The longest error text that is read, in bytes.
const MAX_ERROR_BYTES: usize = 64 * 1024;
/// Once as many bytes of a request wait for the socket, its body is not read on.
const MAX_UNSENT_BYTES: usize = 64 * 1024;
const OCTET_STREAM: HeaderValue = HeaderValue::from_static("application/octet-stream");

type AnyError = Box<dyn std::error::Error + Send + Sync>;
/// The body of a request.
pub type RequestBody = UnsyncBoxBody<Bytes, AnyError>;
type Answer = Result<Response<Incoming>, Failure>;

/// The client. It keeps connections open.
pub struct ObjectClient {
    http: Client<HttpsConnector<HttpConnector>, RequestBody>,
    bucket: String,
    /// The URL of the bucket, with a slash at its end.
    bucket_url: String,
    signer: Signer,
    timeout: Duration,
}

/// Why S3 did not do what it was asked for.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error("S3 does not answer in time")]
    Timeout,
    #[error("S3 does not answer")]
    NoAnswer(#[source] hyper_util::client::legacy::Error),
    #[error("S3 breaks off its answer")]
    HalfAnswer(#[source] hyper::Error),
    #[error("S3: {status} {code}")]
    Rejected {
        status: StatusCode,
        /// The code of the error. Empty if the answer has none.
        code: String,
    },
    #[error("the request to S3 is invalid")]
    InvalidRequest(#[source] hyper::http::Error),
}

impl Failure {
    /// Whether another attempt may succeed.
    fn is_transient(&self) -> bool {
        match self {
            Self::Timeout | Self::NoAnswer(_) | Self::HalfAnswer(_) => true,
            Self::Rejected { status, .. } => matches!(status.as_u16(), 429 | 500 | 502..=504),
            Self::InvalidRequest(_) => false,
        }
    }

    async fn of_response(response: Response<Incoming>) -> Self {
        let status = response.status();
        let body = Limited::new(response.into_body(), MAX_ERROR_BYTES).collect().await;
        let body = body.map(|body| body.to_bytes()).unwrap_or_default();
        let text = String::from_utf8_lossy(&body);
        let code = text.split_once("<Code>").and_then(|(_, rest)| rest.split_once("</Code>"));
        Self::Rejected { status, code: code.map(|(code, _)| code.to_owned()).unwrap_or_default() }
    }
}

impl From<Failure> for Error {
    /// As for an error of the SDK.
    fn from(failure: Failure) -> Self {
        let temporary = match &failure {
            Failure::Timeout | Failure::NoAnswer(_) | Failure::HalfAnswer(_) => true,
            Failure::InvalidRequest(_) => false,
            Failure::Rejected { status, code } => match rejection(code) {
                Some(error) => return error,
                None => is_temporary(status.as_u16()),
            },
        };
        if temporary { Self::unavailable(failure) } else { Self::internal(failure) }
    }
}

/// A request about one object.
struct Call<'a> {
    method: Method,
    key: &'a str,
    headers: HeaderMap,
    payload: Payload,
}

impl ObjectClient {
    pub async fn new(settings: &Settings, sdk: &aws_sdk_s3::Client) -> Result<Self> {
        let bucket_url = bucket_url(sdk, &settings.bucket).await?;
        let is_encrypted = bucket_url.starts_with("https:");
        let connect_timeout = CONNECT_TIMEOUT.min(settings.timeout);
        // Reads the certificate authorities from disk.
        let connector = tokio::task::spawn_blocking(move || connector(is_encrypted, connect_timeout)).await;
        let connector = connector.map_err(Error::internal)?.map_err(Error::internal)?;
        let mut http = Client::builder(TokioExecutor::new());
        let http = http.pool_timer(TokioTimer::new()).http1_max_buf_size(MAX_UNSENT_BYTES).build(connector);
        Ok(Self {
            http,
            bucket: settings.bucket.clone(),
            bucket_url,
            signer: Signer::new(settings),
            timeout: settings.timeout,
        })
    }

    pub async fn get(&self, key: &str, range: Option<ByteRange>) -> Answer {
        let range = range.map(|ByteRange { first, last }| format!("bytes={first}-{last}"));
        let range = range.map(|range| HeaderValue::try_from(range).map_err(invalid)).transpose()?;
        self.ask(Method::GET, key, range.map(|range| (RANGE, range)).into_iter().collect()).await
    }

    pub async fn head(&self, key: &str) -> Answer {
        self.ask(Method::HEAD, key, HeaderMap::new()).await
    }

    pub async fn delete(&self, key: &str) -> Answer {
        self.ask(Method::DELETE, key, HeaderMap::new()).await
    }

    /// Writes a body, in one attempt without a timeout.
    pub async fn put(&self, key: &str, length: u64, body: RequestBody) -> Answer {
        self.attempt(&put(key), Some(length), body).await
    }

    /// Writes a body, which can be made again for another attempt, without a timeout.
    pub async fn put_repeatedly(&self, key: &str, length: u64, body: impl Fn() -> RequestBody) -> Answer {
        self.repeat(&put(key), Some(length), body, Duration::MAX).await
    }

    /// Sends a request without a body, with retries and timeouts.
    async fn ask(&self, method: Method, key: &str, headers: HeaderMap) -> Answer {
        let call = Call { method, key, headers, payload: Payload::Empty };
        let empty = || Empty::new().map_err(|never| match never {}).boxed_unsync();
        let answer = self.repeat(&call, None, empty, self.timeout);
        // Time for two attempts that time out, since a client waits for the response.
        timeout(self.timeout * 2, answer).await.unwrap_or(Err(Failure::Timeout))
    }

    /// Makes attempts, each within a timeout, until one succeeds or fails for good.
    async fn repeat(
        &self,
        call: &Call<'_>,
        length: Option<u64>,
        body: impl Fn() -> RequestBody,
        attempt_timeout: Duration,
    ) -> Answer {
        let mut pause = INITIAL_BACKOFF;
        let mut attempts = 0;
        loop {
            attempts += 1;
            let attempt = timeout(attempt_timeout, self.attempt(call, length, body()));
            match attempt.await.unwrap_or(Err(Failure::Timeout)) {
                Err(failure) if failure.is_transient() && attempts < MAX_ATTEMPTS => {
                    tokio::time::sleep(pause).await;
                    pause *= 2;
                }
                answer => return answer,
            }
        }
    }

    async fn attempt(&self, call: &Call<'_>, length: Option<u64>, body: RequestBody) -> Answer {
        let span = trace::begin(call.method.as_str(), &self.bucket);
        let answer = self.exchange(call, length, body).await;
        match &answer {
            Ok(response) => span.received(response.status().as_u16()),
            Err(Failure::Rejected { status, .. }) => span.received(status.as_u16()),
            Err(_) => span.fail(None),
        }
        answer
    }

    async fn exchange(&self, call: &Call<'_>, length: Option<u64>, body: RequestBody) -> Answer {
        let request = self.signed(call, length, body)?;
        let mut response = self.http.request(request).await.map_err(Failure::NoAnswer)?;
        if !response.status().is_success() {
            return Err(Failure::of_response(response).await);
        }
        if call.method != Method::GET {
            // The answer may break off, and its connection can be used again only after its end.
            while let Some(frame) = response.body_mut().frame().await {
                frame.map_err(Failure::HalfAnswer)?;
            }
        }
        Ok(response)
    }

    fn signed(
        &self,
        call: &Call<'_>,
        length: Option<u64>,
        body: RequestBody,
    ) -> Result<Request<RequestBody>, Failure> {
        let url = format!("{}{}", self.bucket_url, encoded(call.key));
        let uri = Uri::try_from(url).map_err(invalid)?;
        let authority = uri.authority().map_or("", |authority| authority.as_str());
        let mut headers = call.headers.clone();
        headers.insert(HOST, HeaderValue::from_str(authority).map_err(invalid)?);
        self.signer.sign(&call.method, &uri, &mut headers, call.payload, Utc::now()).map_err(invalid)?;
        if let Some(length) = length {
            headers.insert(CONTENT_LENGTH, HeaderValue::from(length));
        }
        let mut request = Request::new(body);
        *request.method_mut() = call.method.clone();
        *request.uri_mut() = uri;
        *request.headers_mut() = headers;
        Ok(request)
    }
}

fn put(key: &str) -> Call<'_> {
    let headers = HeaderMap::from_iter([(CONTENT_TYPE, OCTET_STREAM)]);
    Call { method: Method::PUT, key, headers, payload: Payload::Unsigned }
}

fn invalid(error: impl Into<hyper::http::Error>) -> Failure {
    Failure::InvalidRequest(error.into())
}

/// Where the SDK finds the bucket: behind the path of the endpoint, or as part of its host.
async fn bucket_url(sdk: &aws_sdk_s3::Client, bucket: &str) -> Result<String> {
    const KEY: &str = "key";
    let expiry = PresigningConfig::expires_in(Duration::from_secs(60)).map_err(Error::internal)?;
    let url = sdk.get_object().bucket(bucket).key(KEY).presigned(expiry).await.map_err(failure)?;
    let url = url.uri().split('?').next().unwrap_or_default();
    url.strip_suffix(KEY)
        .map(str::to_owned)
        .ok_or_else(|| Error::internal("the URL of a key has another end"))
}

fn connector(
    is_encrypted: bool,
    connect_timeout: Duration,
) -> std::io::Result<HttpsConnector<HttpConnector>> {
    let provider = crypto::ring::default_provider();
    let builder = match is_encrypted {
        true => HttpsConnectorBuilder::new().with_provider_and_native_roots(provider)?,
        false => {
            let config = ClientConfig::builder_with_provider(provider.into());
            let config = config.with_safe_default_protocol_versions().map_err(std::io::Error::other)?;
            let config = config.with_root_certificates(RootCertStore::empty()).with_no_client_auth();
            HttpsConnectorBuilder::new().with_tls_config(config)
        }
    };
    let mut http = HttpConnector::new();
    http.enforce_http(false);
    http.set_nodelay(true);
    http.set_connect_timeout(Some(connect_timeout));
    Ok(builder.https_or_http().enable_http1().wrap_connector(http))
}

#[cfg(test)]
mod tests {
    use super::super::client::build;
    use super::*;

    #[tokio::test]
    async fn the_bucket_is_a_part_of_the_host_or_of_the_path() {
        let cases = [
            (None, false, "https://photos.s3.eu-west-3.amazonaws.com/"),
            (None, true, "https://s3.eu-west-3.amazonaws.com/photos/"),
            (Some("https://s3.example.com"), false, "https://photos.s3.example.com/"),
            (Some("http://127.0.0.1:9000"), true, "http://127.0.0.1:9000/photos/"),
            (Some("https://app.example/storage/v1/s3"), true, "https://app.example/storage/v1/s3/photos/"),
            (Some("https://app.example/storage/v1/s3/"), true, "https://app.example/storage/v1/s3/photos/"),
        ];
        for (endpoint, force_path_style, expected) in cases {
            let settings = Settings {
                bucket: "photos".to_owned(),
                tenant: "stub".to_owned(),
                endpoint: endpoint.map(str::to_owned),
                region: "eu-west-3".to_owned(),
                force_path_style,
                access_key_id: "key".to_owned(),
                secret_access_key: "secret".to_owned(),
                timeout: Duration::from_secs(1),
            };
            let url = bucket_url(&build(&settings), &settings.bucket).await.unwrap();
            assert_eq!(url, expected);
        }
    }
}
