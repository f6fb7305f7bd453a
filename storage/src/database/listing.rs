//! Listings, by the functions `storage.search` and `storage.search_v2`, as the caller.

use chrono::{DateTime, Utc};
use deadpool_postgres::Transaction;
use serde::Serialize;
use serde_json::Value;
use tokio_postgres::Row;
use uuid::Uuid;

use crate::error::Result;
use crate::names::BucketName;
use crate::timestamp;

/// A file, or a folder, of which only the name is set.
#[derive(Debug, Clone, Serialize)]
pub struct Entry {
    pub name: String,
    pub id: Option<Uuid>,
    #[serde(serialize_with = "timestamp::serialize_option")]
    pub updated_at: Option<DateTime<Utc>>,
    #[serde(serialize_with = "timestamp::serialize_option")]
    pub created_at: Option<DateTime<Utc>>,
    #[serde(serialize_with = "timestamp::serialize_option")]
    pub last_accessed_at: Option<DateTime<Utc>>,
    pub metadata: Option<Value>,
}

impl From<&Row> for Entry {
    fn from(row: &Row) -> Self {
        Self {
            name: row.get("name"),
            id: row.get("id"),
            updated_at: row.get("updated_at"),
            created_at: row.get("created_at"),
            last_accessed_at: row.get("last_accessed_at"),
            metadata: row.get("metadata"),
        }
    }
}

pub struct Folder<'a> {
    /// Empty, or ending with a slash.
    pub prefix: &'a str,
    pub search: &'a str,
    pub limit: i32,
    pub offset: i32,
    pub sort_column: &'a str,
    pub sort_order: &'a str,
}

/// One level of a folder.
pub async fn folder(
    transaction: &Transaction<'_>,
    bucket: &BucketName,
    folder: &Folder<'_>,
) -> Result<Vec<Entry>> {
    let statement = transaction
        .prepare_cached(
            "select name, id, updated_at, created_at, last_accessed_at, metadata
             from storage.search($1, $2, $3, $4, $5, $6, $7, $8)",
        )
        .await?;
    let level = level(&format!("{}{}", folder.prefix, folder.search));
    let rows = transaction
        .query(
            &statement,
            &[
                &folder.prefix,
                &bucket.as_str(),
                &folder.limit,
                &level,
                &folder.offset,
                &folder.search,
                &folder.sort_column,
                &folder.sort_order,
            ],
        )
        .await?;
    Ok(rows.iter().map(Entry::from).collect())
}

/// An entry of a page of names.
pub struct PageEntry {
    /// The name within its folder where folders are listed, else the whole name. No slash ends a folder's.
    pub key: String,
    pub entry: Entry,
}

pub struct Page<'a> {
    pub prefix: &'a str,
    /// Whether folders stand for what is in them.
    pub with_delimiter: bool,
    pub limit: i32,
    /// The last name of the page before, and its time where the order is by time.
    pub after: &'a str,
    pub after_time: &'a str,
    pub sort_column: &'a str,
    pub sort_order: &'a str,
}

pub async fn page(
    transaction: &Transaction<'_>,
    bucket: &BucketName,
    page: &Page<'_>,
) -> Result<Vec<PageEntry>> {
    let statement = transaction
        .prepare_cached(
            "select key, name, id, updated_at, created_at, last_accessed_at, metadata
             from storage.search_v2($1, $2, $3, $4, $5, $6, $7, $8)",
        )
        .await?;
    let level = if page.with_delimiter { level(page.prefix) } else { 0 };
    let rows = transaction
        .query(
            &statement,
            &[
                &page.prefix,
                &bucket.as_str(),
                &page.limit,
                &level,
                &page.after,
                &page.sort_order,
                &page.sort_column,
                &page.after_time,
            ],
        )
        .await?;
    Ok(rows.iter().map(|row| PageEntry { key: row.get("key"), entry: Entry::from(row) }).collect())
}

/// The level of the entries whose names begin with this.
fn level(prefix: &str) -> i32 {
    i32::try_from(prefix.matches('/').count() + 1).unwrap_or(i32::MAX)
}
