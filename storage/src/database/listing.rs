//! Object listings, by the SQL functions `storage.search` (offset) and `storage.search_v2` (keyset). They run as the
//! caller.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::value::RawValue;
use tokio_postgres::Row;
use tokio_postgres::types::{Json, ToSql};
use uuid::Uuid;

use super::Connection;
use super::batch::Query;
use super::bucket_read::BucketRead;
use crate::error::Result;
use crate::timestamp;

/// An object, or a folder, which has a name only.
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
    /// As Postgres writes it, because a page of a thousand trees takes longer to build than all else.
    pub metadata: Option<Box<RawValue>>,
}

impl From<&Row> for Entry {
    fn from(row: &Row) -> Self {
        Self {
            name: row.get("name"),
            id: row.get("id"),
            updated_at: row.get("updated_at"),
            created_at: row.get("created_at"),
            last_accessed_at: row.get("last_accessed_at"),
            metadata: row.get::<_, Option<Json<_>>>("metadata").map(|Json(text)| text),
        }
    }
}

/// The parameters of [`list_folder`].
pub struct FolderQuery<'a> {
    /// Empty, or a path that ends with a slash.
    pub prefix: &'a str,
    /// A prefix of the names below `prefix`.
    pub search: &'a str,
    pub limit: i32,
    pub offset: i32,
    pub sort_column: &'a str,
    pub sort_order: &'a str,
}

/// Lists one level of a folder.
pub async fn list_folder(
    connection: &Connection,
    read: &BucketRead<'_>,
    query: &FolderQuery<'_>,
) -> Result<Vec<Entry>> {
    let sql = "select name, id, updated_at, created_at, last_accessed_at, metadata
               from storage.search($1, $2, $3, $4, $5, $6, $7, $8)";
    let level = level(&format!("{}{}", query.prefix, query.search));
    let FolderQuery { prefix, search, limit, offset, sort_column, sort_order } = query;
    let bucket = read.bucket.as_str();
    let binds: Binds = [&prefix, &bucket, &limit, &level, &offset, &search, &sort_column, &sort_order];
    let rows = read.run(connection, Query { sql, binds: &binds }).await?;
    Ok(rows.iter().map(Entry::from).collect())
}

/// An entry of a keyset page.
pub struct PageEntry {
    /// The name within its folder when `with_delimiter` is set, else the whole name. A folder's has no trailing slash.
    pub key: String,
    pub entry: Entry,
}

/// The parameters of [`list_page`].
pub struct PageQuery<'a> {
    pub prefix: &'a str,
    /// Whether objects in folders are collapsed into one entry per folder.
    pub with_delimiter: bool,
    pub limit: i32,
    /// The keyset cursor: the last name of the previous page, and its timestamp when the order is by time.
    pub after: &'a str,
    pub after_time: &'a str,
    pub sort_column: &'a str,
    pub sort_order: &'a str,
}

/// Lists one page of names, by keyset.
pub async fn list_page(
    connection: &Connection,
    read: &BucketRead<'_>,
    query: &PageQuery<'_>,
) -> Result<Vec<PageEntry>> {
    let sql = "select key, name, id, updated_at, created_at, last_accessed_at, metadata
               from storage.search_v2($1, $2, $3, $4, $5, $6, $7, $8)";
    let PageQuery { prefix, with_delimiter, limit, after, after_time, sort_column, sort_order } = query;
    let level = if *with_delimiter { level(prefix) } else { 0 };
    let bucket = read.bucket.as_str();
    let binds: Binds = [&prefix, &bucket, &limit, &level, &after, &sort_order, &sort_column, &after_time];
    let rows = read.run(connection, Query { sql, binds: &binds }).await?;
    Ok(rows.iter().map(|row| PageEntry { key: row.get("key"), entry: Entry::from(row) }).collect())
}

/// The arguments of either function.
type Binds<'a> = [&'a (dyn ToSql + Sync); 8];

/// The depth of the entries whose names begin with `prefix`; 1 is the top.
fn level(prefix: &str) -> i32 {
    i32::try_from(prefix.matches('/').count() + 1).unwrap_or(i32::MAX)
}
