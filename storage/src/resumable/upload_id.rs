//! The id of a resumable upload, as in its URL: `bucket/key/version` in base64url.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use uuid::Uuid;

use crate::error::Result;
use crate::names::{BucketName, ObjectKey};
use crate::s3::Blob;

/// An upload: the object that it will create, and the version of its bytes, a random UUID.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UploadId {
    pub bucket: BucketName,
    pub key: ObjectKey,
    pub version: Uuid,
}

impl UploadId {
    /// Parses the last segment of an upload's URL. None when it names no upload.
    ///
    /// # Errors
    /// When it names an invalid bucket or object.
    pub fn parse(segment: &str) -> Result<Option<Self>> {
        let decoded = BASE64_URL_SAFE_NO_PAD.decode(segment.trim_end_matches('=')).ok();
        let Some(text) = decoded.and_then(|bytes| String::from_utf8(bytes).ok()) else { return Ok(None) };
        let parts = text.split_once('/').and_then(|(bucket, rest)| Some((bucket, rest.rsplit_once('/')?)));
        let Some((bucket, (key, version))) = parts else { return Ok(None) };
        let (bucket, key) = (BucketName::parse(bucket)?, ObjectKey::parse(key)?);
        Ok(Uuid::parse_str(version).ok().map(|version| Self { bucket, key, version }))
    }

    /// The bytes of the object in S3.
    pub fn blob(&self) -> Blob {
        Blob::of_object(&self.bucket, &self.key, self.version)
    }

    /// The last segment of the upload's URL.
    pub fn segment(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(format!("{}/{}/{}", self.bucket, self.key, self.version))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_segment_is_parsed_as_it_was_made() {
        let id = UploadId {
            bucket: BucketName::parse("photos").unwrap(),
            key: ObjectKey::parse("2026/a b.png").unwrap(),
            version: Uuid::new_v4(),
        };
        assert_eq!(UploadId::parse(&id.segment()).unwrap(), Some(id));
    }

    #[test]
    fn other_segments_name_no_upload() {
        let encode = |text: &str| BASE64_URL_SAFE_NO_PAD.encode(text);
        for segment in ["", "%", "sign", &encode("photos"), &encode("photos/a.png"), &encode("photos/a/1")] {
            assert_eq!(UploadId::parse(segment).unwrap(), None, "{segment}");
        }
        assert!(UploadId::parse(&encode("photos/a\\b/1")).is_err(), "an invalid key");
    }
}
