//! `POST /object/sign/…`: signed download URLs for objects that the caller may read.

use actix_web::HttpResponse;
use actix_web::web::{Data, Payload};
use serde::{Deserialize, Serialize};

use super::lenient;
use super::request::{BucketPath, ObjectPath, check_key_count, read_json};
use crate::app_state::AppState;
use crate::caller::Caller;
use crate::database::bucket_read::{BucketRead, PublicBucket};
use crate::database::{Operation, objects};
use crate::error::Result;
use crate::names::ObjectKey;
use crate::render::transform_params::TransformParams;
use crate::signed_url::object_url;

const UNREADABLE: &str = "Either the object does not exist or you do not have access to it";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SignOne {
    #[serde(deserialize_with = "lenient::integer")]
    expires_in: i64,
    #[serde(default)]
    transform: TransformParams,
}

#[derive(Serialize)]
struct Signed {
    #[serde(rename = "signedURL")]
    signed_url: String,
}

pub async fn sign_one(
    state: Data<AppState>,
    caller: Caller,
    path: ObjectPath,
    payload: Payload,
) -> Result<HttpResponse> {
    let SignOne { expires_in, transform } = read_json(payload).await?;
    let read = BucketRead {
        caller: &caller,
        operation: Operation::OBJECT_SIGN,
        bucket: &path.bucket,
        public: PublicBucket::AsOthers,
    };
    objects::find_as(&state.database.connection().await?, &read, &path.key).await?;
    let url = object_url(&path.bucket, &path.key);
    let signed_url = match transform.to_token() {
        None => signed_url(&state, url, expires_in)?,
        Some(transformations) => {
            let token = state.urls.sign_download(url.clone(), Some(transformations), expires_in)?;
            format!("/render/image/sign/{url}?token={token}")
        }
    };
    Ok(HttpResponse::Ok().json(Signed { signed_url }))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SignMany {
    #[serde(deserialize_with = "lenient::integer")]
    expires_in: i64,
    paths: Vec<String>,
}

#[derive(Serialize)]
struct SignedPath {
    error: Option<&'static str>,
    path: String,
    #[serde(rename = "signedURL")]
    signed_url: Option<String>,
}

pub async fn sign_many(
    state: Data<AppState>,
    caller: Caller,
    path: BucketPath,
    payload: Payload,
) -> Result<HttpResponse> {
    let SignMany { expires_in, paths } = read_json(payload).await?;
    check_key_count("paths", paths.len())?;
    let read = BucketRead {
        caller: &caller,
        operation: Operation::OBJECT_SIGN_MANY,
        bucket: &path.0,
        public: PublicBucket::AsOthers,
    };
    let visible = objects::visible_keys(&state.database.connection().await?, &read, &paths).await?;

    let sign = |name: String| {
        let key = ObjectKey::parse(&name).ok().filter(|_| visible.contains(&name));
        let signed_url =
            key.map(|key| signed_url(&state, object_url(&path.0, &key), expires_in)).transpose()?;
        let error = signed_url.is_none().then_some(UNREADABLE);
        Ok(SignedPath { error, path: name, signed_url })
    };
    let signed: Vec<SignedPath> = paths.into_iter().map(sign).collect::<Result<_>>()?;
    Ok(HttpResponse::Ok().json(signed))
}

/// A signed URL, relative to `/storage/v1`. Clients prepend that prefix.
fn signed_url(state: &AppState, url: String, expires_in: i64) -> Result<String> {
    let token = state.urls.sign_download(url.clone(), None, expires_in)?;
    Ok(format!("/object/sign/{url}?token={token}"))
}
