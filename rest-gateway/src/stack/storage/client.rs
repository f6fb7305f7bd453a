//! A client for the calls of `/storage/v1` that fill a bucket. Every status other than 2xx is an error.

use bytes::Bytes;
use http_body_util::{BodyExt, Full, Limited};
use hyper::{Method, Request, StatusCode, header};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashMap;

/// Maximum size of a response body: a listing of all objects in a folder.
const MAX_RESPONSE: usize = 16 << 20;
/// The `Cache-Control` of uploaded objects, the default of Supabase's clients. Other calls ignore it.
const CACHE_CONTROL: &str = "max-age=3600";
/// Characters that are percent-encoded in paths.
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'/');

/// Why a call failed.
#[derive(Debug, thiserror::Error)]
pub enum StorageCallError {
    #[error("storage cannot be reached: {0}")]
    Unreachable(String),
    #[error("storage answered {status} to {call}: {message}")]
    Status { call: String, status: StatusCode, message: String },
}

/// Authenticates with the service role key.
#[derive(Clone)]
pub struct StorageClient {
    client: Client<HttpConnector, Full<Bytes>>,
    url: String,
    service_role_key: String,
}

#[derive(Deserialize)]
struct Listed {
    name: String,
    metadata: Option<Metadata>,
}

#[derive(Deserialize)]
struct Metadata {
    size: Option<u64>,
}

impl StorageClient {
    /// `url` is the front door's URL.
    pub fn new(url: &str, service_role_key: &str) -> StorageClient {
        let client = Client::builder(TokioExecutor::new()).build_http();
        StorageClient {
            client,
            url: format!("{url}/storage/v1"),
            service_role_key: service_role_key.to_owned(),
        }
    }

    /// Creates a bucket, or updates the settings of an existing one.
    ///
    /// # Errors
    /// When storage rejects both.
    pub async fn ensure_bucket(&self, name: &str, mut settings: Value) -> Result<(), StorageCallError> {
        let path = format!("/bucket/{}", utf8_percent_encode(name, SEGMENT));
        if self.send(Method::PUT, &path, "application/json", settings.to_string().into()).await.is_ok() {
            return Ok(());
        }
        settings["id"] = json!(name);
        settings["name"] = json!(name);
        self.send(Method::POST, "/bucket", "application/json", settings.to_string().into()).await.map(drop)
    }

    /// Names and sizes of the objects directly in a folder.
    ///
    /// # Errors
    /// When the call fails.
    pub async fn list(&self, bucket: &str, folder: &str) -> Result<HashMap<String, u64>, StorageCallError> {
        let path = format!("/object/list/{}", utf8_percent_encode(bucket, SEGMENT));
        let query = json!({ "prefix": folder, "limit": 10_000, "offset": 0 });
        let answer = self.send(Method::POST, &path, "application/json", query.to_string().into()).await?;
        let listed: Vec<Listed> =
            serde_json::from_slice(&answer).map_err(|error| StorageCallError::Status {
                call: format!("POST {path}"),
                status: StatusCode::OK,
                message: error.to_string(),
            })?;
        Ok(listed.into_iter().filter_map(|object| Some((object.name, object.metadata?.size?))).collect())
    }

    /// Uploads an object, and replaces one of the same name.
    ///
    /// # Errors
    /// When the call fails.
    pub async fn upload(
        &self,
        bucket: &str,
        key: &str,
        mime: &str,
        content: Bytes,
    ) -> Result<(), StorageCallError> {
        let [bucket, key] = [bucket, key].map(|part| utf8_percent_encode(part, SEGMENT).to_string());
        self.send(Method::POST, &format!("/object/{bucket}/{key}"), mime, content).await.map(drop)
    }

    async fn send(
        &self,
        method: Method,
        path: &str,
        mime: &str,
        body: Bytes,
    ) -> Result<Bytes, StorageCallError> {
        let unreachable = |error: &dyn std::fmt::Display| StorageCallError::Unreachable(error.to_string());
        let call = format!("{method} {path}");
        let request = Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.url))
            .header("apikey", &self.service_role_key)
            .header(header::AUTHORIZATION, format!("Bearer {}", self.service_role_key))
            .header(header::CONTENT_TYPE, mime)
            .header("x-upsert", "true")
            .header(header::CACHE_CONTROL, CACHE_CONTROL)
            .body(Full::new(body))
            .map_err(|error| unreachable(&error))?;
        let answer = self.client.request(request).await.map_err(|error| unreachable(&error))?;
        let status = answer.status();
        let body = Limited::new(answer.into_body(), MAX_RESPONSE).collect().await;
        let body = body.map_err(|error| unreachable(&error))?.to_bytes();
        if status.is_success() {
            return Ok(body);
        }
        let text = String::from_utf8_lossy(&body[..body.len().min(300)]).into_owned();
        Err(StorageCallError::Status { call, status, message: text })
    }
}
