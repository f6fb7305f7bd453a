//! Statements on `storage.objects`. Each runs as the role that its transaction has assumed.

mod row;

use deadpool_postgres::Transaction;
use serde_json::Value;
use tokio_postgres::Row;
use uuid::Uuid;

use self::row::COLUMNS;
use crate::caller::Owner;
use crate::database::orphans::ReleasedBytes;
use crate::error::{Error, Result};
use crate::names::{BucketName, ObjectKey};

pub use self::row::{Metadata, Object};

/// The columns of an upload's row.
pub struct NewObject<'a> {
    pub bucket: &'a BucketName,
    pub key: &'a ObjectKey,
    pub owner: &'a Owner,
    pub version: Uuid,
    pub metadata: Value,
    pub user_metadata: Option<&'a Value>,
}

/// What an insert does when an object of this name exists.
#[derive(Debug, Clone, Copy)]
pub enum OnConflict {
    Fail,
    /// Upsert: replaces the row's contents.
    Overwrite,
}

impl OnConflict {
    fn sql(self) -> &'static str {
        match self {
            Self::Fail => "",
            Self::Overwrite => {
                "on conflict (bucket_id, name) do update set
                   owner = excluded.owner, owner_id = excluded.owner_id, version = excluded.version,
                   metadata = excluded.metadata, user_metadata = excluded.user_metadata"
            }
        }
    }
}

const INSERT: &str =
    "insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
                      values ($1, $2, $3, $4, $5, $6, $7)";

/// Inserts without `returning`, which would require the caller to have permission to read the row.
pub async fn try_insert(
    transaction: &Transaction<'_>,
    object: &NewObject<'_>,
    on_conflict: OnConflict,
) -> Result<()> {
    run_insert(transaction, object, on_conflict, "").await.map(drop)
}

/// Inserts or, with [`OnConflict::Overwrite`], upserts.
pub async fn insert(
    transaction: &Transaction<'_>,
    object: &NewObject<'_>,
    on_conflict: OnConflict,
) -> Result<Object> {
    let inserted = run_insert(transaction, object, on_conflict, &format!("returning {COLUMNS}")).await?;
    inserted.as_ref().map(Object::from).ok_or_else(|| Error::internal("an insert returned no row"))
}

async fn run_insert(
    transaction: &Transaction<'_>,
    object: &NewObject<'_>,
    on_conflict: OnConflict,
    returning: &str,
) -> Result<Option<Row>> {
    let sql = format!("{INSERT} {} {returning}", on_conflict.sql());
    let statement = transaction.prepare_cached(&sql).await?;
    let row = transaction
        .query_opt(
            &statement,
            &[
                &object.bucket.as_str(),
                &object.key.as_str(),
                &object.owner.uuid(),
                &object.owner.id(),
                &object.version.to_string(),
                &object.metadata,
                &object.user_metadata,
            ],
        )
        .await?;
    Ok(row)
}

/// Updates an object without changing it. False when the caller sees no such object.
pub async fn try_update(transaction: &Transaction<'_>, bucket: &BucketName, key: &ObjectKey) -> Result<bool> {
    let statement = transaction
        .prepare_cached("update storage.objects set version = version where bucket_id = $1 and name = $2")
        .await?;
    Ok(transaction.execute(&statement, &[&bucket.as_str(), &key.as_str()]).await? > 0)
}

/// # Errors
/// [`Error::NoSuchKey`] when the transaction's role sees no such object.
pub async fn find(transaction: &Transaction<'_>, bucket: &BucketName, key: &ObjectKey) -> Result<Object> {
    find_optional(transaction, bucket, key, "").await?.ok_or(Error::NoSuchKey)
}

/// Finds an object and locks its row until the end of the transaction.
pub async fn lock(
    transaction: &Transaction<'_>,
    bucket: &BucketName,
    key: &ObjectKey,
) -> Result<Option<Object>> {
    find_optional(transaction, bucket, key, "for update").await
}

/// Takes an advisory lock on a name until the end of the transaction, whether or not an object of this name exists.
pub async fn lock_name(transaction: &Transaction<'_>, bucket: &BucketName, key: &ObjectKey) -> Result<()> {
    let statement = transaction
        .prepare_cached("select pg_advisory_xact_lock(hashtextextended($1 || '/' || $2, 0))")
        .await?;
    transaction.query_one(&statement, &[&bucket.as_str(), &key.as_str()]).await?;
    Ok(())
}

