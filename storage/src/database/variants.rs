//! Rows of `storage.variants`: images in another size or format, made of one version of an object and kept with it.
//! Only the owner of the tables reaches them.

use deadpool_postgres::Transaction;
use uuid::Uuid;

use super::objects::Object;
use super::orphans::UPLOAD_LEASE;
use crate::error::Result;

/// So many are kept of one image. Who asks for more has the oldest ones made again.
const MOST: i64 = 24;

/// Bytes in S3, with what a download has to tell of them.
pub struct Variant {
    pub version: Uuid,
    pub mimetype: String,
    pub size: u64,
}

pub async fn find(transaction: &Transaction<'_>, of: Uuid, transform: &str) -> Result<Option<Variant>> {
    let statement = transaction
        .prepare_cached(
            "select variant, mimetype, size from storage.variants where version = $1 and transform = $2",
        )
        .await?;
    let row = transaction.query_opt(&statement, &[&of.to_string(), &transform]).await?;
    Ok(row.and_then(|row| {
        Some(Variant {
            version: Uuid::parse_str(row.get(0)).ok()?,
            mimetype: row.get(1),
            size: u64::try_from(row.get::<_, i64>(2)).ok()?,
        })
    }))
}

/// Keeps a variant with its object, in the place of another of the same transform, and lets the oldest ones go. False
/// when the object has gone or has another version.
pub async fn keep(
    transaction: &Transaction<'_>,
    object: &Object,
    transform: &str,
    variant: &Variant,
) -> Result<bool> {
    let lock = transaction
        .prepare_cached("select from storage.objects where id = $1 and version = $2 for no key update")
        .await?;
    if transaction.query_opt(&lock, &[&object.id, &object.version]).await?.is_none() {
        return Ok(false);
    }
    // Somebody may be reading one that goes.
    let make_room = transaction
        .prepare_cached(
            "with gone as (
               delete from storage.variants where version = $1 and (transform = $2 or variant in (
                 select variant from storage.variants where version = $1 order by created_at desc offset $3))
               returning variant)
             insert into storage.orphaned_blobs (version, expires_at)
             select variant, now() + make_interval(secs => $4) from gone
             on conflict do nothing",
        )
        .await?;
    transaction
        .execute(&make_room, &[&object.version, &transform, &(MOST - 1), &UPLOAD_LEASE.as_secs_f64()])
        .await?;
    let insert = transaction
        .prepare_cached(
            "insert into storage.variants (version, transform, variant, mimetype, size)
             values ($1, $2, $3, $4, $5)",
        )
        .await?;
    let size = i64::try_from(variant.size).unwrap_or(i64::MAX);
    transaction
        .execute(
            &insert,
            &[&object.version, &transform, &variant.version.to_string(), &variant.mimetype, &size],
        )
        .await?;
    Ok(true)
}

/// Drops one variant without its bytes.
pub async fn forget(transaction: &Transaction<'_>, variant: Uuid) -> Result<()> {
    let statement = transaction.prepare_cached("delete from storage.variants where variant = $1").await?;
    transaction.execute(&statement, &[&variant.to_string()]).await?;
    Ok(())
}

/// Lets the variants of these objects go, and answers them: of a whole bucket without a key, of every bucket without
/// either.
pub async fn release_of(
    transaction: &Transaction<'_>,
    bucket: Option<&str>,
    key: Option<&str>,
) -> Result<Vec<String>> {
    let statement = transaction
        .prepare_cached(
            "with gone as (
               delete from storage.variants where version in (
                 select version from storage.objects
                 where ($1::text is null or bucket_id = $1) and ($2::text is null or name = $2))
               returning variant)
             insert into storage.orphaned_blobs (version, expires_at) select variant, now() from gone
             on conflict do nothing
             returning version",
        )
        .await?;
    let rows = transaction.query(&statement, &[&bucket, &key]).await?;
    Ok(rows.iter().map(|row| row.get(0)).collect())
}
