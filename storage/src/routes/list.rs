//! `POST /object/list/{bucket}`: one level of a folder, with offset pagination. `POST /object/list-v2/{bucket}`: names,
//! with keyset pagination.

use actix_web::HttpResponse;
use actix_web::web::{Data, Payload};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use uuid::Uuid;

use super::request::{BucketPath, SortOrder, read_json};
use crate::app_state::AppState;
use crate::caller::Caller;
use crate::database::Operation;
use crate::database::bucket_read::{BucketRead, PublicBucket};
use crate::database::listing::{self, Entry, FolderQuery, PageEntry, PageQuery};
use crate::error::{Error, Result};
use crate::names::BucketName;
use crate::timestamp;

const DEFAULT_LIST_LIMIT: i32 = 100;
const MAX_LIST_LIMIT: i32 = 1500;
const MAX_PAGE_LIMIT: i32 = 1000;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ListBody {
    prefix: String,
    #[serde(default)]
    limit: Option<i32>,
    #[serde(default)]
    offset: Option<i32>,
    #[serde(default)]
    sort_by: SortBy,
    #[serde(default)]
    search: Option<String>,
}

#[derive(Default, Clone, Deserialize)]
struct SortBy {
    #[serde(default)]
    column: Column,
    #[serde(default)]
    order: Option<SortOrder>,
}

#[derive(Default, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Column {
    #[default]
    Name,
    UpdatedAt,
    CreatedAt,
    LastAccessedAt,
}

impl SortBy {
    fn column(&self) -> &'static str {
        match self.column {
            Column::Name => "name",
            Column::UpdatedAt => "updated_at",
            Column::CreatedAt => "created_at",
            Column::LastAccessedAt => "last_accessed_at",
        }
    }

    fn order(&self) -> &'static str {
        if self.order == Some(SortOrder::Desc) { "desc" } else { "asc" }
    }
}

pub async fn list(
    state: Data<AppState>,
    caller: Caller,
    path: BucketPath,
    payload: Payload,
) -> Result<HttpResponse> {
    let body: ListBody = read_json(payload).await?;
    let prefix = match body.prefix.trim_start_matches('/') {
        prefix if prefix.is_empty() || prefix.ends_with('/') => prefix.to_owned(),
        prefix => format!("{prefix}/"),
    };
    let query = FolderQuery {
        prefix: &prefix,
        search: body.search.as_deref().unwrap_or_default(),
        limit: body.limit.unwrap_or(DEFAULT_LIST_LIMIT).clamp(1, MAX_LIST_LIMIT),
        offset: body.offset.unwrap_or_default().max(0),
        sort_column: body.sort_by.column(),
        sort_order: body.sort_by.order(),
    };
    let read = as_caller(&caller, Operation::OBJECT_LIST, &path.0);
    let listing =
        state.database.read(async |connection| listing::list_folder(connection, &read, &query).await);
    let entries = match listing.await {
        // Supabase answers with the same for a bucket that does not exist and for one that is empty.
        Err(Error::NoSuchBucket) => Vec::new(),
        entries => entries?,
    };
    Ok(HttpResponse::Ok().json(entries))
}

#[derive(Deserialize)]
struct ListV2Body {
    #[serde(default)]
    prefix: Option<String>,
    #[serde(default)]
    limit: Option<i32>,
    #[serde(default)]
    cursor: Option<String>,
    #[serde(default)]
    with_delimiter: Option<bool>,
    #[serde(default, rename = "sortBy")]
    sort_by: SortBy,
}

/// The keyset cursor: the last entry of a page. Opaque to clients, but needs no signature, because the next page is
/// read with the caller's rights too.
#[derive(Default, Serialize, Deserialize)]
struct Cursor {
    name: String,
    time: String,
}

impl Cursor {
    fn parse(text: &str) -> Result<Self> {
        let json = BASE64_URL_SAFE_NO_PAD.decode(text).ok();
        let cursor: Option<Self> = json.and_then(|json| serde_json::from_slice(&json).ok());
        let is_time = |cursor: &Self| cursor.time.is_empty() || cursor.time.parse::<DateTime<Utc>>().is_ok();
        cursor.filter(is_time).ok_or(Error::InvalidParameter("cursor"))
    }

