//! Statements on `storage.orphaned_blobs`, the queue of orphaned bytes in S3: those of uploads in progress, and those
//! whose object was deleted or replaced. Only the owner of the tables has access.
//!
//! A row is due at its `expires_at`. A removal takes two transactions with the S3 call between them: `claim_*` marks
//! the rows, then `dequeue` or `schedule_retry` records the outcome. A claim is a lease: when a sweeper crashes in
//! between, the next one takes over after it expires.

use std::collections::BTreeMap;
use std::time::Duration;

use chrono::{DateTime, Utc};
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;
use uuid::Uuid;

use super::Connection;
use super::batch::{Query, run_together};
use super::transaction::Transaction;
use crate::error::Result;
use crate::s3::Blob;

/// The lease of an upload's bytes. The upload renews it after each third of it.
pub const UPLOAD_LEASE: Duration = Duration::from_secs(60);
/// The lease of a claim. A batch takes less, even when every S3 call in it times out.
const CLAIM_LEASE: Duration = Duration::from_secs(30 * 60);
/// The backoff after the first failed removal. It doubles with each further one.
const FIRST_BACKOFF: Duration = Duration::from_secs(60);
const MAX_BACKOFF: Duration = Duration::from_secs(24 * 60 * 60);
/// The longest error text that is stored with a row, in characters.
const MAX_ERROR_CHARACTERS: usize = 500;

/// Orphaned bytes whose removal this process has claimed.
pub struct Orphan {
    pub version: String,
    /// Bucket and name of the object. None for bytes that lie under their version alone.
    pub path: Option<String>,
    /// Whether the bytes may lie under their version although they have a path.
    pub is_unmoved: bool,
    /// The S3 multipart upload that wrote them, if it did not complete.
    pub multipart_upload: Option<OrphanedUpload>,
    /// The number of removals begun so far, this one included.
    pub attempts: i32,
}

/// A multipart upload in S3 that has to be aborted.
pub enum OrphanedUpload {
    Id(String),
    /// A crash may have left it before its id was recorded.
    Unknown,
}

/// The columns that [`Orphan`] reads.
const COLUMNS: &str = "version, path, s3_upload_id, multipart_announced, attempts, \
                       exists (select from storage.unmoved_blobs as unmoved
                               where unmoved.version = orphaned_blobs.version) as is_unmoved";

impl From<&Row> for Orphan {
    fn from(row: &Row) -> Self {
        let announced = row.get::<_, bool>("multipart_announced").then_some(OrphanedUpload::Unknown);
        let id: Option<String> = row.get("s3_upload_id");
        Self {
            version: row.get("version"),
            path: row.get("path"),
            is_unmoved: row.get("is_unmoved"),
            multipart_upload: id.map(OrphanedUpload::Id).or(announced),
            attempts: row.get("attempts"),
        }
    }
}

/// The bytes of an object that is deleted or replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReleasedBytes {
    pub version: String,
    /// Bucket and name of the object.
    pub path: String,
}

/// Enqueues the bytes of an upload before they are written, so that a crash leaves no unlisted bytes.
pub async fn reserve(transaction: &Transaction<'_>, blob: &Blob) -> Result<()> {
    let statement = transaction.prepare_cached(RESERVE).await?;
    transaction.execute(&statement, &ReservationValues::of(blob).binds()).await?;
    Ok(())
}

/// The statement of [`reserve`], with [`ReservationValues`].
pub const RESERVE: &str = "insert into storage.orphaned_blobs (version, path, expires_at)
                           values ($1, $2, now() + make_interval(secs => $3))";

/// The values of [`RESERVE`].
pub struct ReservationValues<'a> {
    version: String,
    path: Option<&'a str>,
    lease: f64,
}

impl<'a> ReservationValues<'a> {
    pub fn of(blob: &'a Blob) -> Self {
        Self { version: blob.version.to_string(), path: blob.path(), lease: UPLOAD_LEASE.as_secs_f64() }
    }

    /// The parameters of the statement.
    pub fn binds(&self) -> [&(dyn ToSql + Sync); 3] {
        [&self.version, &self.path, &self.lease]
    }
}

/// Enqueues bytes before they are written, to be removed at this time, but not within the lease of an upload.
pub async fn reserve_until(
    transaction: &Transaction<'_>,
    blob: &Blob,
    expires_at: DateTime<Utc>,
) -> Result<()> {
    let statement = transaction
        .prepare_cached(
            "insert into storage.orphaned_blobs (version, path, expires_at)
             values ($1, $2, greatest($3, now() + make_interval(secs => $4)))",
        )
        .await?;
    let lease = UPLOAD_LEASE.as_secs_f64();
    transaction.execute(&statement, &[&blob.version.to_string(), &blob.path(), &expires_at, &lease]).await?;
    Ok(())
}

