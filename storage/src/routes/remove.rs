//! `DELETE /object/…`: one object by its path, or many by name. What the caller may not delete is left out in
//! silence, as row-level security does.

use actix_web::HttpResponse;
use actix_web::web::{Data, Payload};
use serde::Deserialize;

use super::Message;
use super::request::{BucketPath, ObjectPath, read_json};
use crate::Storage;
use crate::caller::Caller;
use crate::database::objects::Object;
use crate::database::{Operation, buckets, leave, objects, orphans};
use crate::error::{Error, Result};
use crate::names::BucketName;
use crate::orphans::discard;

pub const MOST_KEYS: usize = 1000;

pub async fn remove_one(storage: Data<Storage>, caller: Caller, path: ObjectPath) -> Result<HttpResponse> {
    let keys = [path.key.as_str().to_owned()];
    let removed = remove(&storage, &caller, Operation::OBJECT_DELETE, &path.bucket, &keys).await?;
    if removed.is_empty() { Err(Error::NoSuchKey) } else { Ok(Message::answer("Successfully deleted")) }
}

#[derive(Deserialize)]
struct Removal {
    prefixes: Vec<String>,
}

pub async fn remove_many(
    storage: Data<Storage>,
    caller: Caller,
    path: BucketPath,
    payload: Payload,
) -> Result<HttpResponse> {
    let Removal { prefixes } = read_json(payload).await?;
    check_count("prefixes", prefixes.len())?;
    let removed = remove(&storage, &caller, Operation::OBJECT_DELETE_MANY, &path.0, &prefixes).await?;
    Ok(HttpResponse::Ok().json(removed))
}

/// Names in bulk requests come in bounded numbers.
pub fn check_count(field: &'static str, count: usize) -> Result<()> {
    match count {
        0 => Err(Error::InvalidRequest(format!("body/{field} must NOT have fewer than 1 items"))),
        count if count > MOST_KEYS => {
            Err(Error::InvalidRequest(format!("body/{field} must NOT have more than {MOST_KEYS} items")))
        }
        _ => Ok(()),
    }
}

async fn remove(
    storage: &Storage,
    caller: &Caller,
    operation: Operation,
    bucket: &BucketName,
    keys: &[String],
) -> Result<Vec<Object>> {
    let mut connection = storage.database.connection().await?;
    let transaction = connection.begin().await?;
    buckets::find(&transaction, bucket.as_str()).await?;
    crate::database::enter(&transaction, caller, operation).await?;
    let removed = objects::delete(&transaction, bucket, keys).await?;
    leave(&transaction).await?;
    let versions: Vec<String> = removed.iter().filter_map(|object| object.version.clone()).collect();
    let due = orphans::release(&transaction, &versions, storage.retention.deleted).await?;
    transaction.commit().await?;
    discard(storage, due);
    Ok(removed)
}
