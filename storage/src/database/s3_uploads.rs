//! Statements on `storage.s3_multipart_uploads` and `storage.s3_multipart_uploads_parts`: the multipart uploads of the
//! S3 protocol. They run as the owner of the tables, except the two lists, which run as the caller.
//!
//! The bytes of an upload are listed as orphaned, with a long lease, until it completes. When the sweeper has removed
//! them, [`delete_without_bytes`] removes the upload. A part without ETag is being received.

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde_json::Value;
use tokio_postgres::Row;
use uuid::Uuid;

use super::s3_listing::LAST;
use super::transaction::Transaction;
use crate::caller::Owner;
use crate::error::{Error, Result};
use crate::names::{BucketName, ObjectKey};
use crate::s3::Blob;

/// The time after which an upload is removed when no part has been added.
pub const UPLOAD_LIFETIME: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// An upload in progress.
pub struct Upload {
    pub id: String,
    pub blob: Blob,
    /// The media type and `Cache-Control` of the object.
    pub metadata: Value,
    pub user_metadata: Option<Value>,
}

/// The columns of a new upload.
pub struct NewUpload<'a> {
    pub id: &'a str,
    pub bucket: &'a BucketName,
    pub key: &'a ObjectKey,
    pub version: Uuid,
    pub owner: &'a Owner,
    pub metadata: &'a Value,
    pub user_metadata: Option<&'a Value>,
}

pub async fn insert(transaction: &Transaction<'_>, upload: &NewUpload<'_>) -> Result<()> {
    // Supabase's server signs its count of received bytes in `upload_signature`. Here parts are counted instead.
    let statement = transaction
        .prepare_cached(
            "insert into storage.s3_multipart_uploads
               (id, upload_signature, bucket_id, key, version, owner_id, metadata, user_metadata)
             values ($1, '', $2, $3, $4, $5, $6, $7)",
        )
        .await?;
    transaction
        .execute(
            &statement,
            &[
                &upload.id,
                &upload.bucket.as_str(),
                &upload.key.as_str(),
                &upload.version.to_string(),
                &upload.owner.id(),
                &upload.metadata,
                &upload.user_metadata,
            ],
        )
        .await?;
    Ok(())
}

/// An upload to this name whose bytes are still there.
pub async fn find(
    transaction: &Transaction<'_>,
    id: &str,
    bucket: &BucketName,
    key: &ObjectKey,
) -> Result<Option<Upload>> {
    let statement = transaction
        .prepare_cached(
            "select id, version, metadata, user_metadata,
                    exists (select from storage.unmoved_blobs as unmoved
                            where unmoved.version = upload.version) as is_unmoved
             from storage.s3_multipart_uploads as upload
             where id = $1 and bucket_id = $2 and key = $3
               and exists (select from storage.orphaned_blobs as orphan
                           where orphan.version = upload.version and not orphan.removing)",
        )
        .await?;
    let row = transaction.query_opt(&statement, &[&id, &bucket.as_str(), &key.as_str()]).await?;
    Ok(row.and_then(|row| {
        Some(Upload {
            id: row.get("id"),
            blob: blob(&row, bucket, key)?,
            metadata: row.get::<_, Option<Value>>("metadata").unwrap_or_default(),
            user_metadata: row.get("user_metadata"),
        })
    }))
}

fn blob(row: &Row, bucket: &BucketName, key: &ObjectKey) -> Option<Blob> {
    let blob = Blob::of_object(bucket, key, Uuid::parse_str(row.get("version")).ok()?);
    Some(if row.get("is_unmoved") { blob.unmoved() } else { blob })
}

/// Locks an upload until the end of the transaction. False when it is gone.
pub async fn lock(transaction: &Transaction<'_>, id: &str) -> Result<bool> {
    let statement = transaction
        .prepare_cached("select from storage.s3_multipart_uploads where id = $1 for update")
        .await?;
    Ok(transaction.query_opt(&statement, &[&id]).await?.is_some())
}

pub async fn delete(transaction: &Transaction<'_>, id: &str) -> Result<bool> {
    let statement =
        transaction.prepare_cached("delete from storage.s3_multipart_uploads where id = $1").await?;
    Ok(transaction.execute(&statement, &[&id]).await? > 0)
}

/// Deletes the uploads whose bytes were removed.
pub async fn delete_without_bytes(transaction: &Transaction<'_>) -> Result<()> {
    let statement = transaction
        .prepare_cached(
            "delete from storage.s3_multipart_uploads as upload
             where not exists (select from storage.orphaned_blobs as orphan where orphan.version = upload.version)",
        )
        .await?;
    transaction.execute(&statement, &[]).await?;
    Ok(())
}

/// The bytes of all parts but one. Of a part that is being replaced, the larger size counts.
pub async fn size_without_part(transaction: &Transaction<'_>, id: &str, number: i32) -> Result<u64> {
    let statement = transaction
        .prepare_cached(
            "select coalesce(sum(size), 0)::bigint
             from (select max(size) as size from storage.s3_multipart_uploads_parts
                   where upload_id = $1 and part_number <> $2 group by part_number) as part",
        )
        .await?;
    let size: i64 = transaction.query_one(&statement, &[&id, &number]).await?.get(0);
    Ok(u64::try_from(size).unwrap_or_default())
}

