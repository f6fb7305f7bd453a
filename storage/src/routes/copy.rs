//! `POST /object/copy`: copies an object; the bytes are copied within S3.

use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use chrono::Utc;
use serde::{Deserialize, Serialize};

use super::move_object::MoveRequest;
use super::request::{ObjectPath, is_upsert, read_json};
use crate::app_state::AppState;
use crate::caller::Caller;
use crate::database::Operation;
use crate::database::bucket_read::{BucketRead, PublicBucket};
use crate::database::objects::{self, Metadata, Object};
use crate::error::Result;
use crate::headers::{header, storable_value};
use crate::orphan_sweeper::remove_in_background;
use crate::upload::reservation::{self, Description, Mode, Permission, Reservation, Target};
use crate::upload::{renew_lease_forever, user_metadata};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CopyRequest {
    #[serde(flatten)]
    paths: MoveRequest,
    /// True when absent.
    #[serde(default)]
    copy_metadata: Option<bool>,
    #[serde(default)]
    metadata: NewMetadata,
}

/// The copy's metadata, when the source's is not copied. What is absent is copied nevertheless, as on Supabase.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NewMetadata {
    pub cache_control: Option<String>,
    pub mimetype: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Copied {
    id: uuid::Uuid,
    key: String,
    #[serde(flatten)]
    object: Object,
}

pub async fn copy(
    state: Data<AppState>,
    caller: Caller,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse> {
    let body: CopyRequest = read_json(payload).await?;
    let (source, destination) = body.paths.parse()?;
    let new_user_metadata = header(&request, "x-metadata").map(user_metadata::from_header).transpose()?;
    let source = find_source(&state, &caller, &source).await?;

    let copy_metadata = body.copy_metadata.unwrap_or(true);
    let metadata = copied_metadata(&source, body.metadata, copy_metadata)?;
    let user_metadata = if copy_metadata { source.user_metadata.clone() } else { new_user_metadata };
    let mode = Mode::upsert_if(is_upsert(&request));
    let target = Target {
        bucket: destination.bucket,
        key: destination.key,
        owner: caller.owner(),
        mode,
        precondition: None,
    };
    let operation = Operation::OBJECT_COPY;
    let object = store(&state, caller, operation, &source, &target, metadata, user_metadata).await?;
    let key = format!("{}/{}", object.bucket_id, object.name);
    Ok(HttpResponse::Ok().json(Copied { id: object.id, key, object }))
}

async fn find_source(state: &AppState, caller: &Caller, path: &ObjectPath) -> Result<Object> {
    let read = BucketRead {
        caller,
        operation: Operation::OBJECT_COPY,
        bucket: &path.bucket,
        public: PublicBucket::AsOthers,
    };
    objects::find_as(&state.database.connection().await?, &read, &path.key).await
}

/// The metadata of a copy: the source's, or new metadata with the source's media type as its default.
pub fn copied_metadata(source: &Object, new: NewMetadata, copy_metadata: bool) -> Result<Metadata> {
    let mut metadata = source.metadata()?;
    if !copy_metadata {
        metadata.cache_control =
            storable_value(new.cache_control.as_deref().unwrap_or(&metadata.cache_control))?;
        metadata.mimetype = storable_value(new.mimetype.as_deref().unwrap_or(&metadata.mimetype))?;
        metadata.x_robots_tag = None;
    }
    metadata.last_modified = Utc::now();
    Ok(metadata)
}

/// Copies the bytes within S3, then writes the copy's row.
pub async fn store(
    state: &AppState,
    caller: Caller,
    operation: Operation,
    source: &Object,
    target: &Target,
    mut metadata: Metadata,
    user_metadata: Option<serde_json::Value>,
) -> Result<Object> {
    let permission = Permission::Check(caller, operation);
    let user_metadata = user_metadata.as_ref();
    let source_blob = source.blob()?;
    let description = Description { mimetype: &metadata.mimetype, size: Some(metadata.size), user_metadata };
    let Reservation { blob, .. } = reservation::reserve(state, &permission, target, &description).await?;
    let version = blob.version;
    let stored = async {
        metadata.e_tag = tokio::select! {
            copied = state.s3.copy(&source_blob, &blob, metadata.size) => copied?,
            error = renew_lease_forever(state, version) => return Err(error),
        };
        reservation::complete(state, target, version, &metadata, user_metadata).await
    };
    let stored = stored.await;
    if stored.is_err() {
        remove_in_background(state, vec![version.to_string()]);
    }
    stored
}
