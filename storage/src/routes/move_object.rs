//! `POST /object/move`: renames an object, also to another bucket. Its name is part of the key of its bytes, so they are
//! copied within S3 to a new version, and those of the old version are removed like a deleted object's.

use actix_web::HttpResponse;
use actix_web::web::{Data, Payload};
use serde::Deserialize;
use uuid::Uuid;

use super::message::message;
use super::request::{ObjectPath, existing_bucket, read_json};
use crate::app_state::AppState;
use crate::caller::Caller;
use crate::database::objects::Object;
use crate::database::{Operation, Transaction, assume_caller_role, buckets, objects, orphans, reset_role};
use crate::error::{Error, Result};
use crate::names::ObjectKey;
use crate::orphan_sweeper::remove_in_background;
use crate::s3::Blob;
use crate::upload::renew_lease_forever;
use crate::upload::reservation::{Description, check_limits};

/// The attempts to move an object that is overwritten while its bytes are copied.
const ATTEMPTS: usize = 3;

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
    let move_request = Move { state: &state, caller: &caller, source: &source, destination: &destination };
    for number in 1..=ATTEMPTS {
        match move_request.attempt().await {
            Ok(true) => return Ok(message("Successfully moved")),
            Ok(false) => {}
            // It may have been overwritten, and its earlier bytes removed.
            Err(Error::BytesMissing) if number < ATTEMPTS => {}
            Err(error) => return Err(error),
        }
    }
    Err(Error::Locked)
}

struct Move<'a> {
    state: &'a AppState,
    caller: &'a Caller,
    source: &'a ObjectPath,
    destination: &'a ObjectPath,
}

impl Move<'_> {
    /// False when another request has overwritten the object.
    async fn attempt(&self) -> Result<bool> {
        let object = self.check().await?;
        let is_same =
            self.source.bucket == self.destination.bucket && self.source.key == self.destination.key;
        if is_same {
            return Ok(true);
        }
        let copy = Blob::of_object(&self.destination.bucket, &self.destination.key, Uuid::new_v4());
        self.state.s3.check_key(&copy)?;
        self.reserve(&copy).await?;
        let moved = match self.copy(&object, &copy).await {
            Ok(()) => self.complete(&object, copy.version).await,
            Err(error) => Err(error),
        };
        if !matches!(moved, Ok(true)) {
            remove_in_background(self.state, vec![copy.version.to_string()]);
        }
        moved
    }

    /// The object, if the caller may move it.
    async fn check(&self) -> Result<Object> {
        let mut connection = self.state.database.connection().await?;
        let transaction = connection.begin()?;
        buckets::find(&transaction, self.source.bucket.as_str()).await?;
        let destination_bucket = buckets::find(&transaction, self.destination.bucket.as_str()).await?;
        assume_caller_role(&transaction, self.caller, Operation::OBJECT_MOVE).await?;
        let object = objects::find(&transaction, &self.source.bucket, &self.source.key).await?;
        if self.source.bucket != self.destination.bucket {
            let metadata = object.metadata()?;
            let (mimetype, size) = (metadata.mimetype.as_str(), Some(metadata.size));
            let description = Description { mimetype, size, user_metadata: None };
            check_limits(self.state, &destination_bucket, &self.destination.key, &description)?;
        }
        // Rolled back with the transaction.
        self.rename(&transaction, Uuid::new_v4()).await?;
        Ok(object)
    }

    async fn rename(&self, transaction: &Transaction<'_>, version: Uuid) -> Result<()> {
        let source = (&self.source.bucket, &self.source.key);
        let destination = (&self.destination.bucket, &self.destination.key);
        objects::rename(transaction, source, destination, version).await
    }

    async fn reserve(&self, copy: &Blob) -> Result<()> {
        let mut connection = self.state.database.connection().await?;
        let transaction = connection.begin()?;
        orphans::reserve(&transaction, copy).await?;
        transaction.commit().await?;
        Ok(())
    }

    async fn copy(&self, object: &Object, copy: &Blob) -> Result<()> {
        let (source, size) = (object.blob()?, object.metadata()?.size);
        tokio::select! {
            copied = self.state.s3.copy(&source, copy, size) => copied.map(drop),
            error = renew_lease_forever(self.state, copy.version) => Err(error),
        }
    }

    /// Renames the row, and enqueues the old bytes for removal. False when another request has overwritten the object.
    async fn complete(&self, object: &Object, version: Uuid) -> Result<bool> {
        let mut connection = self.state.database.connection().await?;
        let transaction = connection.begin()?;
        if !orphans::adopt(&transaction, version).await? {
            return Err(Error::internal("the move took so long that its bytes were removed"));
        }
        objects::lock_name(&transaction, &self.destination.bucket, &self.destination.key).await?;
        let current = objects::lock(&transaction, &self.source.bucket, &self.source.key).await?;
        if current.ok_or(Error::NoSuchKey)?.version != object.version {
            return Ok(false);
        }
        assume_caller_role(&transaction, self.caller, Operation::OBJECT_MOVE).await?;
        self.rename(&transaction, version).await?;
        reset_role(&transaction).await?;
        let released: Vec<_> = object.released_bytes().into_iter().collect();
        let due = orphans::enqueue(&transaction, &released, self.state.retention.deleted).await?;
        transaction.commit().await?;
        remove_in_background(self.state, due);
        Ok(true)
    }
}
