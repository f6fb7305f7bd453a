//! `/bucket`: create, read, list, update, empty and delete buckets.

use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::message::message;
use super::request::{BucketPath, SortOrder, read_json, read_query};
use crate::app_state::AppState;
use crate::caller::Caller;
use crate::database::buckets::{self, Bucket, BucketChange, BucketPage, NewBucket, SortColumn};
use crate::database::{Operation, assume_caller_role, objects, orphans, reset_role};
use crate::error::{Error, Result};
use crate::names::{BucketName, Size, is_mime_pattern};
use crate::orphan_sweeper::remove_in_background;

const STANDARD: &str = "STANDARD";
/// Objects per transaction when a bucket is emptied.
const EMPTY_BATCH: i64 = 1000;
const EMPTY_UPDATE: &str =
    "body must have at least one of the properties 'public', 'file_size_limit', 'allowed_mime_types'";

#[derive(Deserialize)]
struct CreateBucket {
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

pub async fn create(state: Data<AppState>, caller: Caller, payload: Payload) -> Result<HttpResponse> {
    let body: CreateBucket = read_json(payload).await?;
    let name = BucketName::parse(&body.name)?;
    let id = body.id.as_deref().map(BucketName::parse).transpose()?.unwrap_or_else(|| name.clone());
    if body.kind.is_some_and(|kind| kind != STANDARD) {
        return Err(Error::InvalidParameter("type"));
    }
    let file_size_limit = size_limit(&state, body.file_size_limit)?;
    check_mime_patterns(body.allowed_mime_types.as_deref())?;

    let bucket = NewBucket {
        id: &id,
        name: &name,
        owner: &caller.owner(),
        public: body.public.unwrap_or_default(),
        file_size_limit,
        allowed_mime_types: body.allowed_mime_types.as_deref(),
    };
    insert_bucket(&state, &caller, Operation::BUCKET_CREATE, bucket).await?;
    Ok(HttpResponse::Ok().json(Created { name: id.as_str() }))
}

/// Creates a bucket as the caller.
pub async fn insert_bucket(
    state: &AppState,
    caller: &Caller,
    operation: Operation,
    bucket: NewBucket<'_>,
) -> Result<()> {
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin_as(caller, operation).await?;
    buckets::insert(&transaction, bucket).await?;
    transaction.commit().await?;
    Ok(())
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

/// A bucket in a list.
#[derive(Serialize)]
struct Listed {
    #[serde(flatten)]
    bucket: Bucket,
    #[serde(rename = "type")]
    kind: &'static str,
}

pub async fn list(state: Data<AppState>, caller: Caller, request: HttpRequest) -> Result<HttpResponse> {
    let query: ListQuery = read_query(&request)?;
    let page = BucketPage {
        limit: query.limit.filter(|limit| *limit > 0),
        offset: query.offset.unwrap_or_default().max(0),
        sort_column: query.sort_column,
        descending: query.sort_order == SortOrder::Desc,
        search: query.search.filter(|search| !search.is_empty()),
    };
    let found = list_buckets(&state, &caller, Operation::BUCKET_LIST, &page).await?;
    let listed: Vec<Listed> = found.into_iter().map(|bucket| Listed { bucket, kind: STANDARD }).collect();
    Ok(HttpResponse::Ok().json(listed))
}

/// The buckets that the caller sees.
pub async fn list_buckets(
    state: &AppState,
    caller: &Caller,
    operation: Operation,
    page: &BucketPage,
) -> Result<Vec<Bucket>> {
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin_as(caller, operation).await?;
    let found = buckets::list(&transaction, page).await?;
    transaction.commit().await?;
    Ok(found)
}

pub async fn get(state: Data<AppState>, caller: Caller, path: BucketPath) -> Result<HttpResponse> {
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin_as(&caller, Operation::BUCKET_GET).await?;
    let bucket = buckets::find(&transaction, path.0.as_str()).await?;
    transaction.commit().await?;
    Ok(HttpResponse::Ok().json(bucket))
}

#[derive(Deserialize)]
struct UpdateBucket {
    #[serde(default)]
    public: Option<bool>,
    #[serde(default, deserialize_with = "present")]
    file_size_limit: Option<Option<Size>>,
    #[serde(default, deserialize_with = "present")]
    allowed_mime_types: Option<Option<Vec<String>>>,
}

/// Distinguishes `null`, which removes a limit, from an absent field, which keeps it.
fn present<'de, T: Deserialize<'de>, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

pub async fn update(
    state: Data<AppState>,
    caller: Caller,
    path: BucketPath,
    payload: Payload,
) -> Result<HttpResponse> {
    let body: UpdateBucket = read_json(payload).await?;
    check_mime_patterns(body.allowed_mime_types.iter().flatten().next().map(Vec::as_slice))?;
    let change = BucketChange {
        public: body.public,
        file_size_limit: body.file_size_limit.map(|size| size_limit(&state, size)).transpose()?,
        allowed_mime_types: body.allowed_mime_types,
    };
    if change.is_empty() {
        return Err(Error::Validation(EMPTY_UPDATE.to_owned()));
    }
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin_as(&caller, Operation::BUCKET_UPDATE).await?;
    buckets::update(&transaction, path.0.as_str(), &change).await?;
    transaction.commit().await?;
    Ok(message("Successfully updated"))
}

/// Deletes the objects that the caller may delete, in transactions of bounded size. Their bytes are removed in the
/// background.
pub async fn empty(state: Data<AppState>, caller: Caller, path: BucketPath) -> Result<HttpResponse> {
    let mut after = Some(String::new());
    while let Some(last) = after {
        after = empty_batch(&state, &caller, &path.0, &last).await?;
    }
    Ok(message("Empty bucket has been queued. Completion may take up to an hour."))
}

/// Deletes one batch. Returns the name of the last object that it looked at, as the keyset cursor for the next batch;
/// none when there was no object.
async fn empty_batch(
    state: &AppState,
    caller: &Caller,
    bucket: &BucketName,
    after: &str,
) -> Result<Option<String>> {
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin_as(caller, Operation::BUCKET_EMPTY).await?;
    buckets::find(&transaction, bucket.as_str()).await?;
    let seen = objects::page_after(&transaction, bucket, after, EMPTY_BATCH).await?;
    let (ids, mut names): (Vec<Uuid>, Vec<String>) = seen.into_iter().unzip();
    let released = objects::delete_by_id(&transaction, &ids).await?;
    reset_role(&transaction).await?;
    let due = orphans::enqueue(&transaction, &released, state.retention.deleted).await?;
    transaction.commit().await?;
    remove_in_background(state, due);
    Ok(names.pop())
}

pub async fn delete(state: Data<AppState>, caller: Caller, path: BucketPath) -> Result<HttpResponse> {
    delete_bucket(&state, &caller, Operation::BUCKET_DELETE, &path.0).await?;
    Ok(message("Successfully deleted"))
}

/// Deletes a bucket as the caller.
///
/// # Errors
/// [`Error::BucketNotEmpty`] when it has objects or multipart uploads.
pub async fn delete_bucket(
    state: &AppState,
    caller: &Caller,
    operation: Operation,
    bucket: &BucketName,
) -> Result<()> {
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin_as(caller, operation).await?;
    buckets::find(&transaction, bucket.as_str()).await?;
    // As the owner of the tables: the caller may not see all objects of the bucket.
    reset_role(&transaction).await?;
    buckets::lock(&transaction, bucket.as_str()).await?;
    if objects::exists_in(&transaction, bucket).await? {
        return Err(Error::BucketNotEmpty);
    }
    assume_caller_role(&transaction, caller, operation).await?;
    buckets::delete(&transaction, bucket.as_str()).await.map_err(|error| match error {
        Error::RelatedMissing => Error::BucketNotEmpty,
        error => error,
    })?;
    transaction.commit().await?;
    Ok(())
}

fn size_limit(state: &AppState, size: Option<Size>) -> Result<Option<i64>> {
    let limit = size.map(|size| size.0);
    let too_large =
        limit.and_then(|limit| u64::try_from(limit).ok()).is_some_and(|limit| limit > state.file_size_limit);
    if too_large { Err(Error::EntityTooLarge) } else { Ok(limit) }
}

fn check_mime_patterns(patterns: Option<&[String]>) -> Result<()> {
    match patterns.unwrap_or_default().iter().find(|pattern| !is_mime_pattern(pattern)) {
        Some(pattern) => Err(Error::InvalidMimeType(pattern.clone())),
        None => Ok(()),
    }
}
