//! `DELETE /object/…`: deletes one object by its path, or many by name. As with any SQL `delete` under row-level
//! security, objects that the caller may not delete are skipped without an error.

use actix_web::HttpResponse;
use actix_web::web::{Data, Payload};
use serde::Deserialize;

use super::message::message;
use super::request::{BucketPath, ObjectPath, check_key_count, read_json};
use crate::app_state::AppState;
use crate::caller::Caller;
use crate::database::objects::Object;
use crate::database::{Operation, assume_caller_role, buckets, objects, orphans, reset_role};
use crate::error::{Error, Result};
use crate::names::BucketName;
use crate::orphan_sweeper::remove_in_background;

pub async fn remove_one(state: Data<AppState>, caller: Caller, path: ObjectPath) -> Result<HttpResponse> {
    let keys = [path.key.as_str().to_owned()];
    let removed = remove(&state, &caller, Operation::OBJECT_DELETE, &path.bucket, &keys).await?;
    if removed.is_empty() { Err(Error::NoSuchKey) } else { Ok(message("Successfully deleted")) }
}

#[derive(Deserialize)]
struct Removal {
    prefixes: Vec<String>,
}

pub async fn remove_many(
    state: Data<AppState>,
    caller: Caller,
    path: BucketPath,
    payload: Payload,
) -> Result<HttpResponse> {
    let Removal { prefixes } = read_json(payload).await?;
    check_key_count("prefixes", prefixes.len())?;
    let removed = remove(&state, &caller, Operation::OBJECT_DELETE_MANY, &path.0, &prefixes).await?;
    Ok(HttpResponse::Ok().json(removed))
}

/// Deletes those of `keys` that the caller may delete, and returns them.
pub async fn remove(
    state: &AppState,
    caller: &Caller,
    operation: Operation,
    bucket: &BucketName,
    keys: &[String],
) -> Result<Vec<Object>> {
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin()?;
    buckets::find(&transaction, bucket.as_str()).await?;
    assume_caller_role(&transaction, caller, operation).await?;
    let removed = objects::delete(&transaction, bucket, keys).await?;
    reset_role(&transaction).await?;
    let released: Vec<_> = removed.iter().filter_map(Object::released_bytes).collect();
    let due = orphans::enqueue(&transaction, &released, state.retention.deleted).await?;
    transaction.commit().await?;
    remove_in_background(state, due);
    Ok(removed)
}
