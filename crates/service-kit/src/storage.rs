//! The storage service, reached over HTTP with the service key, as a hosted function reaches it. Not with the caller's
//! token: no policy lets people write into the product's buckets, since the functions check what a file holds first.
//!
//! Rejects an address that is not plain HTTP at the start. While storage is away a request is answered 503; whatever
//! else storage refuses is a fault of ours, since only keys of our own making reach it.

use crate::environment::{Environment, EnvironmentError};
use crate::error::Error;
use actix_web::web::Bytes;
use http_body_util::{BodyExt, Full, Limited};
use hyper::header::{AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE};
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::time::Duration;
use tokio::time::timeout;

/// Where the front door serves storage.
const PREFIX: &str = "/storage/v1";
const ANSWER_WITHIN: Duration = Duration::from_secs(60);
const LARGEST_JSON: usize = 4 * 1024 * 1024;
/// Storage's own bound on names in one request.
const KEYS_AT_ONCE: usize = 1000;
/// Names are never used again for other bytes.
const FOR_A_YEAR: &str = "max-age=31536000";
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'/');

/// A client of the storage service; cloning it shares its connections.
#[derive(Clone)]
pub struct Storage {
    http: Client<HttpConnector, Full<Bytes>>,
    url: String,
    service_key: String,
}

/// Why storage did not do what it was asked.
#[derive(Debug, thiserror::Error)]
enum StorageError {
    #[error("storage cannot be reached")]
    Unreachable(#[source] Box<dyn std::error::Error + Send + Sync>),
    #[error("storage did not answer in time")]
    TooSlow,
    #[error("storage answered {status} to {call}: {message}")]
    Refused { call: String, status: StatusCode, message: String },
}

/// A file on its way into a bucket.
pub struct Upload<'a> {
    /// The bucket.
    pub bucket: &'a str,
    /// The name within it.
    pub key: &'a str,
    /// The media type.
    pub mime: &'static str,
    /// The content.
    pub bytes: Bytes,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SignedPath {
    path: String,
    #[serde(rename = "signedURL")]
    signed_url: Option<String>,
}

impl Storage {
    /// The service behind `SUPABASE_URL`, with the key in `SUPABASE_SERVICE_ROLE_KEY`.
    pub fn from_environment(environment: &Environment) -> Result<Storage, EnvironmentError> {
        const URL: &str = "SUPABASE_URL";
        let url = environment.required(URL)?.trim_end_matches('/');
        if !url.starts_with("http://") {
            return Err(EnvironmentError::Invalid { name: URL, expected: "an http:// address" });
        }
        Ok(Storage {
            http: Client::builder(TokioExecutor::new()).build_http(),
            url: format!("{url}{PREFIX}"),
            service_key: environment.required("SUPABASE_SERVICE_ROLE_KEY")?.to_owned(),
        })
    }

    /// Puts a file into a bucket, in the place of one of the same name.
    pub async fn put(&self, upload: Upload<'_>) -> Result<(), Error> {
        let Upload { bucket, key, mime, bytes } = upload;
        let request = self.request(Method::POST, &format!("/object/{bucket}/{}", encoded(key)));
        let request = request
            .header(CONTENT_TYPE, mime)
            .header(CACHE_CONTROL, FOR_A_YEAR)
            .header("x-upsert", "true")
            .body(Full::new(bytes));
        self.send(request, LARGEST_JSON).await.map(drop)
    }

