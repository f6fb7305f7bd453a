//! The header `Upload-Metadata`: comma-separated pairs of a key and a value in base64, which may be missing.

use std::collections::HashMap;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::Value;

use crate::error::Result;
use crate::headers::storable_value;
use crate::upload::reservation::Description;
use crate::upload::upload_request::{DEFAULT_CACHE_CONTROL, DEFAULT_MIMETYPE};
use crate::upload::user_metadata;

/// The values that the service reads. Other keys are kept with the upload, but have no effect.
#[derive(Debug, PartialEq)]
pub struct UploadMetadata {
    pub bucket_name: String,
    pub object_name: String,
    pub mimetype: String,
    pub cache_control: String,
    pub user_metadata: Option<Value>,
}

impl UploadMetadata {
    /// Reads a header that [`is_valid`] accepts. As on Supabase, `metadata` that is not a JSON object is ignored.
    ///
    /// # Errors
    /// When the media type cannot be a header's value.
    pub fn parse(header: &str) -> Result<Self> {
        let mut values = pairs(header).unwrap_or_default();
        let mut value = |key: &str| values.remove(key).flatten().filter(|value| !value.is_empty());
        let mimetype = value("contentType").unwrap_or_else(|| DEFAULT_MIMETYPE.to_owned());
        let cache_control = match value("cacheControl") {
            Some(seconds) if is_integer(&seconds) => format!("max-age={seconds}"),
            _ => DEFAULT_CACHE_CONTROL.to_owned(),
        };
        Ok(Self {
            bucket_name: value("bucketName").unwrap_or_default(),
            object_name: value("objectName").unwrap_or_default(),
            mimetype: storable_value(&mimetype)?,
            cache_control: storable_value(&cache_control)?,
            user_metadata: value("metadata").and_then(|json| user_metadata::from_json(json.as_bytes()).ok()),
        })
    }

    /// What limits and policies are checked with.
    pub fn description(&self, length: Option<u64>) -> Description<'_> {
        Description { mimetype: &self.mimetype, size: length, user_metadata: self.user_metadata.as_ref() }
    }
}

/// Whether a header is well formed (TUS 1.0.0, "Upload-Metadata").
pub fn is_valid(header: &str) -> bool {
    pairs(header).is_some()
}

fn pairs(header: &str) -> Option<HashMap<&str, Option<String>>> {
    let mut pairs = HashMap::new();
    for pair in header.split(',') {
        let (key, value) = match pair.split_once(' ') {
            Some((key, value)) => (key, Some(BASE64_STANDARD.decode(value).ok()?)),
            None => (pair, None),
        };
        let value = value.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        if key.is_empty() || !key.is_ascii() || pairs.insert(key, value).is_some() {
            return None;
        }
    }
    Some(pairs)
}

fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn header(pairs: &[(&str, &str)]) -> String {
        let pairs = pairs.iter().map(|(key, value)| format!("{key} {}", BASE64_STANDARD.encode(value)));
        pairs.collect::<Vec<_>>().join(",")
    }

    #[test]
    fn reads_the_values_of_the_service() {
        let text = header(&[
            ("bucketName", "photos"),
            ("objectName", "é.png"),
            ("contentType", "image/png"),
            ("cacheControl", "3600"),
            ("metadata", r#"{"a":1}"#),
            ("filename", "other"),
        ]);
        let expected = UploadMetadata {
            bucket_name: "photos".to_owned(),
            object_name: "é.png".to_owned(),
            mimetype: "image/png".to_owned(),
            cache_control: "max-age=3600".to_owned(),
            user_metadata: Some(json!({ "a": 1 })),
        };
        assert_eq!(UploadMetadata::parse(&text).unwrap(), expected);
    }

    #[test]
    fn missing_and_unusable_values_have_defaults() {
        let text = header(&[("bucketName", "photos"), ("cacheControl", "no-store"), ("metadata", "[1]")]);
        let parsed = UploadMetadata::parse(&format!("{text},contentType,empty")).unwrap();
        assert_eq!(
            (parsed.mimetype.as_str(), parsed.cache_control.as_str(), parsed.user_metadata),
            ("application/octet-stream", "no-cache", None)
        );
        assert_eq!(parsed.object_name, "");
    }

    #[test]
    fn rejects_malformed_headers() {
        assert!(is_valid("a,b YQ=="));
        for invalid in ["", "a,", "a YQ=", "a YQ==,a YQ==", " YQ==", "é YQ==", "a  YQ==", "a YQ== b", "a !"]
        {
            assert!(!is_valid(invalid), "{invalid:?}");
        }
    }
}
