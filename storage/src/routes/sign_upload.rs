//! `/object/upload/sign/…`: a URL by which somebody else uploads one file in the caller's name, and its use.

use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};

use super::request::{ObjectPath, read_query, wants_upsert};
use super::upload::receive;
use crate::Storage;
use crate::caller::Caller;
use crate::database::Operation;
use crate::error::{Error, Result};
use crate::signed_url::object_url;
use crate::upload::placement::{Mode, Permission, Target, check_permission};

#[derive(Serialize)]
struct Signed {
    url: String,
    token: String,
}

pub async fn sign(
    storage: Data<Storage>,
    caller: Caller,
    path: ObjectPath,
    request: HttpRequest,
) -> Result<HttpResponse> {
    let upsert = wants_upsert(&request);
    let url = object_url(&path.bucket, &path.key);
    let target =
        Target { bucket: path.bucket, key: path.key, owner: caller.owner(), mode: Mode::upsert_if(upsert) };
    check_permission(&storage, &caller, Operation::OBJECT_SIGN_UPLOAD, &target).await?;
    let token = storage.urls.sign_upload(url.clone(), target.owner, upsert)?;
    Ok(HttpResponse::Ok().json(Signed { url: format!("/object/upload/sign/{url}?token={token}"), token }))
}

#[derive(Deserialize)]
struct UploadQuery {
    token: String,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Uploaded {
    key: String,
}

pub async fn upload(
    storage: Data<Storage>,
    path: ObjectPath,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse> {
    let UploadQuery { token } = read_query(&request)
        .map_err(|_| Error::InvalidRequest("querystring must have required property 'token'".to_owned()))?;
    let token = storage.urls.verify_upload(&token, &path.bucket, &path.key)?;
    let mode = Mode::upsert_if(token.upsert);
    let target = Target { bucket: path.bucket, key: path.key, owner: token.owner, mode };
    let object = receive(storage, Permission::Granted, target, request, payload).await?;
    Ok(HttpResponse::Ok().json(Uploaded { key: format!("{}/{}", object.bucket_id, object.name) }))
}
