//! Statements on `storage.resumable_uploads` and their parts. Only the owner of the tables has access.
//!
//! Statements that change an upload under way name the lock of their request, and fail with
//! [`Error::Locked`](crate::error::Error::Locked) when it is lost.

mod row;

use std::time::Duration;

use uuid::Uuid;

use self::row::{COLUMNS, column};
use super::orphans;
use super::resumable_locks::{LEASE, require_lock};
use crate::caller::Owner;
use crate::database::transaction::Transaction;
use crate::error::Result;
use crate::resumable::upload_id::UploadId;

pub use self::row::{Phase, Remainder, ResumableUpload};

/// How long an expired upload is remembered, so that its client learns why it is gone.
const REMEMBERED: Duration = Duration::from_secs(24 * 60 * 60);

/// A part that S3 has.
pub struct Part {
    pub number: i32,
    pub e_tag: String,
}

pub struct NewResumableUpload<'a> {
    pub id: &'a UploadId,
    pub metadata: &'a str,
    pub length: Option<u64>,
    pub part_bytes: u64,
    pub lifetime: Duration,
    /// The lock of the creating request, if it also writes.
    pub lock: Option<Uuid>,
}

/// Inserts an upload, and lists its bytes as orphaned from its expiry on.
pub async fn insert(
    transaction: &Transaction<'_>,
    upload: &NewResumableUpload<'_>,
) -> Result<ResumableUpload> {
    let statement = transaction
        .prepare_cached(&format!(
            "insert into storage.resumable_uploads
               (version, bucket_id, name, metadata, length, part_bytes, expires_at, lock_id, locked_until)
             values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7), $8::uuid,
                     case when $8::uuid is not null then now() + make_interval(secs => $9) end)
             returning {COLUMNS}"
        ))
        .await?;
    let row = transaction
        .query_one(
            &statement,
            &[
                &upload.id.version.to_string(),
                &upload.id.bucket.as_str(),
                &upload.id.key.as_str(),
                &upload.metadata,
                &upload.length.map(column).transpose()?,
                &column(upload.part_bytes)?,
                &upload.lifetime.as_secs_f64(),
                &upload.lock,
                &LEASE.as_secs_f64(),
            ],
        )
        .await?;
    let inserted = ResumableUpload::read(&row)?;
    orphans::reserve_until(transaction, &inserted.blob, inserted.expires_at).await?;
    Ok(inserted)
}

/// An upload by its id, unless it was terminated.
pub async fn find(transaction: &Transaction<'_>, id: &UploadId) -> Result<Option<ResumableUpload>> {
    let statement = transaction
        .prepare_cached(&format!(
            "select {COLUMNS} from storage.resumable_uploads where version = $1 and bucket_id = $2 and name = $3"
        ))
        .await?;
    let parameters: [&(dyn tokio_postgres::types::ToSql + Sync); 3] =
        [&id.version.to_string(), &id.bucket.as_str(), &id.key.as_str()];
    let row = transaction.query_opt(&statement, &parameters).await?;
    row.as_ref().map(ResumableUpload::read).transpose()
}

/// Uploads that a crash left in [`Phase::Completing`].
pub async fn find_completing(transaction: &Transaction<'_>, limit: i64) -> Result<Vec<ResumableUpload>> {
    let statement = transaction
        .prepare_cached(&format!(
            "select {COLUMNS} from storage.resumable_uploads
             where phase = 'completing' and (locked_until is null or locked_until <= now())
             order by version limit $1"
        ))
        .await?;
    let rows = transaction.query(&statement, &[&limit]).await?;
    rows.iter().map(ResumableUpload::read).collect()
}

/// Declares the length of an upload that was created without one.
pub async fn set_length(transaction: &Transaction<'_>, version: Uuid, lock: Uuid, length: u64) -> Result<()> {
    let statement = transaction
        .prepare_cached(
            "update storage.resumable_uploads set length = $3 where version = $1 and lock_id = $2",
        )
        .await?;
    let changed = transaction.execute(&statement, &[&version.to_string(), &lock, &column(length)?]).await?;
    require_lock(changed)
}

/// Records the id of the S3 multipart upload, which the orphan sweeper aborts if the upload expires.
pub async fn set_s3_upload(
    transaction: &Transaction<'_>,
    version: Uuid,
    lock: Uuid,
    upload_id: &str,
) -> Result<()> {
    let statement = transaction
        .prepare_cached(
            "update storage.resumable_uploads set s3_upload_id = $3 where version = $1 and lock_id = $2",
        )
        .await?;
    require_lock(transaction.execute(&statement, &[&version.to_string(), &lock, &upload_id]).await?)?;
    orphans::set_s3_upload(transaction, version, upload_id).await
}