/// The columns of a part.
pub struct NewPart<'a> {
    pub upload: &'a Upload,
    pub number: i32,
    pub size: u64,
    pub bucket: &'a BucketName,
    pub key: &'a ObjectKey,
    pub owner: &'a Owner,
}

/// Reserves the bytes of a part, and returns the row's id. The upload must be locked.
pub async fn reserve_part(transaction: &Transaction<'_>, part: &NewPart<'_>) -> Result<Uuid> {
    let forget = transaction
        .prepare_cached(
            "delete from storage.s3_multipart_uploads_parts
             where upload_id = $1 and part_number = $2 and etag = ''",
        )
        .await?;
    transaction.execute(&forget, &[&part.upload.id, &part.number]).await?;
    let insert = transaction
        .prepare_cached(
            "insert into storage.s3_multipart_uploads_parts
               (upload_id, size, part_number, bucket_id, key, etag, owner_id, version)
             values ($1, $2, $3, $4, $5, '', $6, $7)
             returning id",
        )
        .await?;
    let size = i64::try_from(part.size).map_err(|_| Error::EntityTooLarge)?;
    let row = transaction
        .query_one(
            &insert,
            &[
                &part.upload.id,
                &size,
                &part.number,
                &part.bucket.as_str(),
                &part.key.as_str(),
                &part.owner.id(),
                &part.upload.blob.version.to_string(),
            ],
        )
        .await?;
    Ok(row.get(0))
}

/// Records a received part in place of an earlier one of its number. The upload must be locked.
///
/// The reservation may be gone, because the same part is being sent again. The bytes that arrived last are those that the
/// backing S3 has.
pub async fn complete_part(
    transaction: &Transaction<'_>,
    part: &NewPart<'_>,
    row: Uuid,
    e_tag: &str,
) -> Result<()> {
    let replace = transaction
        .prepare_cached(
            "delete from storage.s3_multipart_uploads_parts where upload_id = $1 and part_number = $2 and id <> $3",
        )
        .await?;
    transaction.execute(&replace, &[&part.upload.id, &part.number, &row]).await?;
    let record = transaction
        .prepare_cached(
            "insert into storage.s3_multipart_uploads_parts
               (id, upload_id, size, part_number, bucket_id, key, etag, owner_id, version)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
             on conflict (id) do update set etag = excluded.etag, size = excluded.size, created_at = now()",
        )
        .await?;
    let size = i64::try_from(part.size).map_err(|_| Error::EntityTooLarge)?;
    transaction
        .execute(
            &record,
            &[
                &row,
                &part.upload.id,
                &size,
                &part.number,
                &part.bucket.as_str(),
                &part.key.as_str(),
                &e_tag,
                &part.owner.id(),
                &part.upload.blob.version.to_string(),
            ],
        )
        .await?;
    Ok(())
}

/// Releases the reservation of a part that was not received.
pub async fn release_part(transaction: &Transaction<'_>, row: Uuid) -> Result<()> {
    let statement = transaction
        .prepare_cached("delete from storage.s3_multipart_uploads_parts where id = $1 and etag = ''")
        .await?;
    transaction.execute(&statement, &[&row]).await?;
    Ok(())
}

/// A received part.
pub struct Part {
    pub number: i32,
    /// Quoted.
    pub e_tag: String,
    /// In bytes.
    pub size: u64,
    pub created_at: DateTime<Utc>,
}

impl From<&Row> for Part {
    fn from(row: &Row) -> Self {
        Self {
            number: row.get("part_number"),
            e_tag: row.get("etag"),
            size: u64::try_from(row.get::<_, i64>("size")).unwrap_or_default(),
            created_at: row.get("created_at"),
        }
    }
}

/// A page of the received parts, by number, after `after`.
pub async fn parts(transaction: &Transaction<'_>, upload: &str, after: i32, limit: i64) -> Result<Vec<Part>> {
    let statement = transaction
        .prepare_cached(
            "select part_number, etag, size, created_at from storage.s3_multipart_uploads_parts
             where upload_id = $1 and part_number > $2 and etag <> ''
             order by part_number limit $3",
        )
        .await?;
    let rows = transaction.query(&statement, &[&upload, &after, &limit]).await?;
    Ok(rows.iter().map(Part::from).collect())
}

/// An upload in a list.
pub struct ListedUpload {
    pub id: String,
    pub key: String,
    pub created_at: DateTime<Utc>,
}

impl From<&Row> for ListedUpload {
    fn from(row: &Row) -> Self {
        Self { id: row.get("id"), key: row.get("key"), created_at: row.get("created_at") }
    }
}

/// A page of a bucket's uploads whose keys begin with `prefix`, by key and id, after the cursor.
pub async fn list(
    transaction: &Transaction<'_>,
    bucket: &BucketName,
    prefix: &str,
    after: (&str, &str),
    limit: i64,
) -> Result<Vec<ListedUpload>> {
    let statement = transaction
        .prepare_cached(
            "select id, key, created_at from storage.s3_multipart_uploads
             where bucket_id = $1 and key >= $2 and key >= $4 and key < $3
               and (key, id collate \"C\") > ($4, $5)
             order by key, id collate \"C\" limit $6",
        )
        .await?;
    let end = format!("{prefix}{LAST}");
    let rows =
        transaction.query(&statement, &[&bucket.as_str(), &prefix, &end, &after.0, &after.1, &limit]).await?;
    Ok(rows.iter().map(ListedUpload::from).collect())
}
