//! A client of the storage service over HTTP, with the service key. Not with the caller's token: no policy lets
//! people write into the product's buckets, because the functions check a file's content first.
//!
//! A call fails with 503 when storage does not respond or responds 5xx. Any other error of storage is an internal
//! error, because storage gets only keys that functions made.

use crate::gateway::{Gateway, GatewayFailure, GatewayResponse};
use actix_web::web::Bytes;
use http_body_util::Full;
use hyper::header::{AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE};
use hyper::{Method, Request, StatusCode};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use service_kit::Error;
use service_kit::environment::{Environment, EnvironmentError};
use std::collections::HashMap;
use std::time::Duration;

/// The path of storage at the front door.
const PREFIX: &str = "/storage/v1";
/// Bytes.
const MAX_JSON: usize = 4 * 1024 * 1024;
/// The maximum number of keys in one request to storage.
const KEYS_PER_REQUEST: usize = 1000;
/// A year: a key is never reused for other bytes.
const CACHE_CONTROL_VALUE: &str = "max-age=31536000";
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'/');

/// A client of the storage service. Clones share its connections.
#[derive(Clone)]
pub struct Storage {
    gateway: Gateway,
    service_key: String,
}

/// Why a call of storage failed.
#[derive(Debug, thiserror::Error)]
enum StorageError {
    #[error(transparent)]
    NoResponse(#[from] GatewayFailure),
    #[error("storage answered {status} to {call}: {message}")]
    Status { call: String, status: StatusCode, message: String },
}

/// A file to store.
pub struct Upload<'a> {
    /// The bucket.
    pub bucket: &'a str,
    /// The name within the bucket.
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
    /// A client of the service at `SUPABASE_URL`, with the key of `SUPABASE_SERVICE_ROLE_KEY`.
    ///
    /// # Errors
    /// When one of them is missing, or `SUPABASE_URL` does not begin with `http://`.
    pub fn from_environment(environment: &Environment) -> Result<Storage, EnvironmentError> {
        Ok(Storage {
            gateway: Gateway::from_environment(environment)?,
            service_key: environment.required("SUPABASE_SERVICE_ROLE_KEY")?.to_owned(),
        })
    }

    /// Stores a file (upsert).
    ///
    /// # Errors
    /// [`Error::Unavailable`] or [`Error::Internal`], as the module says; those of the other methods are the same.
    pub async fn put(&self, upload: Upload<'_>) -> Result<(), Error> {
        let Upload { bucket, key, mime, bytes } = upload;
        let request = self.request(Method::POST, &format!("/object/{bucket}/{}", encoded(key)));
        let request = request
            .header(CONTENT_TYPE, mime)
            .header(CACHE_CONTROL, CACHE_CONTROL_VALUE)
            .header("x-upsert", "true")
            .body(Full::new(bytes));
        self.send(request, MAX_JSON).await.map(drop)
    }

    /// A file's content; `None` when there is no such file.
    ///
    /// # Errors
    /// Also [`Error::Unavailable`] when the content has more than `limit` bytes.
    pub async fn get(&self, bucket: &str, key: &str, limit: usize) -> Result<Option<Bytes>, Error> {
        let request = self.request(Method::GET, &format!("/object/{bucket}/{}", encoded(key)));
        match self.exchange(request.body(Full::default()), limit).await {
            Ok(bytes) => Ok(Some(bytes)),
            Err(StorageError::Status { message, .. }) if is_not_found(&message) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Deletes files by their keys. Missing files are ignored.
    pub async fn remove(&self, bucket: &str, keys: &[String]) -> Result<(), Error> {
        for keys in keys.chunks(KEYS_PER_REQUEST) {
            let path = format!("/object/{bucket}");
            self.call::<Value>(Method::DELETE, &path, &json!({ "prefixes": keys })).await?;
        }
        Ok(())
    }

    /// Signed root-relative URLs of private files, by key, valid for `lifetime`. A missing file has none.
    pub async fn sign(
        &self,
        bucket: &str,
        keys: &[&str],
        lifetime: Duration,
    ) -> Result<HashMap<String, String>, Error> {
        let mut urls = HashMap::with_capacity(keys.len());
        for keys in keys.chunks(KEYS_PER_REQUEST) {
            let body = json!({ "expiresIn": lifetime.as_secs(), "paths": keys });
            let path = format!("/object/sign/{bucket}");
            let signed: Vec<SignedPath> = self.call(Method::POST, &path, &body).await?;
            urls.extend(
                signed
                    .into_iter()
                    .filter_map(|file| Some((file.path, format!("{PREFIX}{}", file.signed_url?)))),
            );
        }
        Ok(urls)
    }

    async fn call<T: DeserializeOwned>(&self, method: Method, path: &str, body: &Value) -> Result<T, Error> {
        let request = self.request(method, path).header(CONTENT_TYPE, "application/json");
        let response = self.send(request.body(Full::new(body.to_string().into())), MAX_JSON).await?;
        serde_json::from_slice(&response).map_err(Error::internal)
    }

    fn request(&self, method: Method, path: &str) -> hyper::http::request::Builder {
        self.gateway
            .request(method, &format!("{PREFIX}{path}"))
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
        let call = request.as_ref().map(|request| format!("{} {}", request.method(), request.uri().path()));
        let call = call.unwrap_or_default();
        let GatewayResponse { status, body, .. } = self.gateway.send(request, limit).await?;
        if status.is_success() {
            return Ok(body);
        }
        let message = String::from_utf8_lossy(&body[..body.len().min(300)]).into_owned();
        Err(StorageError::Status { call, status, message })
    }
}

/// The root-relative URL of a file in a public bucket, as `hotels.images` holds it.
pub fn public_url(bucket: &str, key: &str) -> String {
    format!("{PREFIX}/object/public/{bucket}/{}", encoded(key))
}

fn encoded(key: &str) -> String {
    utf8_percent_encode(key, SEGMENT).to_string()
}

/// Storage answers most errors with HTTP status 400; the actual status is in the body.
fn is_not_found(body: &str) -> bool {
    serde_json::from_str::<Value>(body).is_ok_and(|body| body["statusCode"] == "404")
}

impl From<StorageError> for Error {
    fn from(error: StorageError) -> Error {
        match &error {
            StorageError::Status { status, .. } if !status.is_server_error() => Error::internal(error),
            _ => Error::unavailable(error),
        }
    }
}
