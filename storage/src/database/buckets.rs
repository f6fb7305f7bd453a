//! Statements on `storage.buckets`. Each runs as the role that its transaction has assumed.

use chrono::{DateTime, Utc};
use serde::Serialize;
use tokio_postgres::Row;

use super::transaction::Transaction;
use crate::caller::Owner;
use crate::error::{Error, Result};
use crate::names::BucketName;
use crate::timestamp;

/// A row of `storage.buckets`.
#[derive(Debug, Serialize)]
pub struct Bucket {
    pub id: String,
    pub name: String,
    /// Empty for a bucket without an owner.
    pub owner: String,
    pub public: bool,
    /// In bytes.
    pub file_size_limit: Option<i64>,
    pub allowed_mime_types: Option<Vec<String>>,
    #[serde(serialize_with = "timestamp::serialize")]
    pub created_at: DateTime<Utc>,
    #[serde(serialize_with = "timestamp::serialize")]
    pub updated_at: DateTime<Utc>,
}

/// Buckets that seeds insert may lack what the service always sets.
const COLUMNS: &str = "id, name, coalesce(owner_id, owner::text, '') as owner, coalesce(public, false) as public, \
                       file_size_limit, allowed_mime_types, coalesce(created_at, 'epoch') as created_at, \
                       coalesce(updated_at, created_at, 'epoch') as updated_at";

impl From<&Row> for Bucket {
    fn from(row: &Row) -> Self {
        Self {
            id: row.get("id"),
            name: row.get("name"),
            owner: row.get("owner"),
            public: row.get("public"),
            file_size_limit: row.get("file_size_limit"),
            allowed_mime_types: row.get("allowed_mime_types"),
            created_at: row.get("created_at"),
            updated_at: row.get("updated_at"),
        }
    }
}

pub struct NewBucket<'a> {
    pub id: &'a BucketName,
    pub name: &'a BucketName,
    pub owner: &'a Owner,
    pub public: bool,
    pub file_size_limit: Option<i64>,
    pub allowed_mime_types: Option<&'a [String]>,
}

pub async fn insert(transaction: &Transaction<'_>, bucket: NewBucket<'_>) -> Result<()> {
    let statement = transaction
        .prepare_cached(
            "insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
             values ($1, $2, $3, $4, $5, $6, $7)",
        )
        .await?;
    transaction
        .execute(
            &statement,
            &[
                &bucket.id.as_str(),
                &bucket.name.as_str(),
                &bucket.owner.uuid(),
                &bucket.owner.id(),
                &bucket.public,
                &bucket.file_size_limit,
                &bucket.allowed_mime_types,
            ],
        )
        .await?;
    Ok(())
}

/// # Errors
/// [`Error::NoSuchBucket`] when the transaction's role sees no such bucket.
pub async fn find(transaction: &Transaction<'_>, id: &str) -> Result<Bucket> {
    let statement = transaction.prepare_cached(&find_sql()).await?;
    let row = transaction.query_opt(&statement, &[&id]).await?;
    row.as_ref().map(Bucket::from).ok_or(Error::NoSuchBucket)
}

/// The statement of [`find`], whose only parameter is the id.
pub fn find_sql() -> String {
    format!("select {COLUMNS} from storage.buckets where id = $1")
}

/// An update of a bucket. The outer `None` leaves a column unchanged, the inner one sets it to null.
pub struct BucketChange {
    pub public: Option<bool>,
    pub file_size_limit: Option<Option<i64>>,
    pub allowed_mime_types: Option<Option<Vec<String>>>,
}

impl BucketChange {
    pub fn is_empty(&self) -> bool {
        self.public.is_none() && self.file_size_limit.is_none() && self.allowed_mime_types.is_none()
    }
}

/// # Errors
/// [`Error::NoSuchBucket`] when the transaction's role may update no such bucket.
pub async fn update(transaction: &Transaction<'_>, id: &str, change: &BucketChange) -> Result<()> {
    let statement = transaction
        .prepare_cached(
            "update storage.buckets set
               public = coalesce($2, public),
               file_size_limit = case when $3 then $4 else file_size_limit end,
               allowed_mime_types = case when $5 then $6 else allowed_mime_types end
             where id = $1",
        )
        .await?;
    let changed = transaction
        .execute(
            &statement,
            &[
                &id,
                &change.public,
                &change.file_size_limit.is_some(),
                &change.file_size_limit.flatten(),
                &change.allowed_mime_types.is_some(),
                &change.allowed_mime_types.as_ref().and_then(Option::as_ref),
            ],
        )
        .await?;
    if changed == 0 { Err(Error::NoSuchBucket) } else { Ok(()) }
}

/// Locks a bucket's row until the end of the transaction. Uploads, whose foreign key needs a lock on it too, wait, so
/// that an empty bucket stays empty.
pub async fn lock(transaction: &Transaction<'_>, id: &str) -> Result<()> {
    let statement =
        transaction.prepare_cached("select from storage.buckets where id = $1 for update").await?;
    transaction.query_opt(&statement, &[&id]).await?.map(drop).ok_or(Error::NoSuchBucket)
}

/// # Errors
/// [`Error::NoSuchBucket`] when the transaction's role may delete no such bucket.
pub async fn delete(transaction: &Transaction<'_>, id: &str) -> Result<()> {
    let statement = transaction.prepare_cached("delete from storage.buckets where id = $1").await?;
    let deleted = transaction.execute(&statement, &[&id]).await?;
    if deleted == 0 { Err(Error::NoSuchBucket) } else { Ok(()) }
}

/// Filter, order and page of a list of buckets.
pub struct BucketPage {
    pub limit: Option<i64>,
    pub offset: i64,
    pub sort_column: SortColumn,
    pub descending: bool,
    /// A substring of the name, whatever its case.
    pub search: Option<String>,
}

#[derive(Debug, Clone, Copy, Default, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SortColumn {
    #[default]
    Id,
    Name,
    CreatedAt,
    UpdatedAt,
}

pub async fn list(transaction: &Transaction<'_>, page: &BucketPage) -> Result<Vec<Bucket>> {
    let column = match page.sort_column {
        SortColumn::Id => "id",
        SortColumn::Name => "name",
        SortColumn::CreatedAt => "created_at",
        SortColumn::UpdatedAt => "updated_at",
    };
    let direction = if page.descending { "desc" } else { "asc" };
    let statement = transaction
        .prepare_cached(&format!(
            "select {COLUMNS} from storage.buckets
             where $1::text is null or strpos(lower(name), lower($1)) > 0
             order by {column} {direction}, id {direction}
             limit $2 offset $3"
        ))
        .await?;
    let rows = transaction.query(&statement, &[&page.search, &page.limit, &page.offset]).await?;
    Ok(rows.iter().map(Bucket::from).collect())
}