/// Ends the lease of bytes that are no longer needed.
pub async fn expire(transaction: &Transaction<'_>, versions: &[String]) -> Result<()> {
    let statement = transaction
        .prepare_cached(
            "update storage.orphaned_blobs set expires_at = now() where version = any($1) and not removing",
        )
        .await?;
    transaction.execute(&statement, &[&versions]).await?;
    Ok(())
}

/// Enqueues bytes that are written before their rows, or extends their lease. False when the removal of earlier bytes of
/// a version has begun. A row from before objects lay under their names gets the path.
pub async fn reserve_for(transaction: &Transaction<'_>, blobs: &[Blob], lease: Duration) -> Result<bool> {
    let blobs: BTreeMap<String, Option<&str>> =
        blobs.iter().map(|blob| (blob.version.to_string(), blob.path())).collect();
    let (versions, paths): (Vec<String>, Vec<Option<&str>>) = blobs.into_iter().unzip();
    let statement = transaction
        .prepare_cached(
            "insert into storage.orphaned_blobs as orphan (version, path, expires_at)
             select unnest($1::text[]), unnest($2::text[]), now() + make_interval(secs => $3)
             on conflict (version) do update
             set expires_at = greatest(orphan.expires_at, excluded.expires_at),
                 path = coalesce(orphan.path, excluded.path)
             where not orphan.removing",
        )
        .await?;
    let reserved = transaction.execute(&statement, &[&versions, &paths, &lease.as_secs_f64()]).await?;
    Ok(reserved == versions.len() as u64)
}

/// Records that a multipart upload of these bytes is about to be created in S3, so that the sweep can abort it if the
/// process crashes before it has recorded the upload's id.
pub async fn announce_s3_upload(transaction: &Transaction<'_>, version: Uuid) -> Result<()> {
    let statement = transaction
        .prepare_cached("update storage.orphaned_blobs set multipart_announced = true where version = $1")
        .await?;
    transaction.execute(&statement, &[&version.to_string()]).await?;
    Ok(())
}

/// Records the id of an S3 multipart upload, which the sweeper aborts if it never completes.
pub async fn set_s3_upload(transaction: &Transaction<'_>, version: Uuid, upload_id: &str) -> Result<()> {
    let statement = transaction
        .prepare_cached("update storage.orphaned_blobs set s3_upload_id = $2 where version = $1")
        .await?;
    transaction.execute(&statement, &[&version.to_string(), &upload_id]).await?;
    Ok(())
}

/// Extends an upload's lease. False when the removal of its bytes has begun.
pub async fn renew_lease(transaction: &Transaction<'_>, version: Uuid) -> Result<bool> {
    let statement = transaction
        .prepare_cached(
            "update storage.orphaned_blobs set expires_at = now() + make_interval(secs => $2)
             where version = $1 and not removing",
        )
        .await?;
    Ok(transaction.execute(&statement, &[&version.to_string(), &UPLOAD_LEASE.as_secs_f64()]).await? > 0)
}

/// Dequeues an upload's bytes because an object names them now. False when their removal has begun.
pub async fn adopt(transaction: &Transaction<'_>, version: Uuid) -> Result<bool> {
    let statement = transaction.prepare_cached(ADOPT).await?;
    Ok(transaction.execute(&statement, &[&version.to_string()]).await? > 0)
}

/// The statement of [`adopt`], which affects a row if it succeeds.
pub const ADOPT: &str = "delete from storage.orphaned_blobs where version = $1 and not removing";

/// As [`enqueue`], for the object of a bucket (`$1`) and name (`$2`), if there is one, after a time in seconds (`$3`).
pub const ENQUEUE_REPLACED: &str = "
    with replaced as (select version, bucket_id || '/' || name as path from storage.objects
                      where bucket_id = $1 and name = $2 and version is not null),
         variants as (delete from storage.variants where version in (select version from replaced) returning variant),
         released as (
           insert into storage.orphaned_blobs (version, path, expires_at)
           select version, path, now() + make_interval(secs => $3) from replaced
           union all select variant, null, now() from variants
           on conflict do nothing
           returning version, expires_at)
    select version from released where expires_at <= now()";

