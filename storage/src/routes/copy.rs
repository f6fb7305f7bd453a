//! `POST /object/copy`: the same bytes under a second name, copied within S3.

use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use chrono::Utc;
use serde::{Deserialize, Serialize};

use super::rename::{Ends, Journey};
use super::request::{read_json, wants_upsert};
use crate::Storage;
use crate::caller::Caller;
use crate::database::objects::{Metadata, Object};
use crate::database::{Operation, buckets, enter, objects};
use crate::error::Result;
use crate::names::{BucketName, ObjectKey};
use crate::orphans::discard;
use crate::upload::incoming::{decode_metadata, header, header_text};
use crate::upload::keep_alive;
use crate::upload::placement::{self, Description, Mode, Permission, Reservation, Target};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Copy {
    #[serde(flatten)]
    journey: Journey,
    #[serde(default)]
    copy_metadata: Option<bool>,
    #[serde(default)]
    metadata: NewMetadata,
}

/// What the copy has in the source's place.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct NewMetadata {
    cache_control: Option<String>,
    mimetype: Option<String>,
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
    storage: Data<Storage>,
    caller: Caller,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse> {
    let wanted: Copy = read_json(payload).await?;
    let Ends { from, to } = wanted.journey.parse()?;
    let new_user_metadata = header(&request, "x-metadata").map(decode_metadata).transpose()?;
    let source = find_source(&storage, &caller, &from).await?;

    let copies_metadata = wanted.copy_metadata.unwrap_or(true);
    let metadata = described(&source, wanted.metadata, copies_metadata)?;
    let user_metadata =
        new_user_metadata.or_else(|| source.user_metadata.clone().filter(|_| copies_metadata));
    let mode = Mode::upsert_if(wants_upsert(&request));
    let target = Target { bucket: to.0, key: to.1, owner: caller.owner(), mode };
    let object = store(&storage, caller, &source, &target, metadata, user_metadata).await?;
    let key = format!("{}/{}", object.bucket_id, object.name);
    Ok(HttpResponse::Ok().json(Copied { id: object.id, key, object }))
}

async fn find_source(storage: &Storage, caller: &Caller, from: &(BucketName, ObjectKey)) -> Result<Object> {
    let mut connection = storage.database.connection().await?;
    let transaction = connection.begin().await?;
    buckets::find(&transaction, from.0.as_str()).await?;
    enter(&transaction, caller, Operation::OBJECT_COPY).await?;
    objects::find(&transaction, &from.0, &from.1).await
}

fn described(source: &Object, new: NewMetadata, copies_metadata: bool) -> Result<Metadata> {
    let mut metadata = source.metadata()?;
    if !copies_metadata {
        metadata.cache_control = header_text(new.cache_control.as_deref().unwrap_or("no-cache"))?;
        metadata.mimetype = header_text(new.mimetype.as_deref().unwrap_or(&metadata.mimetype))?;
        metadata.x_robots_tag = None;
    }
    metadata.last_modified = Utc::now();
    Ok(metadata)
}

async fn store(
    storage: &Storage,
    caller: Caller,
    source: &Object,
    target: &Target,
    mut metadata: Metadata,
    user_metadata: Option<serde_json::Value>,
) -> Result<Object> {
    let permission = Permission::Ask(caller, Operation::OBJECT_COPY);
    let user_metadata = user_metadata.as_ref();
    let from = source.version()?;
    let description = Description { mimetype: &metadata.mimetype, size: Some(metadata.size), user_metadata };
    let Reservation { version, .. } = placement::reserve(storage, &permission, target, &description).await?;
    let stored = async {
        metadata.e_tag = tokio::select! {
            copied = storage.s3.copy(from, version, metadata.size) => copied?,
            error = keep_alive(storage, version) => return Err(error),
        };
        placement::complete(storage, target, version, &metadata, user_metadata).await
    };
    let stored = stored.await;
    if stored.is_err() {
        discard(storage, vec![version.to_string()]);
    }
    stored
}
