//! `[storage]`: limits, buckets, and the S3 service that stores the objects.

use super::reader::{Kind, Section};
use super::values::{FileSize, HttpUrl, Number, Secret, text};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The section.
#[derive(Debug, Clone)]
pub struct Storage {
    pub enabled: bool,
    pub file_size_limit: FileSize,
    /// Days for which the blobs of deleted and replaced objects are kept.
    pub deleted_retention_days: Number<0, 3650>,
    /// Days for which an unreferenced picture is kept.
    pub unreferenced_grace_days: Number<0, 3650>,
    pub buckets: BTreeMap<BucketName, Bucket>,
    pub s3: S3,
    pub s3_protocol: S3Protocol,
}

impl Storage {
    pub(super) fn read(section: &mut Section<'_, '_>) -> Storage {
        section.section("image_transformation", |section| section.ignore(&[("enabled", Kind::Flag(true))]));
        section.reject_if_enabled(
            "analytics",
            &[
                ("max_namespaces", Kind::Any),
                ("max_tables", Kind::Any),
                ("max_catalogs", Kind::Any),
                ("buckets", Kind::Any),
            ],
        );
        let vector = [("max_buckets", Kind::Any), ("max_indexes", Kind::Any), ("buckets", Kind::Any)];
        section.ignore_service("vector", false, &vector);
        Storage {
            enabled: section.value("enabled", true),
            file_size_limit: section.value("file_size_limit", FileSize(50 << 20)),
            deleted_retention_days: section.own("deleted_retention_days", Number(7)),
            unreferenced_grace_days: section.own("unreferenced_grace_days", Number(7)),
            buckets: section.named_sections("buckets", |_, section| Bucket::read(section)),
            s3: section.section("s3", S3::read),
            s3_protocol: section.section("s3_protocol", S3Protocol::read),
        }
    }
}

/// A bucket that `up` creates and fills.
#[derive(Debug, Clone, Default)]
pub struct Bucket {
    pub public: bool,
    pub file_size_limit: Option<FileSize>,
    pub allowed_mime_types: Option<Vec<String>>,
    /// A folder whose files `up` uploads, absolute.
    pub objects_path: Option<PathBuf>,
}

impl Bucket {
    fn read(section: &mut Section<'_, '_>) -> Bucket {
        Bucket {
            public: section.value("public", false),
            file_size_limit: section.optional("file_size_limit"),
            allowed_mime_types: section.optional("allowed_mime_types"),
            objects_path: section.path("objects_path"),
        }
    }
}

/// `[storage.s3]`. Without an endpoint, `up` starts an embedded S3 server.
#[derive(Debug, Clone)]
pub struct S3 {
    pub endpoint: Option<HttpUrl>,
    pub region: String,
    pub access_key_id: Option<Secret>,
    pub secret_access_key: Option<Secret>,
    pub bucket: String,
    pub force_path_style: bool,
    /// Seconds without progress after which a request to S3 fails.
    pub timeout: Number<1, 120>,
}

impl S3 {
    fn read(section: &mut Section<'_, '_>) -> S3 {
        let s3 = S3 {
            endpoint: section.own_optional("endpoint"),
            region: section.own("region", "local".into()),
            access_key_id: section.own_optional("access_key_id"),
            secret_access_key: section.own_optional("secret_access_key"),
            bucket: section.own("bucket", "storage".into()),
            force_path_style: section.own("force_path_style", true),
            timeout: section.own("timeout", Number(15)),
        };
        let has_keys = s3.access_key_id.is_some() && s3.secret_access_key.is_some();
        if s3.endpoint.is_some() && !has_keys {
            section.reject("endpoint", "expected access_key_id and secret_access_key beside endpoint");
        }
        s3
    }
}

/// `[storage.s3_protocol]`. The key pair of S3 clients that act as the service role.
#[derive(Debug, Clone)]
pub struct S3Protocol {
    pub enabled: bool,
    pub access_key_id: Option<Secret>,
    pub secret_access_key: Option<Secret>,
    pub region: String,
}

impl S3Protocol {
    fn read(section: &mut Section<'_, '_>) -> S3Protocol {
        let protocol = S3Protocol {
            enabled: section.value("enabled", true),
            access_key_id: section.own_optional("access_key_id"),
            secret_access_key: section.own_optional("secret_access_key"),
            region: section.own("region", "local".into()),
        };
        if protocol.access_key_id.is_some() != protocol.secret_access_key.is_some() {
            section.reject("access_key_id", "expected access_key_id and secret_access_key, or neither");
        }
        protocol
    }
}

/// A bucket's name, with the characters that storage accepts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct BucketName(pub String);

impl<'de> Deserialize<'de> for BucketName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        /// Those of Supabase's names.
        const PUNCTUATION: &str = "_!-.*'() &$@=;:+,?";
        text(deserializer, "a bucket's name: letters, digits and punctuation, at most 100", |name| {
            let is_allowed = |letter: char| letter.is_ascii_alphanumeric() || PUNCTUATION.contains(letter);
            let fits = (1..=100).contains(&name.len()) && name.trim() == name && name.chars().all(is_allowed);
            fits.then(|| BucketName(name.to_owned()))
        })
    }
}