    /// A file's content, if there is one of this name; it is refused beyond `limit` bytes.
    pub async fn get(&self, bucket: &str, key: &str, limit: usize) -> Result<Option<Bytes>, Error> {
        let request = self.request(Method::GET, &format!("/object/{bucket}/{}", encoded(key)));
        match self.exchange(request.body(Full::default()), limit).await {
            Ok(bytes) => Ok(Some(bytes)),
            Err(StorageError::Refused { message, .. }) if is_absent(&message) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Removes files by their names; those that are not there do not matter.
    pub async fn remove(&self, bucket: &str, keys: &[String]) -> Result<(), Error> {
        for keys in keys.chunks(KEYS_AT_ONCE) {
            let path = format!("/object/{bucket}");
            self.call::<Value>(Method::DELETE, &path, &json!({ "prefixes": keys })).await?;
        }
        Ok(())
    }

    /// Root-relative addresses by which anybody reads these private files for a while, by name. A file that is not
    /// there has none.
    pub async fn sign(
        &self,
        bucket: &str,
        keys: &[&str],
        lifetime: Duration,
    ) -> Result<HashMap<String, String>, Error> {
        let mut addresses = HashMap::with_capacity(keys.len());
        for keys in keys.chunks(KEYS_AT_ONCE) {
            let wanted = json!({ "expiresIn": lifetime.as_secs(), "paths": keys });
            let path = format!("/object/sign/{bucket}");
            let signed: Vec<SignedPath> = self.call(Method::POST, &path, &wanted).await?;
            addresses.extend(
                signed.into_iter().filter_map(|one| Some((one.path, format!("{PREFIX}{}", one.signed_url?)))),
            );
        }
        Ok(addresses)
    }

    async fn call<T: DeserializeOwned>(&self, method: Method, path: &str, body: &Value) -> Result<T, Error> {
        let request = self.request(method, path).header(CONTENT_TYPE, "application/json");
        let answer = self.send(request.body(Full::new(body.to_string().into())), LARGEST_JSON).await?;
        serde_json::from_slice(&answer).map_err(Error::internal)
    }

    fn request(&self, method: Method, path: &str) -> hyper::http::request::Builder {
        Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.url))
            .header("apikey", &self.service_key)
            .header(AUTHORIZATION, format!("Bearer {}", self.service_key))
    }

    async fn send(
        &self,
        request: hyper::http::Result<Request<Full<Bytes>>>,
        limit: usize,
    ) -> Result<Bytes, Error> {
        Ok(self.exchange(request, limit).await?)
    }

    async fn exchange(
        &self,
        request: hyper::http::Result<Request<Full<Bytes>>>,
        limit: usize,
    ) -> Result<Bytes, StorageError> {
        let request = request.map_err(|error| StorageError::Unreachable(error.into()))?;
        let call = format!("{} {}", request.method(), request.uri().path());
        let answered = timeout(ANSWER_WITHIN, async {
            let answer = self.http.request(request).await;
            read(answer.map_err(|error| StorageError::Unreachable(error.into()))?, limit).await
        });
        let (status, body) = answered.await.map_err(|_| StorageError::TooSlow)??;
        if status.is_success() {
            return Ok(body);
        }
        let message = String::from_utf8_lossy(&body[..body.len().min(300)]).into_owned();
        Err(StorageError::Refused { call, status, message })
    }
}

/// Where everybody reads a file of a public bucket, as `hotels.images` holds it.
pub fn public_address(bucket: &str, key: &str) -> String {
    format!("{PREFIX}/object/public/{bucket}/{}", encoded(key))
}

async fn read(
    answer: Response<hyper::body::Incoming>,
    limit: usize,
) -> Result<(StatusCode, Bytes), StorageError> {
    let status = answer.status();
    let body = Limited::new(answer.into_body(), limit).collect().await;
    Ok((status, body.map_err(StorageError::Unreachable)?.to_bytes()))
}

fn encoded(key: &str) -> String {
    utf8_percent_encode(key, SEGMENT).to_string()
}

/// Storage's HTTP status is 400 for most of what it refuses; what it means stands in the body.
fn is_absent(body: &str) -> bool {
    serde_json::from_str::<Value>(body).is_ok_and(|body| body["statusCode"] == "404")
}

impl From<StorageError> for Error {
    fn from(error: StorageError) -> Error {
        match &error {
            StorageError::Refused { status, .. } if !status.is_server_error() => Error::internal(error),
            _ => Error::unavailable(error),
        }
    }
}
