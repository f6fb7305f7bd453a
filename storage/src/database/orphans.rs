//! Rows of `storage.orphaned_blobs`: bytes in S3 that no object names. Only the owner of the tables reaches them.
//!
//! A removal takes two transactions with the S3 call between them: `claim_*` marks the rows, and `forget` or `postpone`
//! records the outcome. A claim expires, so that a sweeper that crashed in between is followed by the next one.

use std::time::Duration;

use deadpool_postgres::Transaction;
use tokio_postgres::Row;
use uuid::Uuid;

use crate::error::Result;

/// How long an upload's bytes are safe without a renewal; it renews three times as often.
pub const UPLOAD_LEASE: Duration = Duration::from_secs(60);
/// How long a claim lasts. A batch takes less even when every S3 call in it runs into its timeout.
const CLAIM_LEASE: Duration = Duration::from_secs(30 * 60);
/// The wait after the first failed removal. It doubles with each further one.
const FIRST_RETRY: Duration = Duration::from_secs(60);
const LONGEST_RETRY: Duration = Duration::from_secs(24 * 60 * 60);
/// The longest error text that is kept with a row.
const ERROR_CHARACTERS: usize = 500;

/// Bytes whose removal this process has claimed.
pub struct Orphan {
    pub version: String,
    /// The S3 multipart upload that wrote them, if it did not complete.
    pub s3_upload_id: Option<String>,
    /// Removals begun so far, this one included.
    pub attempts: i32,
}

impl From<&Row> for Orphan {
    fn from(row: &Row) -> Self {
        Self { version: row.get(0), s3_upload_id: row.get(1), attempts: row.get(2) }
    }
}

/// Announces bytes that are about to be written.
pub async fn reserve(transaction: &Transaction<'_>, version: Uuid) -> Result<()> {
    let statement = transaction
        .prepare_cached(
            "insert into storage.orphaned_blobs (version, expires_at)
             values ($1, now() + make_interval(secs => $2))",
        )
        .await?;
    transaction.execute(&statement, &[&version.to_string(), &UPLOAD_LEASE.as_secs_f64()]).await?;
    Ok(())
}

/// Records an S3 multipart upload, whose parts have to be aborted if it never completes.
pub async fn set_s3_upload(transaction: &Transaction<'_>, version: Uuid, upload_id: &str) -> Result<()> {
    let statement = transaction
        .prepare_cached("update storage.orphaned_blobs set s3_upload_id = $2 where version = $1")
        .await?;
    transaction.execute(&statement, &[&version.to_string(), &upload_id]).await?;
    Ok(())
}

/// Extends an upload's lease. False when the removal of its bytes has begun.
pub async fn renew(transaction: &Transaction<'_>, version: Uuid) -> Result<bool> {
    let statement = transaction
        .prepare_cached(
            "update storage.orphaned_blobs set expires_at = now() + make_interval(secs => $2)
             where version = $1 and not removing",
        )
        .await?;
    Ok(transaction.execute(&statement, &[&version.to_string(), &UPLOAD_LEASE.as_secs_f64()]).await? > 0)
}

/// Takes bytes off the list because a row names them now. False when their removal has begun.
pub async fn adopt(transaction: &Transaction<'_>, version: Uuid) -> Result<bool> {
    let statement = transaction
        .prepare_cached("delete from storage.orphaned_blobs where version = $1 and not removing")
        .await?;
    Ok(transaction.execute(&statement, &[&version.to_string()]).await? > 0)
}

/// Lists bytes whose object is gone with this transaction, to be removed after `retention`, and the variants made of them,
/// which can be made again and go at once. Returns what may be removed now.
pub async fn release(
    transaction: &Transaction<'_>,
    versions: &[String],
    retention: Duration,
) -> Result<Vec<String>> {
    if versions.is_empty() {
        return Ok(Vec::new());
    }
    let statement = transaction
        .prepare_cached(
            "with variants as (delete from storage.variants where version = any($1) returning variant),
                  released as (
                    insert into storage.orphaned_blobs (version, expires_at)
                    select unnest($1::text[]), now() + make_interval(secs => $2)
                    union all select variant, now() from variants
                    on conflict do nothing
                    returning version, expires_at)
             select version from released where expires_at <= now()",
        )
        .await?;
    let rows = transaction.query(&statement, &[&versions, &retention.as_secs_f64()]).await?;
    Ok(rows.iter().map(|row| row.get(0)).collect())
}

/// Takes what is due off the list where a row names it again, as after a restore.
pub async fn spare_named(transaction: &Transaction<'_>) -> Result<()> {
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

/// Claims some of what is due. Nothing else changes these rows until the claim ends.
pub async fn claim_due(transaction: &Transaction<'_>, limit: i64) -> Result<Vec<Orphan>> {
    let statement = transaction
        .prepare_cached(
            "update storage.orphaned_blobs as orphan
             set removing = true, attempts = attempts + 1, expires_at = now() + make_interval(secs => $2)
             from (select version from storage.orphaned_blobs where expires_at <= now()
                   order by expires_at limit $1 for update skip locked) as due
             where orphan.version = due.version
             returning orphan.version, orphan.s3_upload_id, orphan.attempts",
        )
        .await?;
    let rows = transaction.query(&statement, &[&limit, &CLAIM_LEASE.as_secs_f64()]).await?;
    Ok(rows.iter().map(Orphan::from).collect())
}

/// Claims given bytes, due or not: their upload has failed or their object is gone.
pub async fn claim_these(transaction: &Transaction<'_>, versions: &[String]) -> Result<Vec<Orphan>> {
    let statement = transaction
        .prepare_cached(
            "update storage.orphaned_blobs
             set removing = true, attempts = attempts + 1, expires_at = now() + make_interval(secs => $2)
             where version = any($1) and not removing
             returning version, s3_upload_id, attempts",
        )
        .await?;
    let rows = transaction.query(&statement, &[&versions, &CLAIM_LEASE.as_secs_f64()]).await?;
    Ok(rows.iter().map(Orphan::from).collect())
}

/// Deletes the rows of bytes that are gone.
pub async fn forget(transaction: &Transaction<'_>, versions: &[&str]) -> Result<()> {
    let statement =
        transaction.prepare_cached("delete from storage.orphaned_blobs where version = any($1)").await?;
    transaction.execute(&statement, &[&versions]).await?;
    Ok(())
}

/// Keeps a row whose bytes could not be removed, for another attempt.
pub async fn postpone(transaction: &Transaction<'_>, orphan: &Orphan, error: &str) -> Result<()> {
    let statement = transaction
        .prepare_cached(
            "update storage.orphaned_blobs set expires_at = now() + make_interval(secs => $2), last_error = $3
             where version = $1",
        )
        .await?;
    let error: String = error.chars().filter(|c| *c != '\0').take(ERROR_CHARACTERS).collect();
    let wait = retry_after(orphan.attempts).as_secs_f64();
    transaction.execute(&statement, &[&orphan.version, &wait, &error]).await?;
    Ok(())
}

fn retry_after(attempts: i32) -> Duration {
    let doublings = u32::try_from(attempts.saturating_sub(1)).unwrap_or_default().min(16);
    FIRST_RETRY.saturating_mul(1 << doublings).min(LONGEST_RETRY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wait_doubles_up_to_a_day() {
        let waits = [1, 2, 3, 11, 12, 1000, i32::MAX].map(|attempts| retry_after(attempts).as_secs() / 60);
        assert_eq!(waits, [1, 2, 4, 1024, 1440, 1440, 1440]);
    }
}
