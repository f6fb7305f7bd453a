//! What handlers read of a request: the object that a path names, JSON bodies, and headers that say yes.

use actix_web::web::{self, Payload};
use actix_web::{FromRequest, HttpRequest};
use futures_util::StreamExt;
use serde::de::DeserializeOwned;
use std::future::{Ready, ready};

use crate::error::{Error, Result};
use crate::names::{BucketName, ObjectKey};
use crate::upload::incoming::header;

/// A thousand keys of a kilobyte, and room for the rest.
const JSON_BYTES: usize = 2 * 1024 * 1024;

/// The bucket and the key in a path.
pub struct ObjectPath {
    pub bucket: BucketName,
    pub key: ObjectKey,
}

impl FromRequest for ObjectPath {
    type Error = Error;
    type Future = Ready<Result<Self>>;

    fn from_request(request: &HttpRequest, payload: &mut actix_web::dev::Payload) -> Self::Future {
        let path = web::Path::<(String, String)>::from_request(request, payload).into_inner();
        ready(path.map_err(|_| Error::InvalidBucketName).and_then(|path| {
            let (bucket, key) = path.into_inner();
            Ok(Self { bucket: bucket_in_path(&bucket)?, key: ObjectKey::parse(&key)? })
        }))
    }
}

/// A bucket of an impossible name is one that nobody can have made.
pub fn bucket_in_path(text: &str) -> Result<BucketName> {
    BucketName::parse(text).map_err(|_| Error::NoSuchBucket)
}

/// The bucket in a path.
pub struct BucketPath(pub BucketName);

impl FromRequest for BucketPath {
    type Error = Error;
    type Future = Ready<Result<Self>>;

    fn from_request(request: &HttpRequest, payload: &mut actix_web::dev::Payload) -> Self::Future {
        let path = web::Path::<String>::from_request(request, payload).into_inner();
        ready(path.map_err(|_| Error::NoSuchBucket).and_then(|bucket| bucket_in_path(&bucket).map(Self)))
    }
}

/// A JSON body, whatever its declared type; clients of several versions differ in that.
pub async fn read_json<T: DeserializeOwned>(mut payload: Payload) -> Result<T> {
    let mut body = Vec::new();
    while let Some(piece) = payload.next().await {
        let piece = piece.map_err(|_| Error::InvalidRequest("The request's body ended early".to_owned()))?;
        if body.len() + piece.len() > JSON_BYTES {
            return Err(Error::InvalidRequest("Request body is too large".to_owned()));
        }
        body.extend_from_slice(&piece);
    }
    serde_json::from_slice(&body).map_err(|error| Error::InvalidRequest(validation_text(&error)))
}

/// As the schema validator of Supabase's clients' tests words the one mistake that they look for.
fn validation_text(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let missing = text.strip_prefix("missing field `").and_then(|rest| rest.split_once('`'));
    match missing {
        Some((field, _)) => format!("body must have required property '{field}'"),
        None => format!("body is invalid: {text}"),
    }
}

/// Query parameters; unknown ones are ignored.
pub fn read_query<T: DeserializeOwned>(request: &HttpRequest) -> Result<T> {
    web::Query::<T>::from_query(request.query_string())
        .map(web::Query::into_inner)
        .map_err(|error| Error::InvalidRequest(format!("querystring is invalid: {error}")))
}

/// Whether `x-upsert` asks to overwrite.
pub fn wants_upsert(request: &HttpRequest) -> bool {
    header(request, "x-upsert") == Some("true")
}