    fn after(entry: &Entry, column: Column) -> Self {
        let time = match column {
            Column::UpdatedAt => entry.updated_at,
            Column::CreatedAt => entry.created_at,
            Column::Name | Column::LastAccessedAt => None,
        };
        Self { name: entry.name.clone(), time: time.map(timestamp::format).unwrap_or_default() }
    }

    fn text(&self) -> Result<String> {
        serde_json::to_vec(self).map(|json| BASE64_URL_SAFE_NO_PAD.encode(json)).map_err(Error::internal)
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PageBody {
    has_next: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor_key: Option<String>,
    folders: Vec<FolderName>,
    objects: Vec<ObjectRow>,
}

#[derive(Serialize)]
struct FolderName {
    name: String,
    key: String,
}

#[derive(Serialize)]
struct ObjectRow {
    key: String,
    name: String,
    id: Option<Uuid>,
    #[serde(serialize_with = "timestamp::serialize_option")]
    updated_at: Option<DateTime<Utc>>,
    #[serde(serialize_with = "timestamp::serialize_option")]
    created_at: Option<DateTime<Utc>>,
    #[serde(serialize_with = "timestamp::serialize_option")]
    last_accessed_at: Option<DateTime<Utc>>,
    metadata: Option<Box<RawValue>>,
}

pub async fn list_v2(
    state: Data<AppState>,
    caller: Caller,
    path: BucketPath,
    payload: Payload,
) -> Result<HttpResponse> {
    let body: ListV2Body = read_json(payload).await?;
    if body.sort_by.column == Column::LastAccessedAt {
        return Err(Error::InvalidParameter("sortBy.column"));
    }
    let cursor = body
        .cursor
        .as_deref()
        .filter(|cursor| !cursor.is_empty())
        .map(Cursor::parse)
        .transpose()?
        .unwrap_or_default();
    let limit = body.limit.unwrap_or(MAX_PAGE_LIMIT).clamp(1, MAX_PAGE_LIMIT);
    let query = PageQuery {
        prefix: body.prefix.as_deref().unwrap_or_default(),
        with_delimiter: body.with_delimiter.unwrap_or_default(),
        // One extra row shows whether there is a next page.
        limit: limit + 1,
        after: &cursor.name,
        after_time: &cursor.time,
        sort_column: body.sort_by.column(),
        sort_order: body.sort_by.order(),
    };
    let read = as_caller(&caller, Operation::OBJECT_LIST_V2, &path.0);
    let listing = state.database.read(async |connection| listing::list_page(connection, &read, &query).await);
    let mut entries = listing.await?;
    let has_next = entries.len() > limit.unsigned_abs() as usize;
    entries.truncate(limit.unsigned_abs() as usize);
    respond(entries, has_next, body.sort_by.column)
}

fn as_caller<'a>(caller: &'a Caller, operation: Operation, bucket: &'a BucketName) -> BucketRead<'a> {
    BucketRead { caller, operation, bucket, public: PublicBucket::AsOthers }
}

fn respond(entries: Vec<PageEntry>, has_next: bool, column: Column) -> Result<HttpResponse> {
    let last = entries.last().filter(|_| has_next);
    let mut page = PageBody {
        has_next,
        next_cursor: last.map(|last| Cursor::after(&last.entry, column).text()).transpose()?,
        next_cursor_key: last.map(|last| last.entry.name.clone()),
        folders: Vec::new(),
        objects: Vec::new(),
    };
    for PageEntry { key, entry } in entries {
        let Entry { name, id, updated_at, created_at, last_accessed_at, metadata } = entry;
        if id.is_none() {
            page.folders.push(FolderName { name, key });
        } else {
            page.objects.push(ObjectRow {
                key,
                name,
                id,
                updated_at,
                created_at,
                last_accessed_at,
                metadata,
            });
        }
    }
    Ok(HttpResponse::Ok().json(page))
}
