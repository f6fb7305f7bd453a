//! `[storage]`: limits, buckets, and the S3 service that stores the objects.

use super::values::{FileSize, HttpUrl, Number, Secret, text};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;
use toml::Spanned;

/// The section.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Storage {
    pub enabled: bool,
    pub file_size_limit: FileSize,
    /// Days for which the blobs of deleted and replaced objects are kept.
    pub deleted_retention_days: Number<0, 3650>,
    /// Days for which an unreferenced picture is kept.
    pub unreferenced_grace_days: Number<0, 3650>,
    pub buckets: BTreeMap<BucketName, Bucket>,
    pub s3: S3,
}

impl Default for Storage {
    fn default() -> Storage {
        Storage {
            enabled: true,
            file_size_limit: FileSize(50 << 20),
            deleted_retention_days: Number(7),
            unreferenced_grace_days: Number(7),
            buckets: BTreeMap::new(),
            s3: S3::default(),
        }
    }
}

/// A bucket that `up` creates and fills.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Bucket {
    pub public: bool,
    pub file_size_limit: Option<FileSize>,
    pub allowed_mime_types: Option<Vec<String>>,
    /// A folder whose files `up` uploads.
    pub objects_path: Option<PathBuf>,
}

/// `[storage.s3]`. Without an endpoint, `up` starts an embedded S3 server.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct S3 {
    pub endpoint: Option<Spanned<HttpUrl>>,
    pub region: String,
    pub access_key_id: Option<Secret>,
    pub secret_access_key: Option<Secret>,
    pub bucket: String,
    pub force_path_style: bool,
    /// Seconds without progress after which a request to S3 fails.
    pub timeout: Number<1, 120>,
}

impl Default for S3 {
    fn default() -> S3 {
        S3 {
            endpoint: None,
            region: "local".into(),
            access_key_id: None,
            secret_access_key: None,
            bucket: "storage".into(),
            force_path_style: true,
            timeout: Number(15),
        }
    }
}

impl Storage {
    /// An external endpoint needs both access keys.
    pub(super) fn check(&self) -> Result<(), (Range<usize>, String)> {
        let S3 { endpoint, access_key_id, secret_access_key, .. } = &self.s3;
        match endpoint {
            Some(endpoint) if access_key_id.is_none() || secret_access_key.is_none() => {
                Err((endpoint.span(), "expected access_key_id and secret_access_key beside endpoint".into()))
            }
            _ => Ok(()),
        }
    }
}

/// A bucket's name, restricted to characters that need no encoding in URLs.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct BucketName(pub String);

impl<'de> Deserialize<'de> for BucketName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text(deserializer, "a bucket's name: letters, digits, `-`, `_` and `.`", |name| {
            let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
            let starts = name.starts_with(|c: char| c.is_ascii_alphanumeric());
            (starts && name.len() <= 100 && name.chars().all(plain)).then(|| BucketName(name.to_owned()))
        })
    }
}
