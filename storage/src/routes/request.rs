//! Extractors and request parsing that handlers share: paths, JSON bodies, query strings and `x-upsert`.

use actix_web::web::{self, Payload};
use actix_web::{FromRequest, HttpRequest};
use futures_util::StreamExt;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::future::{Ready, ready};

use crate::error::{Error, Result};
use crate::headers::header;
use crate::names::{BucketName, ObjectKey};

/// The largest JSON body in bytes: a thousand keys of 1 KiB, twice over.
const MAX_JSON_BYTES: usize = 2 * 1024 * 1024;

/// The most keys of a bulk request.
const MAX_KEYS: usize = 1000;

/// The bucket and the object key of a path, or of one side of a move.
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
            Ok(Self { bucket: existing_bucket(&bucket)?, key: ObjectKey::parse(&key)? })
        }))
    }
}

/// Parses the name of an existing bucket. No bucket has an invalid name, so the error is [`Error::NoSuchBucket`].
pub fn existing_bucket(text: &str) -> Result<BucketName> {
    BucketName::parse(text).map_err(|_| Error::NoSuchBucket)
}

/// The bucket of a path.
pub struct BucketPath(pub BucketName);

impl FromRequest for BucketPath {
    type Error = Error;
    type Future = Ready<Result<Self>>;

    fn from_request(request: &HttpRequest, payload: &mut actix_web::dev::Payload) -> Self::Future {
        let path = web::Path::<String>::from_request(request, payload).into_inner();
        ready(path.map_err(|_| Error::NoSuchBucket).and_then(|bucket| existing_bucket(&bucket).map(Self)))
    }
}

/// Reads a JSON body. Ignores the media type, which differs between versions of Supabase's clients.
pub async fn read_json<T: DeserializeOwned>(mut payload: Payload) -> Result<T> {
    let mut body = Vec::new();
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|_| Error::InvalidRequest("The request's body ended early".to_owned()))?;
        if body.len() + chunk.len() > MAX_JSON_BYTES {
            return Err(Error::InvalidRequest("Request body is too large".to_owned()));
        }
        body.extend_from_slice(&chunk);
    }
    serde_json::from_slice(&body).map_err(|error| Error::Validation(validation_message(&error)))
}

/// The message for an invalid body. For a missing field it is that of Supabase's schema validator, which its clients'
/// tests check.
fn validation_message(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let missing = text.strip_prefix("missing field `").and_then(|rest| rest.split_once('`'));
    match missing {
        Some((field, _)) => format!("body must have required property '{field}'"),
        None => format!("body is invalid: {text}"),
    }
}

/// Limits the number of keys in a bulk request, with the messages of Supabase's schema validator.
pub fn check_key_count(field: &'static str, count: usize) -> Result<()> {
    match count {
        0 => Err(Error::Validation(format!("body/{field} must NOT have fewer than 1 items"))),
        count if count > MAX_KEYS => {
            Err(Error::Validation(format!("body/{field} must NOT have more than {MAX_KEYS} items")))
        }
        _ => Ok(()),
    }
}

/// Parses the query string. Unknown parameters are ignored.
pub fn read_query<T: DeserializeOwned>(request: &HttpRequest) -> Result<T> {
    web::Query::<T>::from_query(request.query_string())
        .map(web::Query::into_inner)
        .map_err(|error| Error::Validation(format!("querystring is invalid: {error}")))
}

/// Whether the header `x-upsert` requests an upsert.
pub fn is_upsert(request: &HttpRequest) -> bool {
    header(request, "x-upsert") == Some("true")
}

/// The direction of a sort.
#[derive(Default, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SortOrder {
    #[default]
    Asc,
    Desc,
}
