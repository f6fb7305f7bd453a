//! The keys of bytes in S3.
//!
//! An object lies where supabase/storage puts it, under `tenant/bucket/name/version`, so that a bucket can be copied from a
//! hosted project or to one. Bytes without a name, which are rendered images and remainders of resumable uploads, lie under
//! their version, a random UUID, prefixed with its first two digits.
//!
//! Earlier versions of this service stored objects like bytes without a name. Their bytes are moved by
//! [`layout_migration`](crate::layout_migration), and until then they are found at either place.

use uuid::Uuid;

use crate::names::{BucketName, ObjectKey};

/// Bytes in S3, which are never overwritten.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blob {
    pub version: Uuid,
    /// Bucket and name of the object, with a slash between them. None for bytes without a name.
    path: Option<String>,
}

impl Blob {
    pub fn of_object(bucket: &BucketName, key: &ObjectKey, version: Uuid) -> Self {
        Self::at(Some(format!("{bucket}/{key}")), version)
    }

    pub fn without_name(version: Uuid) -> Self {
        Self::at(None, version)
    }

    pub fn at(path: Option<String>, version: Uuid) -> Self {
        Self { version, path }
    }

    pub fn path(&self) -> Option<&str> {
        self.path.as_deref()
    }

    /// The same bytes where an earlier version of this service stored them.
    pub fn unmoved(&self) -> Self {
        Self::without_name(self.version)
    }

    /// Where to read: the blob's own place, that of an earlier version of this service, and again its own, to which the
    /// bytes may just have been moved.
    pub fn places(&self) -> Vec<Self> {
        match self.path {
            Some(_) => vec![self.clone(), self.unmoved(), self.clone()],
            None => vec![self.clone()],
        }
    }

    /// The key in S3.
    pub fn key(&self, tenant: &str) -> String {
        let version = self.version.to_string();
        match &self.path {
            Some(path) => format!("{tenant}/{path}/{version}"),
            None => format!("{}/{version}", &version[..2]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_lies_where_supabase_puts_it() {
        let version = Uuid::from_u128(0xab << 120);
        let (bucket, key) = (BucketName::parse("photos").unwrap(), ObjectKey::parse("2026/a b.png").unwrap());
        let blob = Blob::of_object(&bucket, &key, version);
        assert_eq!(blob.key("stub"), format!("stub/photos/2026/a b.png/{version}"));
        assert_eq!(blob.unmoved().key("stub"), format!("ab/{version}"));
        assert_eq!(blob.places(), [blob.clone(), blob.unmoved(), blob]);
    }
}