async fn find_optional(
    transaction: &Transaction<'_>,
    bucket: &BucketName,
    key: &ObjectKey,
    lock: &str,
) -> Result<Option<Object>> {
    let statement = transaction
        .prepare_cached(&format!(
            "select {COLUMNS} from storage.objects where bucket_id = $1 and name = $2 {lock}"
        ))
        .await?;
    let row = transaction.query_opt(&statement, &[&bucket.as_str(), &key.as_str()]).await?;
    Ok(row.as_ref().map(Object::from))
}

/// Those of `keys` that the transaction's role sees.
pub async fn visible_keys(
    transaction: &Transaction<'_>,
    bucket: &BucketName,
    keys: &[String],
) -> Result<Vec<String>> {
    let statement = transaction
        .prepare_cached("select name from storage.objects where bucket_id = $1 and name = any($2)")
        .await?;
    let rows = transaction.query(&statement, &[&bucket.as_str(), &keys]).await?;
    Ok(rows.iter().map(|row| row.get(0)).collect())
}

/// Deletes those of `keys` that the transaction's role may delete, and returns them.
pub async fn delete(
    transaction: &Transaction<'_>,
    bucket: &BucketName,
    keys: &[String],
) -> Result<Vec<Object>> {
    let statement = transaction
        .prepare_cached(&format!(
            "delete from storage.objects where bucket_id = $1 and name = any($2) returning {COLUMNS}"
        ))
        .await?;
    let rows = transaction.query(&statement, &[&bucket.as_str(), &keys]).await?;
    Ok(rows.iter().map(Object::from).collect())
}

/// A page of the object ids of a bucket that the transaction's role sees, by keyset: ordered by id, starting after
/// `after`.
pub async fn ids_after(
    transaction: &Transaction<'_>,
    bucket: &BucketName,
    after: Uuid,
    limit: i64,
) -> Result<Vec<Uuid>> {
    let statement = transaction
        .prepare_cached(
            "select id from storage.objects where bucket_id = $1 and id > $2 order by id limit $3",
        )
        .await?;
    let rows = transaction.query(&statement, &[&bucket.as_str(), &after, &limit]).await?;
    Ok(rows.iter().map(|row| row.get(0)).collect())
}

/// Deletes those of `ids` that the transaction's role may delete, and returns their bytes.
pub async fn delete_by_id(transaction: &Transaction<'_>, ids: &[Uuid]) -> Result<Vec<ReleasedBytes>> {
    let statement = transaction
        .prepare_cached(&format!("delete from storage.objects where id = any($1) returning {RELEASED}"))
        .await?;
    let rows = transaction.query(&statement, &[&ids]).await?;
    Ok(rows.iter().filter_map(released).collect())
}

/// The columns that [`released`] reads.
pub const RELEASED: &str = "version, bucket_id || '/' || name as path";

/// The bytes of a deleted row. None if it had none.
pub fn released(row: &Row) -> Option<ReleasedBytes> {
    Some(ReleasedBytes { version: row.get::<_, Option<String>>("version")?, path: row.get("path") })
}

/// Whether the bucket has any object that the transaction's role sees.
pub async fn exists_in(transaction: &Transaction<'_>, bucket: &BucketName) -> Result<bool> {
    let statement = transaction
        .prepare_cached("select exists (select from storage.objects where bucket_id = $1)")
        .await?;
    Ok(transaction.query_one(&statement, &[&bucket.as_str()]).await?.get(0))
}

/// Changes an object's bucket, name and version.
///
/// # Errors
/// [`Error::AccessDenied`] when the transaction's role may not update it, [`Error::NoSuchBucket`] when the destination
/// bucket does not exist.
pub async fn rename(
    transaction: &Transaction<'_>,
    source: (&BucketName, &ObjectKey),
    destination: (&BucketName, &ObjectKey),
    version: Uuid,
) -> Result<()> {
    let statement = transaction
        .prepare_cached(
            "update storage.objects set bucket_id = $3, name = $4, version = $5 where bucket_id = $1 and name = $2",
        )
        .await?;
    let moved = transaction
        .execute(
            &statement,
            &[
                &source.0.as_str(),
                &source.1.as_str(),
                &destination.0.as_str(),
                &destination.1.as_str(),
                &version.to_string(),
            ],
        )
        .await;
    match moved.map_err(Error::from) {
        Ok(0) => Err(Error::AccessDenied("Access denied".to_owned())),
        Ok(_) => Ok(()),
        Err(Error::RelatedMissing) => Err(Error::NoSuchBucket),
        Err(error) => Err(error),
    }
}
