//! `GET` and `HEAD /object/info/…`: an object's metadata.

use std::time::SystemTime;

use actix_web::http::header::{CACHE_CONTROL, ETAG, HttpDate, LAST_MODIFIED};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Value, json};
use uuid::Uuid;

use super::download::{find_public, find_readable, find_visible};
use super::request::ObjectPath;
use crate::app_state::AppState;
use crate::caller::Caller;
use crate::database::Operation;
use crate::database::objects::Object;
use crate::error::Result;
use crate::timestamp;

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
    /// The user metadata; an empty object without any.
    metadata: Value,
    #[serde(serialize_with = "timestamp::serialize")]
    last_modified: DateTime<Utc>,
    #[serde(serialize_with = "timestamp::serialize")]
    created_at: DateTime<Utc>,
}

pub async fn public(state: Data<AppState>, path: ObjectPath) -> Result<HttpResponse> {
    respond(&find_public(&state, &path).await?)
}

pub async fn authenticated(state: Data<AppState>, caller: Caller, path: ObjectPath) -> Result<HttpResponse> {
    respond(&find_visible(&state, &caller, Operation::OBJECT_INFO, &path).await?)
}

/// As [`authenticated`], and without a token in a public bucket.
pub async fn any(state: Data<AppState>, path: ObjectPath, request: HttpRequest) -> Result<HttpResponse> {
    respond(&find_readable(&state, &request, Operation::OBJECT_INFO, &path).await?)
}

fn respond(object: &Object) -> Result<HttpResponse> {
    let metadata = object.metadata()?;
    let mut response = HttpResponse::Ok();
    response
        .insert_header((ETAG, metadata.e_tag.as_str()))
        .insert_header((LAST_MODIFIED, HttpDate::from(SystemTime::from(metadata.last_modified))))
        .insert_header((CACHE_CONTROL, metadata.cache_control.as_str()));
    Ok(response.json(Info {
        id: object.id,
        name: &object.name,
        version: object.version.as_deref(),
        bucket_id: &object.bucket_id,
        size: metadata.size,
        content_type: &metadata.mimetype,
        cache_control: &metadata.cache_control,
        etag: &metadata.e_tag,
        metadata: object.user_metadata.clone().unwrap_or_else(|| json!({})),
        last_modified: object.updated_at,
        created_at: object.created_at,
    }))
}
