//! Rows of `storage.loose_versions`: bytes in S3 that no object names. Only the owner of the tables reaches them.

use std::time::Duration;

use deadpool_postgres::Transaction;
use uuid::Uuid;

use crate::error::Result;

/// How long an upload's bytes are safe without a sign of life; it gives one three times as often.
pub const LEASE: Duration = Duration::from_secs(60);

const EXPIRES_AT: &str = "now() + make_interval(secs => $2)";

/// Announces bytes that are about to be written.
pub async fn reserve(transaction: &Transaction<'_>, version: Uuid) -> Result<()> {
    let statement = transaction
        .prepare_cached(&format!(
            "insert into storage.loose_versions (version, expires_at) values ($1, {EXPIRES_AT})"
        ))
        .await?;
    transaction.execute(&statement, &[&version.to_string(), &LEASE.as_secs_f64()]).await?;
    Ok(())
}

/// Remembers an S3 multipart upload, whose parts have to be given back if it is never completed.
pub async fn set_s3_upload(transaction: &Transaction<'_>, version: Uuid, upload_id: &str) -> Result<()> {
    let statement = transaction
        .prepare_cached("update storage.loose_versions set s3_upload_id = $2 where version = $1")
        .await?;
    transaction.execute(&statement, &[&version.to_string(), &upload_id]).await?;
    Ok(())
}

/// Whether the bytes are still this upload's; they then are for another lease.
pub async fn renew(transaction: &Transaction<'_>, version: Uuid) -> Result<bool> {
    let statement = transaction
        .prepare_cached(&format!(
            "update storage.loose_versions set expires_at = {EXPIRES_AT} where version = $1"
        ))
        .await?;
    Ok(transaction.execute(&statement, &[&version.to_string(), &LEASE.as_secs_f64()]).await? > 0)
}

/// Takes bytes off the list because an object names them now. False when they have been removed meanwhile.
pub async fn claim(transaction: &Transaction<'_>, version: Uuid) -> Result<bool> {
    let statement =
        transaction.prepare_cached("delete from storage.loose_versions where version = $1").await?;
    Ok(transaction.execute(&statement, &[&version.to_string()]).await? > 0)
}

/// Lists bytes whose object is gone with this transaction, and those of the images made of it; answers them all.
pub async fn release(transaction: &Transaction<'_>, versions: &[String]) -> Result<Vec<String>> {
    if versions.is_empty() {
        return Ok(Vec::new());
    }
    let statement = transaction
        .prepare_cached(
            "with variants as (delete from storage.variants where version = any($1) returning variant)
             insert into storage.loose_versions (version, expires_at)
             select unnest($1::text[]), now() union all select variant, now() from variants
             on conflict do nothing
             returning version",
        )
        .await?;
    let rows = transaction.query(&statement, &[&versions]).await?;
    Ok(rows.iter().map(|row| row.get(0)).collect())
}

/// Deletes every object of a bucket and lists their bytes, as `release` does.
pub async fn release_bucket(transaction: &Transaction<'_>, bucket: &str) -> Result<()> {
    // Whoever keeps an image made of an object holds its row: the next statement sees what they have kept.
    let lock =
        transaction.prepare_cached("select from storage.objects where bucket_id = $1 for update").await?;
    transaction.execute(&lock, &[&bucket]).await?;
    let statement = transaction
        .prepare_cached(
            "with gone as (delete from storage.objects where bucket_id = $1 returning version),
                  variants as (
                    delete from storage.variants where version in (select version from gone)
                    returning variant)
             insert into storage.loose_versions (version, expires_at)
             select version, now() from gone where version is not null
             union all select variant, now() from variants
             on conflict do nothing",
        )
        .await?;
    transaction.execute(&statement, &[&bucket]).await?;
    Ok(())
}

pub struct LooseVersion {
    pub version: String,
    pub s3_upload_id: Option<String>,
}

/// Some of what may be removed now, kept from other processes until the transaction ends.
pub async fn lock_expired(transaction: &Transaction<'_>, limit: i64) -> Result<Vec<LooseVersion>> {
    let statement = transaction
        .prepare_cached(
            "select version, s3_upload_id from storage.loose_versions where expires_at <= now()
             order by expires_at limit $1 for update skip locked",
        )
        .await?;
    let rows = transaction.query(&statement, &[&limit]).await?;
    Ok(rows.iter().map(|row| LooseVersion { version: row.get(0), s3_upload_id: row.get(1) }).collect())
}

/// As `lock_expired`, for given versions, expired or not: their upload has failed or their object is gone.
pub async fn lock_these(transaction: &Transaction<'_>, versions: &[String]) -> Result<Vec<LooseVersion>> {
    let statement = transaction
        .prepare_cached(
            "select version, s3_upload_id from storage.loose_versions where version = any($1)
             for update skip locked",
        )
        .await?;
    let rows = transaction.query(&statement, &[&versions]).await?;
    Ok(rows.iter().map(|row| LooseVersion { version: row.get(0), s3_upload_id: row.get(1) }).collect())
}

pub async fn forget(transaction: &Transaction<'_>, versions: &[String]) -> Result<()> {
    let statement =
        transaction.prepare_cached("delete from storage.loose_versions where version = any($1)").await?;
    transaction.execute(&statement, &[&versions]).await?;
    Ok(())
}
