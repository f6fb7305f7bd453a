//! Statements on `storage.objects`. Each runs as the role that its transaction has assumed.

mod row;

use serde_json::Value;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;
use uuid::Uuid;

use self::row::COLUMNS;
use crate::caller::Owner;
use crate::database::Connection;
use crate::database::batch::Query;
use crate::database::bucket_read::BucketRead;
use crate::database::orphans::ReleasedBytes;
use crate::database::transaction::Transaction;
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

/// An insert without `returning`, which would require the caller to have permission to read the row. With
/// [`OnConflict::Overwrite`] it is an upsert.
pub fn try_insert_sql(on_conflict: OnConflict) -> String {
    format!("{INSERT} {}", on_conflict.sql())
}

/// As [`try_insert_sql`]. Returns the row.
pub fn insert_sql(on_conflict: OnConflict) -> String {
    format!("{INSERT} {} returning {COLUMNS}", on_conflict.sql())
}

/// The values of a [`NewObject`] as Postgres has them.
pub struct InsertValues<'a> {
    bucket: &'a str,
    key: &'a str,
    owner: Option<Uuid>,
    owner_id: Option<&'a str>,
    version: String,
    metadata: &'a Value,
    user_metadata: Option<&'a Value>,
}

impl<'a> NewObject<'a> {
    pub fn values(&'a self) -> InsertValues<'a> {
        InsertValues {
            bucket: self.bucket.as_str(),
            key: self.key.as_str(),
            owner: self.owner.uuid(),
            owner_id: self.owner.id(),
            version: self.version.to_string(),
            metadata: &self.metadata,
            user_metadata: self.user_metadata,
        }
    }
}

impl InsertValues<'_> {
    /// The parameters of the inserts.
    pub fn binds(&self) -> [&(dyn ToSql + Sync); 7] {
        [
            &self.bucket,
            &self.key,
            &self.owner,
            &self.owner_id,
            &self.version,
            &self.metadata,
            &self.user_metadata,
        ]
    }
}

/// Updates an object without changing it, by bucket and name. Affects no row when the caller sees no such object.
pub const TRY_UPDATE: &str =
    "update storage.objects set version = version where bucket_id = $1 and name = $2";

/// # Errors
/// [`Error::NoSuchKey`] when the transaction's role sees no such object.
pub async fn find(transaction: &Transaction<'_>, bucket: &BucketName, key: &ObjectKey) -> Result<Object> {
    find_optional(transaction, bucket, key, "").await?.ok_or(Error::NoSuchKey)
}

/// The statement of [`find`], by bucket and name.
pub fn visible_sql() -> String {
    find_sql("")
}

/// Any object, as the owner of the tables.
///
/// # Errors
/// [`Error::NoSuchKey`].
pub async fn find_any(connection: &Connection, bucket: &BucketName, key: &ObjectKey) -> Result<Object> {
    let query = Query { sql: &find_sql(""), binds: &[&bucket.as_str(), &key.as_str()] };
    first(&connection.query(query).await?)
}

/// An object that the caller may read.
///
/// # Errors
/// [`Error::NoSuchBucket`], and [`Error::NoSuchKey`] when the caller sees no such object.
pub async fn find_as(connection: &Connection, read: &BucketRead<'_>, key: &ObjectKey) -> Result<Object> {
    let query = Query { sql: &find_sql(""), binds: &[&read.bucket.as_str(), &key.as_str()] };
    first(&read.run(connection, query).await?)
}

/// An object of a public bucket, as the owner of the tables.
///
/// # Errors
/// [`Error::NoSuchBucket`] also when the bucket is private, and [`Error::NoSuchKey`].
pub async fn find_public(connection: &Connection, bucket: &BucketName, key: &ObjectKey) -> Result<Object> {
    let sql = format!(
        "select object.* from storage.buckets as bucket
         left join lateral (select {COLUMNS} from storage.objects where bucket_id = bucket.id and name = $2) as object
         on true
         where bucket.id = $1 and bucket.public"
    );
    let rows = connection.query(Query { sql: &sql, binds: &[&bucket.as_str(), &key.as_str()] }).await?;
    let row = rows.first().ok_or(Error::NoSuchBucket)?;
    let is_there = row.get::<_, Option<Uuid>>("id").is_some();
    if is_there { Ok(Object::from(row)) } else { Err(Error::NoSuchKey) }
}

