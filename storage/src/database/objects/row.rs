//! The row type of `storage.objects`, and its `metadata` column.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio_postgres::Row;
use uuid::Uuid;

use crate::database::orphans::ReleasedBytes;
use crate::error::{Error, Result};
use crate::s3::Blob;
use crate::timestamp;

/// A row of `storage.objects`.
#[derive(Debug, Clone, Serialize)]
pub struct Object {
    pub name: String,
    pub bucket_id: String,
    pub owner: Option<Uuid>,
    pub owner_id: Option<String>,
    /// The version of the bytes in S3.
    pub version: Option<String>,
    pub id: Uuid,
    #[serde(serialize_with = "timestamp::serialize")]
    pub updated_at: DateTime<Utc>,
    #[serde(serialize_with = "timestamp::serialize")]
    pub created_at: DateTime<Utc>,
    #[serde(serialize_with = "timestamp::serialize")]
    pub last_accessed_at: DateTime<Utc>,
    pub metadata: Option<Value>,
    pub user_metadata: Option<Value>,
}

/// The columns that [`Object`] reads. Rows that seeds insert may lack times.
pub(super) const COLUMNS: &str = "name, bucket_id, owner, owner_id, version, id, \
                       coalesce(updated_at, created_at, 'epoch') as updated_at, \
                       coalesce(created_at, 'epoch') as created_at, \
                       coalesce(last_accessed_at, created_at, 'epoch') as last_accessed_at, metadata, user_metadata";

impl From<&Row> for Object {
    fn from(row: &Row) -> Self {
        Self {
            name: row.get("name"),
            bucket_id: row.get("bucket_id"),
            owner: row.get("owner"),
            owner_id: row.get("owner_id"),
            version: row.get("version"),
            id: row.get("id"),
            updated_at: row.get("updated_at"),
            created_at: row.get("created_at"),
            last_accessed_at: row.get("last_accessed_at"),
            metadata: row.get("metadata"),
            user_metadata: row.get("user_metadata"),
        }
    }
}

/// The `metadata` column as this service writes it. Rows of a dump may lack fields.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Metadata {
    #[serde(default)]
    pub e_tag: String,
    #[serde(default)]
    pub size: u64,
    #[serde(default = "octet_stream")]
    pub mimetype: String,
    #[serde(default = "no_cache")]
    pub cache_control: String,
    #[serde(default)]
    pub last_modified: DateTime<Utc>,
    #[serde(default)]
    pub content_length: u64,
    #[serde(default)]
    pub http_status_code: u16,
    /// The `X-Robots-Tag` of the upload, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub x_robots_tag: Option<String>,
}

fn octet_stream() -> String {
    mime::APPLICATION_OCTET_STREAM.to_string()
}

fn no_cache() -> String {
    "no-cache".to_owned()
}

impl Object {
    /// # Errors
    /// [`Error::BytesMissing`] when the row has no usable metadata.
    pub fn metadata(&self) -> Result<Metadata> {
        let metadata = self.metadata.as_ref().ok_or(Error::BytesMissing)?;
        Metadata::deserialize(metadata).map_err(|_| Error::BytesMissing)
    }

    /// The version of the bytes in S3.
    ///
    /// # Errors
    /// [`Error::BytesMissing`] when it is not a UUID: an imported row may hold any text.
    pub fn version(&self) -> Result<Uuid> {
        self.version.as_deref().and_then(|text| Uuid::parse_str(text).ok()).ok_or(Error::BytesMissing)
    }

    /// The bytes in S3.
    ///
    /// # Errors
    /// As [`Object::version`].
    pub fn blob(&self) -> Result<Blob> {
        Ok(Blob::at(Some(self.path()), self.version()?))
    }

    /// The bytes that have no object any more once this row is deleted or replaced. None if it has none.
    pub fn released_bytes(&self) -> Option<ReleasedBytes> {
        Some(ReleasedBytes { version: self.version.clone()?, path: self.path() })
    }

    fn path(&self) -> String {
        format!("{}/{}", self.bucket_id, self.name)
    }
}
