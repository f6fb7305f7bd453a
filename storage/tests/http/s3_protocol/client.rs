//! A stack with the protocol's keys, SDK clients of it, and a signer for raw requests.

use aws_sdk_s3::config::{BehaviorVersion, Credentials, Region};
use aws_sdk_s3::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_s3::primitives::ByteStream;
use aws_sdk_s3::{Client, Config};
use aws_sigv4::sign::v4;
use aws_smithy_async::rt::sleep::TokioSleep;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use hyper::Method;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use s3s::crypto::{Checksum, Sha256};
use serde_json::{Value, json};
use std::time::SystemTime;
use uuid::Uuid;

use crate::support::{self, Response, Stack};

pub const KEY_ID: &str = "protocol-key";
pub const SECRET: &str = "protocol-secret";
pub const REGION: &str = "local";
/// The key id of requests with a session token.
pub const TENANT: &str = "stub";
pub const PART_BYTES: usize = 5 * 1024 * 1024;

const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

pub async fn start() -> Stack {
    start_with(&[]).await
}

pub async fn start_with(variables: &[(&str, &str)]) -> Stack {
    let anon_key = service_test::anon_key();
    let keys = [
        ("S3_PROTOCOL_ACCESS_KEY_ID", KEY_ID),
        ("S3_PROTOCOL_ACCESS_KEY_SECRET", SECRET),
        ("SUPABASE_ANON_KEY", anon_key.as_str()),
    ];
    Stack::start_with(&[&keys, variables].concat()).await
}

/// A stack with a bucket `files`.
pub async fn start_with_bucket() -> Stack {
    let stack = start().await;
    stack.bucket(json!({ "name": "files" })).await;
    stack
}

/// A client that acts as the service role.
pub fn service(stack: &Stack) -> Client {
    client(stack, Credentials::new(KEY_ID, SECRET, None, None, "test"), REGION)
}

/// The token of a signed-in person.
pub fn token(id: Uuid) -> String {
    service_test::sign(&json!({ "role": "authenticated", "sub": id, "exp": 4_102_444_800_u64 }))
}

/// A client that acts as a signed-in person.
pub fn person(stack: &Stack, id: Uuid) -> Client {
    client(stack, Credentials::new(TENANT, service_test::anon_key(), Some(token(id)), None, "test"), REGION)
}

pub fn client(stack: &Stack, credentials: Credentials, region: &'static str) -> Client {
    let config = Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .credentials_provider(credentials)
        .region(Region::from_static(region))
        // Without the slash at its end, the SDK joins the path and the bucket to one segment.
        .endpoint_url(format!("{}/s3/", stack.without_token().address()))
        .force_path_style(true)
        .http_client(aws_smithy_http_client::Builder::new().build_http())
        .sleep_impl(TokioSleep::new())
        .retry_config(aws_sdk_s3::config::retry::RetryConfig::disabled());
    Client::from_conf(config.build())
}

/// The status and the code of a failed call.
#[track_caller]
pub fn error<T: std::fmt::Debug, E: ProvideErrorMetadata + std::fmt::Debug>(
    result: Result<T, SdkError<E>>,
) -> (u16, String) {
    let error = result.expect_err("an error");
    let status = error.raw_response().map_or(0, |response| response.status().as_u16());
    (status, error.code().unwrap_or_default().to_owned())
}

/// Bytes that differ from place to place.
pub fn bytes(length: usize) -> Vec<u8> {
    (0..length).map(|number| (number % 251) as u8).collect()
}

/// Writes an object of the bucket `files`.
pub async fn put(stack: &Stack, key: &str, body: &[u8]) {
    let body = ByteStream::from(body.to_vec());
    service(stack).put_object().bucket("files").key(key).body(body).send().await.unwrap();
}

/// The bytes of an object of the bucket `files`.
pub async fn read(stack: &Stack, key: &str) -> Vec<u8> {
    let found = service(stack).get_object().bucket("files").key(key).send().await.unwrap();
    found.body.collect().await.unwrap().to_vec()
}

