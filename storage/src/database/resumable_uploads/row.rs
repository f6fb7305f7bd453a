//! The row type of `storage.resumable_uploads`.

use chrono::{DateTime, Utc};
use tokio_postgres::Row;
use uuid::Uuid;

use crate::caller::Owner;
use crate::error::{Error, Result};
use crate::names::{BucketName, ObjectKey};
use crate::resumable::upload_id::UploadId;
use crate::s3::Blob;

/// How far an upload is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    Receiving,
    /// S3 has all bytes, the owner and the mode of the object are known, and the object has yet to be created.
    Completing,
    Completed,
}

/// Bytes in S3 that follow the last part and are too few for a part.
#[derive(Debug, Clone, Copy)]
pub struct Remainder {
    pub version: Uuid,
    pub size: u64,
}

impl Remainder {
    pub fn blob(&self) -> Blob {
        Blob::without_name(self.version)
    }
}

/// A row of `storage.resumable_uploads`. Sizes are in bytes.
#[derive(Debug, Clone)]
pub struct ResumableUpload {
    pub id: UploadId,
    /// The header `Upload-Metadata` of the creation.
    pub metadata: String,
    /// None until the client declares it.
    pub length: Option<u64>,
    /// The bytes that S3 has.
    pub offset: u64,
    /// The size of every part but the last.
    pub part_bytes: u64,
    pub phase: Phase,
    pub s3_upload_id: Option<String>,
    pub remainder: Option<Remainder>,
    /// The owner of the object, known from [`Phase::Completing`] on.
    pub owner: Owner,
    pub overwrite: bool,
    pub expires_at: DateTime<Utc>,
    pub is_expired: bool,
    pub is_locked: bool,
    /// The bytes of the object in S3.
    pub blob: Blob,
}

/// The columns that [`ResumableUpload`] reads.
pub(super) const COLUMNS: &str = "version, bucket_id, name, metadata, length, upload_offset, part_bytes, phase, s3_upload_id, \
                       remainder_version, remainder_bytes, owner_id, overwrite, expires_at, \
                       expires_at <= now() as is_expired, coalesce(locked_until > now(), false) as is_locked, \
                       exists (select from storage.unmoved_blobs as unmoved \
                               where unmoved.version = resumable_uploads.version) as is_unmoved";

impl ResumableUpload {
    pub(super) fn read(row: &Row) -> Result<Self> {
        let remainder: Option<String> = row.get("remainder_version");
        let remainder = remainder.map(|version| -> Result<Remainder> {
            Ok(Remainder { version: parse_version(&version)?, size: bytes(row.get("remainder_bytes")) })
        });
        let id = UploadId {
            bucket: BucketName::parse(row.get("bucket_id"))?,
            key: ObjectKey::parse(row.get("name"))?,
            version: parse_version(row.get("version"))?,
        };
        let blob = id.blob();
        Ok(Self {
            blob: if row.get("is_unmoved") { blob.unmoved() } else { blob },
            id,
            metadata: row.get("metadata"),
            length: row.get::<_, Option<i64>>("length").map(bytes),
            offset: bytes(row.get("upload_offset")),
            part_bytes: bytes(row.get("part_bytes")),
            phase: match row.get("phase") {
                "receiving" => Phase::Receiving,
                "completing" => Phase::Completing,
                _ => Phase::Completed,
            },
            s3_upload_id: row.get("s3_upload_id"),
            remainder: remainder.transpose()?,
            owner: Owner::of_id(row.get("owner_id")),
            overwrite: row.get("overwrite"),
            expires_at: row.get("expires_at"),
            is_expired: row.get("is_expired"),
            is_locked: row.get("is_locked"),
        })
    }

    /// The version of the remainder, if there is one.
    pub fn remainder_versions(&self) -> Vec<String> {
        self.remainder.iter().map(|remainder| remainder.version.to_string()).collect()
    }

    /// The bytes in parts.
    pub fn bytes_in_parts(&self) -> u64 {
        self.offset - self.remainder.map_or(0, |remainder| remainder.size).min(self.offset)
    }
}

fn parse_version(text: &str) -> Result<Uuid> {
    Uuid::parse_str(text).map_err(Error::internal)
}

fn bytes(number: i64) -> u64 {
    u64::try_from(number).unwrap_or_default()
}

/// A size as a column's value.
pub(super) fn column(bytes: u64) -> Result<i64> {
    i64::try_from(bytes).map_err(|_| Error::EntityTooLarge)
}
