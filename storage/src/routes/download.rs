//! `GET` and `HEAD` of an object: in a public bucket, as an authenticated caller, or by a signed URL.

use actix_web::web::Data;
use actix_web::{FromRequest, HttpRequest, HttpResponse};
use serde::Deserialize;

use super::delivery::{DeliveryOptions, deliver};
use super::request::{ObjectPath, read_query};
use crate::app_state::AppState;
use crate::caller::Caller;
use crate::database::bucket_read::{BucketRead, PublicBucket};
use crate::database::objects::Object;
use crate::database::{Operation, objects};
use crate::error::{Error, Result};
use crate::signed_url::DownloadToken;

/// The attempts to read an object that is overwritten between the reads of its row and of its bytes.
const ATTEMPTS: usize = 3;

pub async fn public(state: Data<AppState>, path: ObjectPath, request: HttpRequest) -> Result<HttpResponse> {
    let options: DeliveryOptions = read_query(&request)?;
    let find = async || find_public(&state, &path).await;
    retry_if_overwritten(find, async |object| deliver(&state, &request, object, &options).await).await
}

pub async fn authenticated(
    state: Data<AppState>,
    path: ObjectPath,
    request: HttpRequest,
) -> Result<HttpResponse> {
    let options: DeliveryOptions = read_query(&request)?;
    let find = async || find_readable(&state, &request, Operation::OBJECT_GET, &path).await;
    retry_if_overwritten(find, async |object| deliver(&state, &request, object, &options).await).await
}

pub async fn signed(state: Data<AppState>, path: ObjectPath, request: HttpRequest) -> Result<HttpResponse> {
    let token = read_token(&state, &path, &request)?;
    // A token for a transformed image does not grant access to the original.
    if token.transformations.as_ref().is_some_and(|text| !text.is_empty()) {
        return Err(Error::InvalidSignature("Invalid signature"));
    }
    let mut options: DeliveryOptions = read_query(&request)?;
    options.expires = token.expires();
    let find = async || find_any(&state, &path).await;
    retry_if_overwritten(find, async |object| deliver(&state, &request, object, &options).await).await
}

#[derive(Deserialize)]
struct SignedQuery {
    token: String,
}

/// Verifies the token of a signed URL, which must be for the object of the path.
pub fn read_token(state: &AppState, path: &ObjectPath, request: &HttpRequest) -> Result<DownloadToken> {
    let query: SignedQuery = read_query(request)
        .map_err(|_| Error::Validation("querystring must have required property 'token'".to_owned()))?;
    state.urls.verify_download(&query.token, &path.bucket, &path.key)
}

/// Finds an object and delivers it. Retries when it was overwritten in between, so that its bytes are missing and its
/// row has another version.
pub async fn retry_if_overwritten(
    find: impl AsyncFn() -> Result<Object>,
    deliver: impl AsyncFn(&Object) -> Result<HttpResponse>,
) -> Result<HttpResponse> {
    let mut object = find().await?;
    for _ in 1..ATTEMPTS {
        match deliver(&object).await {
            Err(Error::BytesMissing) => {
                let current = find().await?;
                if current.version == object.version {
                    return Err(Error::BytesMissing);
                }
                object = current;
            }
            response => return response,
        }
    }
    deliver(&object).await
}

/// An object that the request may read: with a valid token by the caller's rights, otherwise in a public bucket only.
pub async fn find_readable(
    state: &AppState,
    request: &HttpRequest,
    operation: Operation,
    path: &ObjectPath,
) -> Result<Object> {
    match Caller::extract(request).await {
        Ok(caller) => find_visible(state, &caller, operation, path).await,
        Err(authentication_error) => find_public(state, path).await.map_err(|error| match error {
            Error::NoSuchBucket => authentication_error,
            error => error,
        }),
    }
}

/// An object of a public bucket. The error for a private bucket is that for a missing one.
pub async fn find_public(state: &AppState, path: &ObjectPath) -> Result<Object> {
    objects::find_public(&state.database.connection().await?, &path.bucket, &path.key).await
}

/// An object that the caller may read. In a public bucket that is every object.
pub async fn find_visible(
    state: &AppState,
    caller: &Caller,
    operation: Operation,
    path: &ObjectPath,
) -> Result<Object> {
    let read = BucketRead { caller, operation, bucket: &path.bucket, public: PublicBucket::WithoutPolicies };
    objects::find_as(&state.database.connection().await?, &read, &path.key).await
}

/// Any object, for the bearer of a signed URL.
pub async fn find_any(state: &AppState, path: &ObjectPath) -> Result<Object> {
    objects::find_any(&state.database.connection().await?, &path.bucket, &path.key).await
}
