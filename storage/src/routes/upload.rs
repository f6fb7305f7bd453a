//! `POST` and `PUT /object/{bucket}/{key}`: store a file.

use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;
use tracing::Instrument;
use uuid::Uuid;

use super::request::{ObjectPath, wants_upsert};
use crate::Storage;
use crate::caller::Caller;
use crate::database::Operation;
use crate::database::objects::Object;
use crate::error::{Error, Result};
use crate::upload::incoming::Incoming;
use crate::upload::placement::{Mode, Permission, Target};
use crate::upload::{self, BodyStream};

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Uploaded {
    id: Uuid,
    key: String,
}

pub async fn create(
    storage: Data<Storage>,
    caller: Caller,
    path: ObjectPath,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse> {
    let mode = Mode::upsert_if(wants_upsert(&request));
    let target = Target { bucket: path.bucket, key: path.key, owner: caller.owner(), mode };
    store(storage, Permission::Ask(caller, Operation::OBJECT_UPLOAD), target, request, payload).await
}

pub async fn update(
    storage: Data<Storage>,
    caller: Caller,
    path: ObjectPath,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse> {
    let target = Target { bucket: path.bucket, key: path.key, owner: caller.owner(), mode: Mode::Update };
    store(storage, Permission::Ask(caller, Operation::OBJECT_UPDATE), target, request, payload).await
}

async fn store(
    storage: Data<Storage>,
    permission: Permission,
    target: Target,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse> {
    let object = receive(storage, permission, target, request, payload).await?;
    let key = format!("{}/{}", object.bucket_id, object.name);
    Ok(HttpResponse::Ok().json(Uploaded { id: object.id, key }))
}

/// Runs an upload to its end, also when the client leaves: only the end knows what to clean up.
pub async fn receive(
    storage: Data<Storage>,
    permission: Permission,
    target: Target,
    request: HttpRequest,
    payload: Payload,
) -> Result<Object> {
    let (body, reader) = upload::read(payload);
    let upload = async move {
        let stored = read_and_store(&storage, &permission, &target, &request, body).await;
        reader.finish().await;
        stored
    };
    actix_web::rt::spawn(upload.in_current_span()).await.map_err(Error::internal)?
}

async fn read_and_store(
    storage: &Storage,
    permission: &Permission,
    target: &Target,
    request: &HttpRequest,
    body: BodyStream,
) -> Result<Object> {
    let incoming = Incoming::read(request, body).await?;
    upload::store(storage, permission, target, incoming).await
}