/// Enqueues the bytes of objects that this transaction deletes or replaces, due after `retention`, and their image
/// variants, due at once because they can be rendered again. Returns the versions that are due now.
pub async fn enqueue(
    transaction: &Transaction<'_>,
    bytes: &[ReleasedBytes],
    retention: Duration,
) -> Result<Vec<String>> {
    if bytes.is_empty() {
        return Ok(Vec::new());
    }
    let statement = transaction
        .prepare_cached(
            "with variants as (delete from storage.variants where version = any($1) returning variant),
                  released as (
                    insert into storage.orphaned_blobs (version, path, expires_at)
                    select unnest($1::text[]), unnest($2::text[]), now() + make_interval(secs => $3)
                    union all select variant, null, now() from variants
                    on conflict do nothing
                    returning version, expires_at)
             select version from released where expires_at <= now()",
        )
        .await?;
    let (versions, paths): (Vec<&str>, Vec<&str>) =
        bytes.iter().map(|bytes| (bytes.version.as_str(), bytes.path.as_str())).unzip();
    let rows = transaction.query(&statement, &[&versions, &paths, &retention.as_secs_f64()]).await?;
    Ok(rows.iter().map(|row| row.get(0)).collect())
}

/// Dequeues due bytes that an object or a variant references again, as after a restore.
pub async fn dequeue_referenced(transaction: &Transaction<'_>) -> Result<()> {
    let statement = transaction
        .prepare_cached(
            "delete from storage.orphaned_blobs as orphan
             where expires_at <= now() and not removing
               and (exists (select from storage.objects as object where object.version = orphan.version)
                    or exists (select from storage.variants as variant where variant.variant = orphan.version))",
        )
        .await?;
    transaction.execute(&statement, &[]).await?;
    Ok(())
}

/// Claims up to `limit` due rows. Nothing else changes these rows until the claim expires.
pub async fn claim_due(transaction: &Transaction<'_>, limit: i64) -> Result<Vec<Orphan>> {
    let statement = transaction
        .prepare_cached(&format!(
            "update storage.orphaned_blobs
             set removing = true, attempts = attempts + 1, expires_at = now() + make_interval(secs => $2)
             where version = any(array(
               select version from storage.orphaned_blobs where expires_at <= now()
               order by expires_at limit $1 for update skip locked))
             returning {COLUMNS}"
        ))
        .await?;
    let rows = transaction.query(&statement, &[&limit, &CLAIM_LEASE.as_secs_f64()]).await?;
    Ok(rows.iter().map(Orphan::from).collect())
}

/// Claims these versions, due or not.
pub async fn claim_versions(connection: &Connection, versions: &[String]) -> Result<Vec<Orphan>> {
    let sql = format!(
        "update storage.orphaned_blobs
         set removing = true, attempts = attempts + 1, expires_at = now() + make_interval(secs => $2)
         where version = any($1) and not removing
         returning {COLUMNS}"
    );
    let query = Query { sql: &sql, binds: &[&versions, &CLAIM_LEASE.as_secs_f64()] };
    Ok(connection.query(query).await?.iter().map(Orphan::from).collect())
}

/// Deletes the rows of removed bytes. The commit does not wait for the disk: a crash of Postgres that loses it repeats the
/// removals, which succeed for bytes that are gone.
pub async fn dequeue(transaction: &Transaction<'_>, versions: &[&str]) -> Result<()> {
    let delete = "with moved as (delete from storage.unmoved_blobs where version = any($1))
                  delete from storage.orphaned_blobs where version = any($1)";
    let queries =
        [Query::command("set local synchronous_commit = off"), Query { sql: delete, binds: &[&versions] }];
    let mut answers = run_together(transaction, &queries).await?;
    answers.next_done()?;
    answers.next_done()
}

/// Schedules another attempt, with exponential backoff, for bytes that could not be removed.
pub async fn schedule_retry(transaction: &Transaction<'_>, orphan: &Orphan, error: &str) -> Result<()> {
    let statement = transaction
        .prepare_cached(
            "update storage.orphaned_blobs set expires_at = now() + make_interval(secs => $2), last_error = $3
             where version = $1",
        )
        .await?;
    let error: String = error.chars().filter(|c| *c != '\0').take(MAX_ERROR_CHARACTERS).collect();
    let backoff = backoff(orphan.attempts).as_secs_f64();
    transaction.execute(&statement, &[&orphan.version, &backoff, &error]).await?;
    Ok(())
}

fn backoff(attempts: i32) -> Duration {
    let doublings = u32::try_from(attempts.saturating_sub(1)).unwrap_or_default().min(16);
    FIRST_BACKOFF.saturating_mul(1 << doublings).min(MAX_BACKOFF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_backoff_doubles_up_to_a_day() {
        let minutes = [1, 2, 3, 11, 12, 1000, i32::MAX].map(|attempts| backoff(attempts).as_secs() / 60);
        assert_eq!(minutes, [1, 2, 4, 1024, 1440, 1440, 1440]);
    }
}
