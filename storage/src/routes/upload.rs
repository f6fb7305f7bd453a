//! `POST` and `PUT /object/{bucket}/{key}`: uploads a file.

use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;
use service_kit::body_stream::{self, BodyStream};
use telemetry::in_current_trace;
use tracing::Instrument;
use uuid::Uuid;

use super::request::{ObjectPath, is_upsert};
use crate::app_state::AppState;
use crate::caller::Caller;
use crate::database::Operation;
use crate::database::objects::Object;
use crate::error::{Error, Result};
use crate::upload;
use crate::upload::reservation::{Mode, Permission, Target};
use crate::upload::upload_request::UploadRequest;

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Uploaded {
    id: Uuid,
    key: String,
}

pub async fn create(
    state: Data<AppState>,
    caller: Caller,
    path: ObjectPath,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse> {
    let mode = Mode::upsert_if(is_upsert(&request));
    let target =
        Target { bucket: path.bucket, key: path.key, owner: caller.owner(), mode, precondition: None };
    store(state, Permission::Check(caller, Operation::OBJECT_UPLOAD), target, request, payload).await
}

pub async fn update(
    state: Data<AppState>,
    caller: Caller,
    path: ObjectPath,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse> {
    let target = Target {
        bucket: path.bucket,
        key: path.key,
        owner: caller.owner(),
        mode: Mode::Update,
        precondition: None,
    };
    store(state, Permission::Check(caller, Operation::OBJECT_UPDATE), target, request, payload).await
}

async fn store(
    state: Data<AppState>,
    permission: Permission,
    target: Target,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse> {
    let object = receive(state, permission, target, request, payload).await?;
    let key = format!("{}/{}", object.bucket_id, object.name);
    Ok(HttpResponse::Ok().json(Uploaded { id: object.id, key }))
}

/// Runs an upload in a task of its own, which is not cancelled when the client disconnects, so that it always cleans
/// up.
pub async fn receive(
    state: Data<AppState>,
    permission: Permission,
    target: Target,
    request: HttpRequest,
    payload: Payload,
) -> Result<Object> {
    let (body, reader) = body_stream::read(payload, upload::BODY_LIMITS);
    let upload = async move {
        let stored = read_and_store(&state, &permission, &target, &request, body).await;
        reader.finish().await;
        stored
    };
    actix_web::rt::spawn(in_current_trace(upload.in_current_span())).await.map_err(Error::internal)?
}

async fn read_and_store(
    state: &AppState,
    permission: &Permission,
    target: &Target,
    request: &HttpRequest,
    body: BodyStream,
) -> Result<Object> {
    let upload = UploadRequest::read(request, body).await?;
    upload::store(state, permission, target, upload).await
}
