//! `GET` and `HEAD /object/info/…`: what is known of an object, without its bytes.

use actix_web::HttpResponse;
use actix_web::web::Data;
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Value, json};
use uuid::Uuid;

use super::download::{find_public, find_visible};
use super::request::ObjectPath;
use crate::caller::Caller;
use crate::database::Operation;
use crate::database::objects::Object;
use crate::error::Result;
use crate::{Storage, timestamp};

#[derive(Serialize)]
struct Info<'a> {
    id: Uuid,
    name: &'a str,
    version: Option<&'a str>,
    bucket_id: &'a str,
    size: u64,
    content_type: &'a str,
    cache_control: &'a str,
    etag: &'a str,
    /// An empty object where the upload had none.
    metadata: Value,
    #[serde(serialize_with = "timestamp::serialize")]
    last_modified: DateTime<Utc>,
    #[serde(serialize_with = "timestamp::serialize")]
    created_at: DateTime<Utc>,
}

pub async fn public(storage: Data<Storage>, path: ObjectPath) -> Result<HttpResponse> {
    describe(&find_public(&storage, &path).await?)
}

pub async fn authenticated(storage: Data<Storage>, caller: Caller, path: ObjectPath) -> Result<HttpResponse> {
    describe(&find_visible(&storage, &caller, Operation::OBJECT_INFO, &path).await?)
}

fn describe(object: &Object) -> Result<HttpResponse> {
    let metadata = object.metadata()?;
    Ok(HttpResponse::Ok().json(Info {
        id: object.id,
        name: &object.name,
        version: object.version.as_deref(),
        bucket_id: &object.bucket_id,
        size: metadata.size,
        content_type: &metadata.mimetype,
        cache_control: &metadata.cache_control,
        etag: &metadata.e_tag,
        metadata: object.user_metadata.clone().unwrap_or_else(|| json!({})),
        last_modified: metadata.last_modified,
        created_at: object.created_at,
    }))
}
