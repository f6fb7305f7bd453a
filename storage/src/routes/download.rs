//! `GET` and `HEAD` of an object: public, by the caller's right, or by a signed URL.

use actix_web::web::Data;
use actix_web::{FromRequest, HttpRequest, HttpResponse};
use chrono::DateTime;
use serde::Deserialize;

use super::delivery::{Delivery, deliver};
use super::request::{ObjectPath, read_query};
use crate::Storage;
use crate::caller::Caller;
use crate::database::objects::Object;
use crate::database::{Operation, buckets, objects};
use crate::error::{Error, Result};

/// How often a reader looks again for an object that was overwritten between its row and its bytes.
const LOOKS: usize = 3;

pub async fn public(storage: Data<Storage>, path: ObjectPath, request: HttpRequest) -> Result<HttpResponse> {
    let delivery: Delivery = read_query(&request)?;
    answer(&storage, &request, &delivery, async || find_public(&storage, &path).await).await
}

/// The objects of a public bucket need no token here either.
pub async fn authenticated(
    storage: Data<Storage>,
    path: ObjectPath,
    request: HttpRequest,
) -> Result<HttpResponse> {
    let delivery: Delivery = read_query(&request)?;
    match Caller::extract(&request).await {
        Ok(caller) => {
            answer(&storage, &request, &delivery, async || {
                find_visible(&storage, &caller, Operation::OBJECT_GET, &path).await
            })
            .await
        }
        Err(refusal) => answer(&storage, &request, &delivery, async || find_public(&storage, &path).await)
            .await
            .map_err(|error| match error {
                Error::NoSuchBucket => refusal,
                error => error,
            }),
    }
}

#[derive(Deserialize)]
struct SignedQuery {
    token: String,
}

pub async fn signed(storage: Data<Storage>, path: ObjectPath, request: HttpRequest) -> Result<HttpResponse> {
    let query: SignedQuery = read_query(&request)
        .map_err(|_| Error::InvalidRequest("querystring must have required property 'token'".to_owned()))?;
    let token = storage.urls.verify_download(&query.token, &path.bucket, &path.key)?;
    let mut delivery: Delivery = read_query(&request)?;
    delivery.expires = DateTime::from_timestamp(token.exp, 0);
    answer(&storage, &request, &delivery, async || find_any(&storage, &path).await).await
}

async fn answer(
    storage: &Storage,
    request: &HttpRequest,
    delivery: &Delivery,
    find: impl AsyncFn() -> Result<Object>,
) -> Result<HttpResponse> {
    let mut object = find().await?;
    for _ in 1..LOOKS {
        match deliver(storage, request, &object, delivery).await {
            Err(Error::BytesMissing) => {
                let again = find().await?;
                if again.version == object.version {
                    return Err(Error::BytesMissing);
                }
                object = again;
            }
            answer => return answer,
        }
    }
    deliver(storage, request, &object, delivery).await
}

/// An object of a public bucket. A private bucket is not told from a missing one.
pub async fn find_public(storage: &Storage, path: &ObjectPath) -> Result<Object> {
    let mut connection = storage.database.connection().await?;
    let transaction = connection.begin().await?;
    if !buckets::find(&transaction, path.bucket.as_str()).await?.public {
        return Err(Error::NoSuchBucket);
    }
    objects::find(&transaction, &path.bucket, &path.key).await
}

/// An object that the caller may see. In a public bucket that is every one.
pub async fn find_visible(
    storage: &Storage,
    caller: &Caller,
    operation: Operation,
    path: &ObjectPath,
) -> Result<Object> {
    let mut connection = storage.database.connection().await?;
    let transaction = connection.begin().await?;
    if !buckets::find(&transaction, path.bucket.as_str()).await?.public {
        crate::database::enter(&transaction, caller, operation).await?;
    }
    objects::find(&transaction, &path.bucket, &path.key).await
}

/// An object for whoever holds a signed URL.
async fn find_any(storage: &Storage, path: &ObjectPath) -> Result<Object> {
    let mut connection = storage.database.connection().await?;
    let transaction = connection.begin().await?;
    objects::find(&transaction, &path.bucket, &path.key).await
}
