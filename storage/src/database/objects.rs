//! Rows of `storage.objects`. Each function runs as the role that its transaction has taken.

use chrono::{DateTime, Utc};
use deadpool_postgres::Transaction;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio_postgres::Row;
use uuid::Uuid;

use crate::caller::Owner;
use crate::error::{Error, Result};
use crate::names::{BucketName, ObjectKey};
use crate::timestamp;

#[derive(Debug, Clone, Serialize)]
pub struct Object {
    pub name: String,
    pub bucket_id: String,
    pub owner: Option<Uuid>,
    pub owner_id: Option<String>,
    pub version: Option<String>,
    pub id: Uuid,
    #[serde(serialize_with = "timestamp::serialize")]
    pub updated_at: DateTime<Utc>,
    #[serde(serialize_with = "timestamp::serialize")]
    pub created_at: DateTime<Utc>,
    #[serde(serialize_with = "timestamp::serialize")]
    pub last_accessed_at: DateTime<Utc>,
    pub metadata: Option<Value>,
    pub user_metadata: Option<Value>,
}

const COLUMNS: &str = "name, bucket_id, owner, owner_id, version, id, updated_at, created_at, last_accessed_at, \
                       metadata, user_metadata";

impl From<&Row> for Object {
    fn from(row: &Row) -> Self {
        Self {
            name: row.get("name"),
            bucket_id: row.get("bucket_id"),
            owner: row.get("owner"),
            owner_id: row.get("owner_id"),
            version: row.get("version"),
            id: row.get("id"),
            updated_at: row.get("updated_at"),
            created_at: row.get("created_at"),
            last_accessed_at: row.get("last_accessed_at"),
            metadata: row.get("metadata"),
            user_metadata: row.get("user_metadata"),
        }
    }
}

/// The `metadata` column as storage writes it. Rows of a dump may lack parts of it.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Metadata {
    #[serde(default)]
    pub e_tag: String,
    #[serde(default)]
    pub size: u64,
    #[serde(default = "octet_stream")]
    pub mimetype: String,
    #[serde(default = "no_cache")]
    pub cache_control: String,
    #[serde(default)]
    pub last_modified: DateTime<Utc>,
    #[serde(default)]
    pub content_length: u64,
    #[serde(default)]
    pub http_status_code: u16,
    /// What search engines are told, where the upload said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub x_robots_tag: Option<String>,
}

fn octet_stream() -> String {
    mime::APPLICATION_OCTET_STREAM.to_string()
}

fn no_cache() -> String {
    "no-cache".to_owned()
}

impl Object {
    pub fn metadata(&self) -> Result<Metadata> {
        let metadata = self.metadata.as_ref().ok_or(Error::BytesMissing)?;
        Metadata::deserialize(metadata).map_err(|_| Error::BytesMissing)
    }

    /// The name of the bytes in S3. A row from elsewhere may hold anything; only a version of our making is one.
    pub fn version(&self) -> Result<Uuid> {
        self.version.as_deref().and_then(|text| Uuid::parse_str(text).ok()).ok_or(Error::BytesMissing)
    }
}

/// An object as it is about to be written.
pub struct NewObject<'a> {
    pub bucket: &'a BucketName,
    pub key: &'a ObjectKey,
    pub owner: &'a Owner,
    pub version: Uuid,
    pub metadata: Value,
    pub user_metadata: Option<&'a Value>,
}

/// What to do when the name is taken.
#[derive(Debug, Clone, Copy)]
pub enum OnConflict {
    Fail,
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

/// Writes without reading back, which would ask the caller for more than permission to write.
pub async fn attempt(
    transaction: &Transaction<'_>,
    object: &NewObject<'_>,
    on_conflict: OnConflict,
) -> Result<()> {
    insert(transaction, object, on_conflict, "").await.map(drop)
}

pub async fn write(
    transaction: &Transaction<'_>,
    object: &NewObject<'_>,
    on_conflict: OnConflict,
) -> Result<Object> {
    let written = insert(transaction, object, on_conflict, &format!("returning {COLUMNS}")).await?;
    written.as_ref().map(Object::from).ok_or_else(|| Error::internal("an insert returned no row"))
}

async fn insert(
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

/// Whether the caller may change this object; false where they see none.
pub async fn touch(transaction: &Transaction<'_>, bucket: &BucketName, key: &ObjectKey) -> Result<bool> {
    let statement = transaction
        .prepare_cached("update storage.objects set version = version where bucket_id = $1 and name = $2")
        .await?;
    Ok(transaction.execute(&statement, &[&bucket.as_str(), &key.as_str()]).await? > 0)
}

pub async fn find(transaction: &Transaction<'_>, bucket: &BucketName, key: &ObjectKey) -> Result<Object> {
    find_optional(transaction, bucket, key, "").await?.ok_or(Error::NoSuchKey)
}

/// As `find`, and nobody else changes the row until the transaction ends.
pub async fn lock(
    transaction: &Transaction<'_>,
    bucket: &BucketName,
    key: &ObjectKey,
) -> Result<Option<Object>> {
    find_optional(transaction, bucket, key, "for update").await
}

/// Keeps others from giving this name to an object until the transaction ends, also while there is none.
pub async fn reserve_name(transaction: &Transaction<'_>, bucket: &BucketName, key: &ObjectKey) -> Result<()> {
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

/// Which of these keys the caller sees.
pub async fn visible(
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

/// Deletes what of these keys the caller may delete.
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

/// Some objects of a bucket that the caller sees, in the order of their ids after `after`.
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

/// Deletes those of these objects that the caller may delete; returns the versions of their bytes.
pub async fn delete_by_id(transaction: &Transaction<'_>, ids: &[Uuid]) -> Result<Vec<String>> {
    let statement = transaction
        .prepare_cached("delete from storage.objects where id = any($1) returning version")
        .await?;
    let rows = transaction.query(&statement, &[&ids]).await?;
    Ok(rows.iter().filter_map(|row| row.get(0)).collect())
}

pub async fn any_in(transaction: &Transaction<'_>, bucket: &BucketName) -> Result<bool> {
    let statement = transaction
        .prepare_cached("select exists (select from storage.objects where bucket_id = $1)")
        .await?;
    Ok(transaction.query_one(&statement, &[&bucket.as_str()]).await?.get(0))
}

/// Gives an object another name, or another bucket; its bytes stay where they are.
pub async fn rename(
    transaction: &Transaction<'_>,
    from: (&BucketName, &ObjectKey),
    to: (&BucketName, &ObjectKey),
) -> Result<()> {
    let statement = transaction
        .prepare_cached(
            "update storage.objects set bucket_id = $3, name = $4 where bucket_id = $1 and name = $2",
        )
        .await?;
    let moved = transaction
        .execute(&statement, &[&from.0.as_str(), &from.1.as_str(), &to.0.as_str(), &to.1.as_str()])
        .await;
    match moved.map_err(Error::from) {
        Ok(0) => Err(Error::AccessDenied("Access denied".to_owned())),
        Ok(_) => Ok(()),
        Err(Error::RelatedMissing) => Err(Error::NoSuchBucket),
        Err(error) => Err(error),
    }
}
