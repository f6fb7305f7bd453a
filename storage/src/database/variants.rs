//! Statements on `storage.variants`: images in another size or format, rendered from one version of an object and
//! deleted with it. Only the owner of the tables has access.

use uuid::Uuid;

use super::Connection;
use super::batch::Query;
use super::objects::Object;
use super::orphans::UPLOAD_LEASE;
use super::transaction::Transaction;
use crate::error::Result;
use crate::s3::Blob;

/// The number of variants that are kept per image. A further one evicts the oldest.
const MAX_VARIANTS: i64 = 24;

/// A stored variant: its bytes in S3, and the metadata for a download's headers.
pub struct Variant {
    pub version: Uuid,
    pub mimetype: String,
    pub size: u64,
}

impl Variant {
    /// The bytes in S3.
    pub fn blob(&self) -> Blob {
        Blob::without_name(self.version)
    }
}

/// The variant of a version, by its variant key.
pub async fn find(connection: &Connection, original: Uuid, variant_key: &str) -> Result<Option<Variant>> {
    let query = Query {
        sql: "select variant, mimetype, size from storage.variants where version = $1 and transform = $2",
        binds: &[&original.to_string(), &variant_key],
    };
    let rows = connection.query(query).await?;
    Ok(rows.first().and_then(|row| {
        Some(Variant {
            version: Uuid::parse_str(row.get(0)).ok()?,
            mimetype: row.get(1),
            size: u64::try_from(row.get::<_, i64>(2)).ok()?,
        })
    }))
}

/// Stores a variant, replacing one with the same key and evicting the oldest beyond [`MAX_VARIANTS`]. False when the
/// object was deleted or replaced meanwhile.
pub async fn insert(
    transaction: &Transaction<'_>,
    object: &Object,
    variant_key: &str,
    variant: &Variant,
) -> Result<bool> {
    let lock = transaction
        .prepare_cached("select from storage.objects where id = $1 and version = $2 for no key update")
        .await?;
    if transaction.query_opt(&lock, &[&object.id, &object.version]).await?.is_none() {
        return Ok(false);
    }
    // A download may still be reading an evicted variant, so its bytes are removed later.
    let evict = transaction
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
        .execute(&evict, &[&object.version, &variant_key, &(MAX_VARIANTS - 1), &UPLOAD_LEASE.as_secs_f64()])
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
            &[&object.version, &variant_key, &variant.version.to_string(), &variant.mimetype, &size],
        )
        .await?;
    Ok(true)
}

/// Deletes the row of a variant whose bytes are missing.
pub async fn delete(transaction: &Transaction<'_>, variant: Uuid) -> Result<()> {
    let statement = transaction.prepare_cached("delete from storage.variants where variant = $1").await?;
    transaction.execute(&statement, &[&variant.to_string()]).await?;
    Ok(())
}

/// Deletes the variants of one object, of all objects of a bucket when `key` is none, or of all buckets when both are.
/// Enqueues their bytes as orphans and returns their versions.
pub async fn delete_all_of(
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
