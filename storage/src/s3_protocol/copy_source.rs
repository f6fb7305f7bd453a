//! The header `x-amz-copy-source`: `{bucket}/{key}`, percent-encoded, perhaps with a leading slash.
//!
//! `s3s` accepts only sources whose bucket has a name of Amazon's rules. This service's buckets may have others, so that
//! the header is read here, and `s3s` gets a valid placeholder.

use percent_encoding::percent_decode_str;
use s3s::{S3Error, S3Result, s3_error};

use crate::names::{BucketName, ObjectKey};

pub const HEADER: &str = "x-amz-copy-source";
/// What `s3s` gets in place of the header.
pub const PLACEHOLDER: &str = "source/source";

/// The object to copy.
#[derive(Debug, Clone)]
pub struct CopiedObject {
    pub bucket: BucketName,
    pub key: ObjectKey,
}

impl CopiedObject {
    /// # Errors
    /// When the header is malformed, or names a version.
    pub fn parse(header: &str) -> S3Result<Self> {
        let malformed = || s3_error!(InvalidArgument, "x-amz-copy-source is not {{bucket}}/{{key}}");
        let (path, query) = header.split_once('?').unwrap_or((header, ""));
        if !query.is_empty() && query != "versionId=null" {
            return Err(s3_error!(NoSuchVersion, "buckets have no versions"));
        }
        let path = percent_decode_str(path).decode_utf8().map_err(|_| malformed())?;
        let (bucket, key) = path.trim_start_matches('/').split_once('/').ok_or_else(malformed)?;
        let bucket = BucketName::parse(bucket).map_err(|_| s3_error!(NoSuchBucket))?;
        let key = ObjectKey::parse(key).map_err(|_| S3Error::new(s3s::S3ErrorCode::NoSuchKey))?;
        Ok(Self { bucket, key })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_encoded_sources() {
        for header in ["photos/a%20b/c.png", "/photos/a b/c.png", "/photos/a%20b%2Fc.png?versionId=null"] {
            let source = CopiedObject::parse(header).unwrap();
            assert_eq!((source.bucket.as_str(), source.key.as_str()), ("photos", "a b/c.png"), "{header}");
        }
        for invalid in ["photos", "/photos", "photos/", "photos/a?versionId=1", "photos/%FF"] {
            assert!(CopiedObject::parse(invalid).is_err(), "{invalid}");
        }
    }
}
