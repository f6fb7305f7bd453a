//! A client of resumable uploads.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use hyper::Method;

use super::{Client, Response};

/// The path of the collection of uploads.
pub(crate) const CREATION: &str = "/upload/resumable";

/// The value of `Upload-Metadata`.
pub fn metadata_header(pairs: &[(&str, &str)]) -> String {
    let pairs = pairs.iter().map(|(key, value)| format!("{key} {}", BASE64_STANDARD.encode(value)));
    pairs.collect::<Vec<_>>().join(",")
}

/// A client with the headers of a creation, without a length.
pub fn creation(client: &Client, bucket: &str, name: &str) -> Client {
    let metadata = metadata_header(&[
        ("bucketName", bucket),
        ("objectName", name),
        ("contentType", "text/plain"),
        ("cacheControl", "3600"),
    ]);
    client.header("tus-resumable", "1.0.0").header("upload-metadata", &metadata)
}

/// An upload that was created.
#[derive(Clone)]
pub struct TusUpload {
    pub path: String,
}

impl TusUpload {
    /// Creates an upload of `length` bytes.
    pub async fn create(client: &Client, bucket: &str, name: &str, length: usize) -> Self {
        let client = creation(client, bucket, name).header("upload-length", &length.to_string());
        Self::of(&client.send(Method::POST, CREATION, "").await.expect(201))
    }

    /// The upload that a creation answered with.
    pub fn of(created: &Response) -> Self {
        let location = created.header("location");
        let path = location.find(CREATION).map(|at| &location[at..]).unwrap();
        Self { path: path.to_owned() }
    }

    pub async fn patch(&self, client: &Client, offset: usize, bytes: &[u8]) -> Response {
        client
            .header("tus-resumable", "1.0.0")
            .header("content-type", "application/offset+octet-stream")
            .header("upload-offset", &offset.to_string())
            .send(Method::PATCH, &self.path, bytes.to_vec())
            .await
    }

    pub async fn head(&self, client: &Client) -> Response {
        client.header("tus-resumable", "1.0.0").head(&self.path).await
    }

    pub async fn delete(&self, client: &Client) -> Response {
        client.header("tus-resumable", "1.0.0").delete(&self.path).await
    }

    /// The offset that `HEAD` answers with.
    pub async fn offset(&self, client: &Client) -> usize {
        self.head(client).await.expect(200).header("upload-offset").parse().unwrap()
    }
}
