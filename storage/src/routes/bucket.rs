//! `/bucket`: create, read, change, empty and delete buckets.

use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::Message;
use super::request::{BucketPath, read_json, read_query};
use crate::Storage;
use crate::caller::Caller;
use crate::database::buckets::{self, Bucket, BucketChange, BucketPage, NewBucket, SortColumn};
use crate::database::{Operation, leave, objects, orphans};
use crate::error::{Error, Result};
use crate::names::{BucketName, Size, is_mime_pattern};
use crate::orphans::discard;

const STANDARD: &str = "STANDARD";
const EMPTIED_AT_ONCE: i64 = 1000;
const NOTHING_TO_CHANGE: &str =
    "body must have at least one of the properties 'public', 'file_size_limit', 'allowed_mime_types'";

#[derive(Deserialize)]
struct Create {
    name: String,
    id: Option<String>,
    #[serde(default)]
    public: Option<bool>,
    #[serde(default, rename = "type")]
    kind: Option<String>,
    #[serde(default)]
    file_size_limit: Option<Size>,
    #[serde(default)]
    allowed_mime_types: Option<Vec<String>>,
}

#[derive(Serialize)]
struct Created<'a> {
    name: &'a str,
}

pub async fn create(storage: Data<Storage>, caller: Caller, payload: Payload) -> Result<HttpResponse> {
    let wanted: Create = read_json(payload).await?;
    let name = BucketName::parse(&wanted.name)?;
    let id = wanted.id.as_deref().map(BucketName::parse).transpose()?.unwrap_or_else(|| name.clone());
    if wanted.kind.is_some_and(|kind| kind != STANDARD) {
        return Err(Error::InvalidParameter("type"));
    }
    let file_size_limit = size_limit(&storage, wanted.file_size_limit)?;
    check_mime_patterns(wanted.allowed_mime_types.as_deref())?;

    let mut connection = storage.database.connection().await?;
    let transaction = connection.begin_as(&caller, Operation::BUCKET_CREATE).await?;
    let bucket = NewBucket {
        id: &id,
        name: &name,
        owner: &caller.owner(),
        public: wanted.public.unwrap_or_default(),
        file_size_limit,
        allowed_mime_types: wanted.allowed_mime_types.as_deref(),
    };
    buckets::insert(&transaction, bucket).await?;
    transaction.commit().await?;
    Ok(HttpResponse::Ok().json(Created { name: id.as_str() }))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ListQuery {
    limit: Option<i64>,
    offset: Option<i64>,
    #[serde(default)]
    sort_column: SortColumn,
    #[serde(default)]
    sort_order: SortOrder,
    search: Option<String>,
}

#[derive(Default, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SortOrder {
    #[default]
    Asc,
    Desc,
}

/// A bucket as the list shows it.
#[derive(Serialize)]
struct Listed {
    #[serde(flatten)]
    bucket: Bucket,
    #[serde(rename = "type")]
    kind: &'static str,
}

pub async fn list(storage: Data<Storage>, caller: Caller, request: HttpRequest) -> Result<HttpResponse> {
    let query: ListQuery = read_query(&request)?;
    let page = BucketPage {
        limit: query.limit.filter(|limit| *limit > 0),
        offset: query.offset.unwrap_or_default().max(0),
        sort_column: query.sort_column,
        descending: query.sort_order == SortOrder::Desc,
        search: query.search.filter(|search| !search.is_empty()),
    };
    let mut connection = storage.database.connection().await?;
    let transaction = connection.begin_as(&caller, Operation::BUCKET_LIST).await?;
    let found = buckets::list(&transaction, &page).await?;
    transaction.commit().await?;
    let listed: Vec<Listed> = found.into_iter().map(|bucket| Listed { bucket, kind: STANDARD }).collect();
    Ok(HttpResponse::Ok().json(listed))
}

pub async fn get(storage: Data<Storage>, caller: Caller, path: BucketPath) -> Result<HttpResponse> {
    let mut connection = storage.database.connection().await?;
    let transaction = connection.begin_as(&caller, Operation::BUCKET_GET).await?;
    let bucket = buckets::find(&transaction, path.0.as_str()).await?;
    transaction.commit().await?;
    Ok(HttpResponse::Ok().json(bucket))
}

