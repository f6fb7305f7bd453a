//! `POST /object/move`: another name, perhaps in another bucket. The bytes stay where they are, so a move is one
//! row's change: it happens or it does not.

use actix_web::HttpResponse;
use actix_web::web::{Data, Payload};
use serde::Deserialize;

use super::Message;
use super::request::{bucket_in_path, read_json};
use crate::Storage;
use crate::caller::Caller;
use crate::database::{Operation, buckets, enter, objects};
use crate::error::Result;
use crate::names::{BucketName, ObjectKey};
use crate::upload::placement::{Description, check_limits};

/// From where to where, in a move or a copy.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Journey {
    bucket_id: String,
    source_key: String,
    destination_key: String,
    #[serde(default)]
    destination_bucket: Option<String>,
}

pub struct Ends {
    pub from: (BucketName, ObjectKey),
    pub to: (BucketName, ObjectKey),
}

impl Journey {
    pub fn parse(&self) -> Result<Ends> {
        let from = bucket_in_path(&self.bucket_id)?;
        let to = self.destination_bucket.as_deref().map(bucket_in_path).transpose()?;
        Ok(Ends {
            to: (to.unwrap_or_else(|| from.clone()), ObjectKey::parse(&self.destination_key)?),
            from: (from, ObjectKey::parse(&self.source_key)?),
        })
    }
}

pub async fn rename(storage: Data<Storage>, caller: Caller, payload: Payload) -> Result<HttpResponse> {
    let journey: Journey = read_json(payload).await?;
    let Ends { from, to } = journey.parse()?;
    let mut connection = storage.database.connection().await?;
    let transaction = connection.begin().await?;
    buckets::find(&transaction, from.0.as_str()).await?;
    let destination = buckets::find(&transaction, to.0.as_str()).await?;
    objects::reserve_name(&transaction, &to.0, &to.1).await?;
    enter(&transaction, &caller, Operation::OBJECT_MOVE).await?;
    let object = objects::find(&transaction, &from.0, &from.1).await?;
    if from.0 != to.0 {
        let metadata = object.metadata()?;
        let (mimetype, size) = (metadata.mimetype.as_str(), Some(metadata.size));
        check_limits(&storage, &destination, &to.1, &Description { mimetype, size, user_metadata: None })?;
    }
    objects::rename(&transaction, (&from.0, &from.1), (&to.0, &to.1)).await?;
    transaction.commit().await?;
    Ok(Message::answer("Successfully moved"))
}
