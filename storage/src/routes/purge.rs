//! `DELETE /cdn/…`: purges the caches of an object, of a bucket, or of all buckets.
//!
//! This service has no CDN in front of it. The caches that it purges are the image variants, when the query parameter
//! `transformations` requests it. Only the service role may call it.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};

use super::request::read_query;
use crate::app_state::AppState;
use crate::caller::Caller;
use crate::database::variants;
use crate::error::Result;
use crate::orphan_sweeper::remove_in_background;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Purged {
    message: &'static str,
    status_code: &'static str,
}

#[derive(Deserialize)]
struct PurgeQuery {
    #[serde(default)]
    transformations: bool,
}

pub async fn purge(
    state: Data<AppState>,
    caller: Caller,
    path: Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse> {
    caller.require_service_role()?;
    if read_query::<PurgeQuery>(&request)?.transformations {
        let (bucket, key) = path.split_once('/').unwrap_or((path.as_str(), ""));
        let non_empty = |text| Some(text).filter(|text: &&str| !text.is_empty());
        purge_variants(&state, non_empty(bucket), non_empty(key)).await?;
    }
    Ok(HttpResponse::Ok().json(Purged { message: "success", status_code: "200" }))
}

/// Deletes the variants of one object, of a bucket's objects when `key` is none, or of all objects when both are.
async fn purge_variants(state: &AppState, bucket: Option<&str>, key: Option<&str>) -> Result<()> {
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin()?;
    let due = variants::delete_all_of(&transaction, bucket, key).await?;
    transaction.commit().await?;
    remove_in_background(state, due);
    Ok(())
}
