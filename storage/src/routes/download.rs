//! `GET` and `HEAD` of an object: public, by the caller's right, or by a signed URL.

use actix_web::web::Data;
use actix_web::{FromRequest, HttpRequest, HttpResponse};
use serde::Deserialize;

use super::delivery::{Delivery, deliver};
use super::request::{ObjectPath, read_query};
use crate::Storage;
use crate::caller::Caller;
use crate::database::objects::Object;
use crate::database::{Operation, buckets, objects};
use crate::error::{Error, Result};
use crate::signed_url::DownloadToken;

/// How often a reader looks again for an object that was overwritten between its row and its bytes.
const LOOKS: usize = 3;

pub async fn public(storage: Data<Storage>, path: ObjectPath, request: HttpRequest) -> Result<HttpResponse> {
    let delivery: Delivery = read_query(&request)?;
    let find = async || find_public(&storage, &path).await;
    answer(find, async |object| deliver(&storage, &request, object, &delivery).await).await
}

pub async fn authenticated(
    storage: Data<Storage>,
    path: ObjectPath,
    request: HttpRequest,
) -> Result<HttpResponse> {
    let delivery: Delivery = read_query(&request)?;
    let find = async || find_readable(&storage, &request, Operation::OBJECT_GET, &path).await;
    answer(find, async |object| deliver(&storage, &request, object, &delivery).await).await
}

pub async fn signed(storage: Data<Storage>, path: ObjectPath, request: HttpRequest) -> Result<HttpResponse> {
    let token = read_token(&storage, &path, &request)?;
    // Whoever got an image in another size got that and no more.
    if token.transformations.as_ref().is_some_and(|text| !text.is_empty()) {
        return Err(Error::InvalidSignature("Invalid signature"));
    }
    let mut delivery: Delivery = read_query(&request)?;
    delivery.expires = token.expires();
    let find = async || find_any(&storage, &path).await;
    answer(find, async |object| deliver(&storage, &request, object, &delivery).await).await
}

#[derive(Deserialize)]
struct SignedQuery {
    token: String,
}

/// The token of a signed URL, which has to be for the object in its path.
pub fn read_token(storage: &Storage, path: &ObjectPath, request: &HttpRequest) -> Result<DownloadToken> {
    let query: SignedQuery = read_query(request)
        .map_err(|_| Error::InvalidRequest("querystring must have required property 'token'".to_owned()))?;
    storage.urls.verify_download(&query.token, &path.bucket, &path.key)
}

/// Finds an object and delivers it, and looks again when it was overwritten in between.
pub async fn answer(
    find: impl AsyncFn() -> Result<Object>,
    deliver: impl AsyncFn(&Object) -> Result<HttpResponse>,
) -> Result<HttpResponse> {
    let mut object = find().await?;
    for _ in 1..LOOKS {
        match deliver(&object).await {
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
    deliver(&object).await
}

/// An object that whoever asks may see. The objects of a public bucket need no token.
pub async fn find_readable(
    storage: &Storage,
    request: &HttpRequest,
    operation: Operation,
    path: &ObjectPath,
) -> Result<Object> {
    match Caller::extract(request).await {
        Ok(caller) => find_visible(storage, &caller, operation, path).await,
        Err(refusal) => find_public(storage, path).await.map_err(|error| match error {
            Error::NoSuchBucket => refusal,
            error => error,
        }),
    }
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
pub async fn find_any(storage: &Storage, path: &ObjectPath) -> Result<Object> {
    let mut connection = storage.database.connection().await?;
    let transaction = connection.begin().await?;
    objects::find(&transaction, &path.bucket, &path.key).await
}