/// A request that is signed by hand.
pub struct Raw {
    pub method: Method,
    /// Below the host, encoded.
    pub path: String,
    pub query: Vec<(&'static str, String)>,
    pub headers: Vec<(&'static str, String)>,
    /// `x-amz-content-sha256`.
    pub payload: String,
    pub time: DateTime<Utc>,
    pub key_id: &'static str,
    pub secret: String,
    pub region: &'static str,
    pub host: String,
}

impl Raw {
    pub fn new(stack: &Stack, method: Method, path: &str) -> Self {
        Self {
            method,
            path: path.to_owned(),
            query: Vec::new(),
            headers: Vec::new(),
            payload: "UNSIGNED-PAYLOAD".to_owned(),
            time: Utc::now(),
            key_id: KEY_ID,
            secret: SECRET.to_owned(),
            region: REGION,
            host: stack.without_token().address().trim_start_matches("http://").to_owned(),
        }
    }

    pub fn header(mut self, name: &'static str, value: impl ToString) -> Self {
        self.headers.push((name, value.to_string()));
        self
    }

    pub fn long_date(&self) -> String {
        self.time.format("%Y%m%dT%H%M%SZ").to_string()
    }

    pub fn scope(&self) -> String {
        format!("{}/{}/s3/aws4_request", self.time.format("%Y%m%d"), self.region)
    }

    pub fn sign_text(&self, text: &str) -> String {
        let key = v4::generate_signing_key(&self.secret, SystemTime::from(self.time), self.region, "s3");
        v4::calculate_signature(key, text.as_bytes())
    }

    fn signature(&self, query: &[(&'static str, String)], headers: &[(&'static str, String)]) -> String {
        let encode = |text: &str| utf8_percent_encode(text, ENCODED).to_string();
        let mut query: Vec<String> =
            query.iter().map(|(name, value)| format!("{}={}", encode(name), encode(value))).collect();
        query.sort();
        let mut headers = headers.to_vec();
        headers.sort();
        let lines: String = headers.iter().map(|(name, value)| format!("{name}:{value}\n")).collect();
        let names: Vec<&str> = headers.iter().map(|(name, _)| *name).collect();
        let canonical = format!(
            "{}\n{}\n{}\n{lines}\n{}\n{}",
            self.method,
            self.path,
            query.join("&"),
            names.join(";"),
            self.payload
        );
        let hash = sha256(canonical.as_bytes());
        self.sign_text(&format!("AWS4-HMAC-SHA256\n{}\n{}\n{hash}", self.long_date(), self.scope()))
    }

    /// All headers and the signature of a request that is signed in its headers.
    pub fn signed(&self) -> (Vec<(&'static str, String)>, String) {
        let mut headers = self.headers.clone();
        headers.push(("host", self.host.clone()));
        headers.push(("x-amz-date", self.long_date()));
        headers.push(("x-amz-content-sha256", self.payload.clone()));
        let signature = self.signature(&self.query, &headers);
        let mut names: Vec<&str> = headers.iter().map(|(name, _)| *name).collect();
        names.sort_unstable();
        let authorization = format!(
            "AWS4-HMAC-SHA256 Credential={}/{}, SignedHeaders={}, Signature={signature}",
            self.key_id,
            self.scope(),
            names.join(";")
        );
        headers.retain(|(name, _)| *name != "host");
        headers.push(("authorization", authorization));
        (headers, signature)
    }

    fn target(&self, query: &[(&'static str, String)]) -> String {
        let encode = |text: &str| utf8_percent_encode(text, ENCODED).to_string();
        let pairs: Vec<String> =
            query.iter().map(|(name, value)| format!("{name}={}", encode(value))).collect();
        if pairs.is_empty() { self.path.clone() } else { format!("{}?{}", self.path, pairs.join("&")) }
    }

    /// The path of a presigned URL.
    pub fn presigned(&self, expires: u64) -> String {
        let mut query = self.query.clone();
        query.push(("X-Amz-Algorithm", "AWS4-HMAC-SHA256".to_owned()));
        query.push(("X-Amz-Credential", format!("{}/{}", self.key_id, self.scope())));
        query.push(("X-Amz-Date", self.long_date()));
        query.push(("X-Amz-Expires", expires.to_string()));
        query.push(("X-Amz-SignedHeaders", "host".to_owned()));
        let signature = self.signature(&query, &[("host", self.host.clone())]);
        query.push(("X-Amz-Signature", signature));
        self.target(&query)
    }

    /// Signs and sends the request.
    pub async fn send(&self, stack: &Stack, body: impl Into<Bytes>) -> Response {
        self.send_with(stack, self.signed().0, body).await
    }

    pub async fn send_with(
        &self,
        stack: &Stack,
        headers: Vec<(&'static str, String)>,
        body: impl Into<Bytes>,
    ) -> Response {
        let mut client = stack.without_token();
        for (name, value) in headers {
            client = client.header(name, &value);
        }
        client.send(self.method.clone(), &self.target(&self.query), body).await
    }
}

pub fn sha256(bytes: &[u8]) -> String {
    Sha256::checksum(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Asserts an error in XML.
#[track_caller]
pub fn expect_code(response: &Response, status: u16, code: &str) {
    let text = String::from_utf8_lossy(&response.body);
    assert_eq!(response.status, status, "{text}");
    assert!(text.contains(&format!("<Code>{code}</Code>")), "{text}");
    assert_eq!(response.header("content-type"), "application/xml");
}

/// The rows of the protocol's tables and of `storage.objects`.
pub async fn rows(stack: &support::Stack) -> Value {
    let count = async |table: &str| stack.number(&format!("select count(*) from storage.{table}")).await;
    json!({
        "objects": count("objects").await,
        "uploads": count("s3_multipart_uploads").await,
        "parts": count("s3_multipart_uploads_parts").await,
    })
}
