//! Statements on `storage.unmoved_blobs`: the objects whose bytes lie where earlier versions of this service stored them.
//! Only the owner of the tables has access.

use uuid::Uuid;

use super::transaction::Transaction;
use crate::error::Result;
use crate::s3::Blob;

/// An object whose bytes have to be moved.
pub struct Unmoved {
    /// Where they belong.
    pub blob: Blob,
    /// In bytes, as the object's row says.
    pub size: u64,
}

/// Up to `limit` of them whose objects exist, by version after `after`.
pub async fn list(transaction: &Transaction<'_>, after: Uuid, limit: i64) -> Result<Vec<Unmoved>> {
    let statement = transaction
        .prepare_cached(
            "select unmoved.version, object.bucket_id || '/' || object.name as path,
                    coalesce((object.metadata ->> 'size')::bigint, 0) as size
             from storage.unmoved_blobs as unmoved join storage.objects as object using (version)
             where unmoved.version > $1
             order by unmoved.version limit $2",
        )
        .await?;
    let rows = transaction.query(&statement, &[&after.to_string(), &limit]).await?;
    let unmoved = rows.iter().filter_map(|row| {
        Some(Unmoved {
            blob: Blob::at(row.get("path"), Uuid::parse_str(row.get("version")).ok()?),
            size: u64::try_from(row.get::<_, i64>("size")).unwrap_or_default(),
        })
    });
    Ok(unmoved.collect())
}

/// The owner of bytes that were copied to where they belong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// Their object.
    Object,
    /// No object. Their removal has yet to begin, and finds both copies.
    Orphan,
    /// No object. Their removal has begun or ended.
    Nobody,
}

/// The present owner of the bytes.
pub async fn claim(transaction: &Transaction<'_>, blob: &Blob) -> Result<Claim> {
    let statement = transaction
        .prepare_cached(
            "select exists (select from storage.objects
                            where version = $1 and bucket_id || '/' || name = $2) as has_object,
                    exists (select from storage.orphaned_blobs
                            where version = $1 and not removing) as is_orphaned",
        )
        .await?;
    let row = transaction.query_one(&statement, &[&blob.version.to_string(), &blob.path()]).await?;
    Ok(match (row.get("has_object"), row.get("is_orphaned")) {
        (true, _) => Claim::Object,
        (false, true) => Claim::Orphan,
        (false, false) => Claim::Nobody,
    })
}

/// Records that bytes lie where they belong.
pub async fn delete(transaction: &Transaction<'_>, version: Uuid) -> Result<()> {
    let statement =
        transaction.prepare_cached("delete from storage.unmoved_blobs where version = $1").await?;
    transaction.execute(&statement, &[&version.to_string()]).await?;
    Ok(())
}