/// The object of a result.
///
/// # Errors
/// [`Error::NoSuchKey`] when there is none.
pub fn first(rows: &[Row]) -> Result<Object> {
    rows.first().map(Object::from).ok_or(Error::NoSuchKey)
}

/// The statement that finds an object by bucket and name, and locks it or not.
fn find_sql(lock: &str) -> String {
    format!("select {COLUMNS} from storage.objects where bucket_id = $1 and name = $2 {lock}")
}

/// Finds an object and locks its row until the end of the transaction.
pub async fn lock(
    transaction: &Transaction<'_>,
    bucket: &BucketName,
    key: &ObjectKey,
) -> Result<Option<Object>> {
    find_optional(transaction, bucket, key, LOCK).await
}

/// As [`lock`], by bucket and name.
pub fn lock_sql() -> String {
    find_sql(LOCK)
}

/// Takes an advisory lock on a name until the end of the transaction, whether or not an object of this name exists.
pub async fn lock_name(transaction: &Transaction<'_>, bucket: &BucketName, key: &ObjectKey) -> Result<()> {
    let statement = transaction.prepare_cached(LOCK_NAME).await?;
    transaction.query_one(&statement, &[&bucket.as_str(), &key.as_str()]).await?;
    Ok(())
}

/// As [`lock_name`], by bucket and name.
pub const LOCK_NAME: &str = "select pg_advisory_xact_lock(hashtextextended($1 || '/' || $2, 0))";
const LOCK: &str = "for update";

async fn find_optional(
    transaction: &Transaction<'_>,
    bucket: &BucketName,
    key: &ObjectKey,
    lock: &str,
) -> Result<Option<Object>> {
    let statement = transaction.prepare_cached(&find_sql(lock)).await?;
    let row = transaction.query_opt(&statement, &[&bucket.as_str(), &key.as_str()]).await?;
    Ok(row.as_ref().map(Object::from))
}

/// Those of `keys` that exist.
pub async fn existing_keys(
    connection: &Connection,
    bucket: &BucketName,
    keys: &[String],
) -> Result<Vec<String>> {
    let rows = connection.query(Query { sql: KEYS, binds: &[&bucket.as_str(), &keys] }).await?;
    Ok(rows.iter().map(|row| row.get(0)).collect())
}

/// Those of `keys` that the caller sees.
///
/// # Errors
/// [`Error::NoSuchBucket`].
pub async fn visible_keys(
    connection: &Connection,
    read: &BucketRead<'_>,
    keys: &[String],
) -> Result<Vec<String>> {
    let rows = read.run(connection, Query { sql: KEYS, binds: &[&read.bucket.as_str(), &keys] }).await?;
    Ok(rows.iter().map(|row| row.get(0)).collect())
}

const KEYS: &str = "select name from storage.objects where bucket_id = $1 and name = any($2)";

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

/// A page of the ids and names of the objects of a bucket that the transaction's role sees, by keyset: ordered by name,
/// starting after `after`.
pub async fn page_after(
    transaction: &Transaction<'_>,
    bucket: &BucketName,
    after: &str,
    limit: i64,
) -> Result<Vec<(Uuid, String)>> {
    let statement = transaction
        .prepare_cached(
            "select id, name from storage.objects where bucket_id = $1 and name collate \"C\" > $2
             order by name collate \"C\" limit $3",
        )
        .await?;
    let rows = transaction.query(&statement, &[&bucket.as_str(), &after, &limit]).await?;
    Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
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

/// Whether the bucket has any object that the transaction's role sees. The order makes Postgres look in the index: a
/// generic plan expects as many objects in each bucket, and so a hit in the table's first rows, which an empty bucket
/// does not have. Of `exists` it would ignore the order.
pub async fn exists_in(transaction: &Transaction<'_>, bucket: &BucketName) -> Result<bool> {
    let statement = transaction
        .prepare_cached(
            "select (select name from storage.objects where bucket_id = $1 order by name collate \"C\" limit 1)
                    is not null",
        )
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
