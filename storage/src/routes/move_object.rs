//! `POST /object/move`: renames an object, also to another bucket. The bytes stay in place, so a move is one atomic
//! update of a row.

use actix_web::HttpResponse;
use actix_web::web::{Data, Payload};
use serde::Deserialize;

use super::message::message;
use super::request::{ObjectPath, existing_bucket, read_json};
use crate::app_state::AppState;
use crate::caller::Caller;
use crate::database::{Operation, assume_caller_role, buckets, objects};
use crate::error::Result;
use crate::names::ObjectKey;
use crate::upload::reservation::{Description, check_limits};

/// The source and the destination of a move or a copy.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MoveRequest {
    bucket_id: String,
    source_key: String,
    destination_key: String,
    /// The source's bucket when absent.
    #[serde(default)]
    destination_bucket: Option<String>,
}

impl MoveRequest {
    /// The source and the destination.
    pub fn parse(&self) -> Result<(ObjectPath, ObjectPath)> {
        let source_bucket = existing_bucket(&self.bucket_id)?;
        let destination_bucket = self.destination_bucket.as_deref().map(existing_bucket).transpose()?;
        let destination = ObjectPath {
            bucket: destination_bucket.unwrap_or_else(|| source_bucket.clone()),
            key: ObjectKey::parse(&self.destination_key)?,
        };
        let source = ObjectPath { bucket: source_bucket, key: ObjectKey::parse(&self.source_key)? };
        Ok((source, destination))
    }
}

pub async fn move_object(state: Data<AppState>, caller: Caller, payload: Payload) -> Result<HttpResponse> {
    let request: MoveRequest = read_json(payload).await?;
    let (source, destination) = request.parse()?;
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin().await?;
    buckets::find(&transaction, source.bucket.as_str()).await?;
    let destination_bucket = buckets::find(&transaction, destination.bucket.as_str()).await?;
    objects::lock_name(&transaction, &destination.bucket, &destination.key).await?;
    assume_caller_role(&transaction, &caller, Operation::OBJECT_MOVE).await?;
    let object = objects::find(&transaction, &source.bucket, &source.key).await?;
    if source.bucket != destination.bucket {
        let metadata = object.metadata()?;
        let (mimetype, size) = (metadata.mimetype.as_str(), Some(metadata.size));
        let description = Description { mimetype, size, user_metadata: None };
        check_limits(&state, &destination_bucket, &destination.key, &description)?;
    }
    objects::rename(&transaction, (&source.bucket, &source.key), (&destination.bucket, &destination.key))
        .await?;
    transaction.commit().await?;
    Ok(message("Successfully moved"))
}
