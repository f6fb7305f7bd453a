//! `/object/upload/sign/…`: creates a signed upload URL (`POST`), and uploads to it without further authentication
//! (`PUT`). The signer owns the uploaded object.

use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};

use super::request::{ObjectPath, is_upsert, read_query};
use super::upload::receive;
use crate::app_state::AppState;
use crate::caller::Caller;
use crate::database::Operation;
use crate::error::{Error, Result};
use crate::signed_url::object_url;
use crate::upload::reservation::{Mode, Permission, Target, check_permission};

#[derive(Serialize)]
struct Signed {
    url: String,
    token: String,
}

pub async fn sign(
    state: Data<AppState>,
    caller: Caller,
    path: ObjectPath,
    request: HttpRequest,
) -> Result<HttpResponse> {
    let upsert = is_upsert(&request);
    let url = object_url(&path.bucket, &path.key);
    let target = Target {
        bucket: path.bucket,
        key: path.key,
        owner: caller.owner(),
        mode: Mode::upsert_if(upsert),
        precondition: None,
    };
    check_permission(&state, &caller, Operation::OBJECT_SIGN_UPLOAD, &target).await?;
    let token = state.urls.sign_upload(url.clone(), target.owner, upsert)?;
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
    state: Data<AppState>,
    path: ObjectPath,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse> {
    let UploadQuery { token } = read_query(&request)
        .map_err(|_| Error::Validation("querystring must have required property 'token'".to_owned()))?;
    let token = state.urls.verify_upload(&token, &path.bucket, &path.key)?;
    let mode = Mode::upsert_if(token.upsert);
    let target = Target { bucket: path.bucket, key: path.key, owner: token.owner, mode, precondition: None };
    let object = receive(state, Permission::Granted, target, request, payload).await?;
    Ok(HttpResponse::Ok().json(Uploaded { key: format!("{}/{}", object.bucket_id, object.name) }))
}