#[derive(Deserialize)]
struct Update {
    #[serde(default)]
    public: Option<bool>,
    #[serde(default, deserialize_with = "present")]
    file_size_limit: Option<Option<Size>>,
    #[serde(default, deserialize_with = "present")]
    allowed_mime_types: Option<Option<Vec<String>>>,
}

/// Keeps `null`, which takes a limit away, apart from an absent field, which leaves it.
fn present<'de, T: Deserialize<'de>, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

pub async fn update(
    storage: Data<Storage>,
    caller: Caller,
    path: BucketPath,
    payload: Payload,
) -> Result<HttpResponse> {
    let wanted: Update = read_json(payload).await?;
    check_mime_patterns(wanted.allowed_mime_types.iter().flatten().next().map(Vec::as_slice))?;
    let change = BucketChange {
        public: wanted.public,
        file_size_limit: wanted.file_size_limit.map(|size| size_limit(&storage, size)).transpose()?,
        allowed_mime_types: wanted.allowed_mime_types,
    };
    if change.is_empty() {
        return Err(Error::InvalidRequest(NOTHING_TO_CHANGE.to_owned()));
    }
    let mut connection = storage.database.connection().await?;
    let transaction = connection.begin_as(&caller, Operation::BUCKET_UPDATE).await?;
    buckets::update(&transaction, path.0.as_str(), &change).await?;
    transaction.commit().await?;
    Ok(Message::answer("Successfully updated"))
}

/// Deletes the objects that the caller may delete, in transactions of bounded size. Their bytes follow in the background.
pub async fn empty(storage: Data<Storage>, caller: Caller, path: BucketPath) -> Result<HttpResponse> {
    let mut after = Some(Uuid::nil());
    while let Some(last) = after {
        after = empty_some(&storage, &caller, &path.0, last).await?;
    }
    Ok(Message::answer("Empty bucket has been queued. Completion may take up to an hour."))
}

/// Returns the last of the objects that it has looked at, or none when there were none.
async fn empty_some(
    storage: &Storage,
    caller: &Caller,
    bucket: &BucketName,
    after: Uuid,
) -> Result<Option<Uuid>> {
    let mut connection = storage.database.connection().await?;
    let transaction = connection.begin_as(caller, Operation::BUCKET_EMPTY).await?;
    buckets::find(&transaction, bucket.as_str()).await?;
    let seen = objects::ids_after(&transaction, bucket, after, EMPTIED_AT_ONCE).await?;
    let versions = objects::delete_by_id(&transaction, &seen).await?;
    leave(&transaction).await?;
    let due = orphans::release(&transaction, &versions, storage.retention.deleted).await?;
    transaction.commit().await?;
    discard(storage, due);
    Ok(seen.last().copied())
}

pub async fn delete(storage: Data<Storage>, caller: Caller, path: BucketPath) -> Result<HttpResponse> {
    let mut connection = storage.database.connection().await?;
    let transaction = connection.begin_as(&caller, Operation::BUCKET_DELETE).await?;
    buckets::find(&transaction, path.0.as_str()).await?;
    // Whether it is empty is not for the caller's eyes to decide.
    leave(&transaction).await?;
    buckets::lock(&transaction, path.0.as_str()).await?;
    if objects::any_in(&transaction, &path.0).await? {
        return Err(Error::BucketNotEmpty);
    }
    crate::database::enter(&transaction, &caller, Operation::BUCKET_DELETE).await?;
    buckets::delete(&transaction, path.0.as_str()).await?;
    transaction.commit().await?;
    Ok(Message::answer("Successfully deleted"))
}

fn size_limit(storage: &Storage, size: Option<Size>) -> Result<Option<i64>> {
    let limit = size.map(|size| size.0);
    let too_large = limit
        .and_then(|limit| u64::try_from(limit).ok())
        .is_some_and(|limit| limit > storage.file_size_limit);
    if too_large { Err(Error::EntityTooLarge) } else { Ok(limit) }
}

fn check_mime_patterns(patterns: Option<&[String]>) -> Result<()> {
    match patterns.unwrap_or_default().iter().find(|pattern| !is_mime_pattern(pattern)) {
        Some(pattern) => Err(Error::InvalidMimeType(pattern.clone())),
        None => Ok(()),
    }
}
