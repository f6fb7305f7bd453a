//! Conversions between the service's types and those of `s3s`.

use std::time::SystemTime;

use chrono::{DateTime, Utc};
use futures_util::StreamExt;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use s3s::dto::{ETag, EncodingType, Metadata as MetadataHeaders, StreamingBlob, Timestamp};
use s3s::{S3Result, s3_error};
use serde_json::{Map, Value};

use crate::error::{Error, Result};
use crate::names::{BucketName, ObjectKey};
use crate::s3_protocol::body::BodyError;
use crate::upload::content::Content;

/// What a listed key keeps in the encoding `url`.
const KEY: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

/// The bucket and the key of a request that reads or writes an existing name: no object has an invalid one.
pub fn existing(bucket: &str, key: &str) -> Result<(BucketName, ObjectKey)> {
    let bucket = BucketName::parse(bucket).map_err(|_| Error::NoSuchBucket)?;
    Ok((bucket, ObjectKey::parse(key).map_err(|_| Error::NoSuchKey)?))
}

/// The bucket and the key of a request that creates a name.
pub fn created(bucket: &str, key: &str) -> Result<(BucketName, ObjectKey)> {
    let bucket = BucketName::parse(bucket).map_err(|_| Error::NoSuchBucket)?;
    Ok((bucket, ObjectKey::parse(key)?))
}

pub fn existing_bucket(bucket: &str) -> Result<BucketName> {
    BucketName::parse(bucket).map_err(|_| Error::NoSuchBucket)
}

/// The stored ETag, which is quoted.
pub fn e_tag(stored: &str) -> ETag {
    ETag::parse_http_header(stored.as_bytes())
        .unwrap_or_else(|_| ETag::Strong(stored.trim_matches('"').to_owned()))
}

pub fn timestamp(time: DateTime<Utc>) -> Timestamp {
    Timestamp::from(SystemTime::from(time))
}

/// A size as the number that `s3s` sends.
pub fn length(size: u64) -> i64 {
    i64::try_from(size).unwrap_or(i64::MAX)
}

/// User metadata from headers. None without any.
pub fn user_metadata(headers: Option<MetadataHeaders>) -> Option<Value> {
    let headers = headers.filter(|headers| !headers.is_empty())?;
    Some(Value::Object(headers.into_iter().map(|(name, value)| (name, value.into())).collect()))
}

/// User metadata as headers, and the number of values that a header cannot have.
pub fn metadata_headers(user_metadata: Option<&Value>) -> (MetadataHeaders, i32) {
    let nothing = Map::new();
    let values = user_metadata.and_then(Value::as_object).unwrap_or(&nothing);
    let mut headers = MetadataHeaders::default();
    let mut missing = 0;
    for (name, value) in values {
        let is_token = !name.is_empty()
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte));
        let text = value.as_str().filter(|text| text.bytes().all(|byte| (b' '..=b'~').contains(&byte)));
        match text.filter(|_| is_token) {
            Some(text) => drop(headers.insert(name.to_ascii_lowercase(), text.to_owned())),
            None => missing += 1,
        }
    }
    (headers, missing)
}

/// The content of an upload.
pub fn content(body: Option<StreamingBlob>, length: Option<i64>) -> S3Result<Content> {
    let length = length.and_then(|length| u64::try_from(length).ok());
    let length = length.ok_or_else(|| s3_error!(MissingContentLength))?;
    let body = body.ok_or_else(|| s3_error!(IncompleteBody))?;
    let chunks = body.map(|chunk| {
        chunk.map_err(|error| match error.downcast::<BodyError>() {
            Ok(error) => Error::InvalidBody(error),
            Err(error) => Error::internal(error),
        })
    });
    Ok(Content::new(chunks, Some(length)))
}

/// Whether a marker is a common prefix: a name up to and including the first delimiter after the prefix.
pub fn is_common_prefix(marker: &str, prefix: &str, delimiter: Option<&str>) -> bool {
    let Some((rest, delimiter)) = marker.strip_prefix(prefix).zip(delimiter) else { return false };
    rest.find(delimiter).is_some_and(|position| position + delimiter.len() == rest.len())
}

/// Encodes the names of a list when the client asks for it.
pub struct NameEncoding(bool);

impl NameEncoding {
    /// # Errors
    /// For an encoding that is not `url`.
    pub fn new(encoding: Option<&EncodingType>) -> S3Result<Self> {
        match encoding.map(EncodingType::as_str) {
            None | Some("") => Ok(Self(false)),
            Some(EncodingType::URL) => Ok(Self(true)),
            Some(_) => Err(s3_error!(InvalidArgument, "Invalid Encoding Method specified in Request")),
        }
    }

    pub fn encode(&self, name: &str) -> String {
        if self.0 { utf8_percent_encode(name, KEY).to_string() } else { name.to_owned() }
    }

    pub fn encode_option(&self, name: Option<String>) -> Option<String> {
        name.map(|name| self.encode(&name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn counts_metadata_that_no_header_can_have() {
        let stored = json!({ "author": "Anna", "Title": "x", "city": "Sartène", "rooms": 3, "a b": "c" });
        let (headers, missing) = metadata_headers(Some(&stored));
        assert_eq!(missing, 3);
        assert_eq!(headers.get("author").map(String::as_str), Some("Anna"));
        assert_eq!(headers.get("title").map(String::as_str), Some("x"));
        assert_eq!(user_metadata(Some(MetadataHeaders::default())), None);
    }

    #[test]
    fn encodes_names_on_request_only() {
        let url = EncodingType::from_static("url");
        assert_eq!(NameEncoding::new(Some(&url)).unwrap().encode("a b/c+d"), "a%20b/c%2Bd");
        assert_eq!(NameEncoding::new(None).unwrap().encode("a b"), "a b");
        assert!(NameEncoding::new(Some(&EncodingType::from_static("hex"))).is_err());
    }
}