/// Records a part. It contains the bytes of the remainder, of which none is left.
pub async fn record_part(
    transaction: &Transaction<'_>,
    version: Uuid,
    lock: Uuid,
    part: &Part,
    offset: u64,
) -> Result<()> {
    record_remainder(transaction, version, lock, None, offset).await?;
    let statement = transaction
        .prepare_cached(
            "insert into storage.resumable_upload_parts (version, part_number, etag) values ($1, $2, $3)
             on conflict (version, part_number) do update set etag = excluded.etag",
        )
        .await?;
    transaction.execute(&statement, &[&version.to_string(), &part.number, &part.e_tag]).await?;
    Ok(())
}

/// Records the bytes that follow the last part.
pub async fn record_remainder(
    transaction: &Transaction<'_>,
    version: Uuid,
    lock: Uuid,
    remainder: Option<Remainder>,
    offset: u64,
) -> Result<()> {
    let statement = transaction
        .prepare_cached(
            "update storage.resumable_uploads
             set remainder_version = $3, remainder_bytes = $4, upload_offset = $5
             where version = $1 and lock_id = $2",
        )
        .await?;
    let remainder_version = remainder.map(|remainder| remainder.version.to_string());
    let size = column(remainder.map_or(0, |remainder| remainder.size))?;
    let changed = transaction
        .execute(&statement, &[&version.to_string(), &lock, &remainder_version, &size, &column(offset)?])
        .await?;
    require_lock(changed)
}

/// An upload's parts, in order.
pub async fn parts(transaction: &Transaction<'_>, version: Uuid) -> Result<Vec<Part>> {
    let statement = transaction
        .prepare_cached(
            "select part_number, etag from storage.resumable_upload_parts where version = $1 order by part_number",
        )
        .await?;
    let rows = transaction.query(&statement, &[&version.to_string()]).await?;
    Ok(rows.iter().map(|row| Part { number: row.get(0), e_tag: row.get(1) }).collect())
}

/// Enters [`Phase::Completing`]. From here on the upload is completed without its client, also after a crash.
pub async fn begin_completion(
    transaction: &Transaction<'_>,
    version: Uuid,
    lock: Uuid,
    owner: &Owner,
    overwrite: bool,
) -> Result<()> {
    let statement = transaction
        .prepare_cached(
            "update storage.resumable_uploads set phase = 'completing', owner_id = $3, overwrite = $4
             where version = $1 and lock_id = $2",
        )
        .await?;
    let changed =
        transaction.execute(&statement, &[&version.to_string(), &lock, &owner.id(), &overwrite]).await?;
    require_lock(changed)
}

/// Enters [`Phase::Completed`], in the transaction that creates the object.
pub async fn mark_completed(
    transaction: &Transaction<'_>,
    version: Uuid,
    lock: Uuid,
    length: u64,
) -> Result<()> {
    let complete = transaction
        .prepare_cached(
            "update storage.resumable_uploads
             set phase = 'completed', upload_offset = $3, s3_upload_id = null, remainder_version = null,
                 remainder_bytes = 0
             where version = $1 and lock_id = $2",
        )
        .await?;
    require_lock(transaction.execute(&complete, &[&version.to_string(), &lock, &column(length)?]).await?)?;
    let forget =
        transaction.prepare_cached("delete from storage.resumable_upload_parts where version = $1").await?;
    transaction.execute(&forget, &[&version.to_string()]).await?;
    Ok(())
}

/// Deletes an upload. Its bytes are listed as orphaned, and due now. Returns the versions of its bytes.
pub async fn delete(
    transaction: &Transaction<'_>,
    upload: &ResumableUpload,
    lock: Uuid,
) -> Result<Vec<String>> {
    let statement = transaction
        .prepare_cached("delete from storage.resumable_uploads where version = $1 and lock_id = $2")
        .await?;
    require_lock(transaction.execute(&statement, &[&upload.id.version.to_string(), &lock]).await?)?;
    let versions = [vec![upload.id.version.to_string()], upload.remainder_versions()].concat();
    orphans::expire(transaction, &versions).await?;
    Ok(versions)
}

/// Deletes up to `limit` uploads that expired long ago, and returns their number. The orphan sweeper has removed their
/// bytes.
pub async fn delete_expired(transaction: &Transaction<'_>, limit: i64) -> Result<u64> {
    let statement = transaction
        .prepare_cached(
            "delete from storage.resumable_uploads where version = any(array(
               select version from storage.resumable_uploads
               where expires_at <= now() - make_interval(secs => $2)
                 and (locked_until is null or locked_until <= now())
               order by expires_at limit $1
               for update skip locked))",
        )
        .await?;
    Ok(transaction.execute(&statement, &[&limit, &REMEMBERED.as_secs_f64()]).await?)
}
