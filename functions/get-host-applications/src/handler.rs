//! Lists the applications.

use crate::queries;
use actix_web::HttpResponse;
use actix_web::web::Data;
use functions_shared::{Administrator, Storage};
use schema::models::host_application::HostApplication;
use serde_json::json;
use service_kit::{Database, Error};
use std::time::Duration;

const BUCKET: &str = "host-applications";
/// An administrator's page stays open for a working day.
const URL_LIFETIME: Duration = Duration::from_secs(12 * 60 * 60);

/// `GET`: newest first.
pub(crate) async fn list(
    administrator: Administrator,
    database: Data<Database>,
    storage: Data<Storage>,
) -> Result<HttpResponse, Error> {
    let mut applications = queries::newest(&database, &administrator).await?;
    sign_photos(&storage, &mut applications).await?;
    Ok(HttpResponse::Ok().json(json!({ "success": true, "data": applications })))
}

/// Replaces the photo keys by signed URLs, which the response has as `photos_urls`. A photo that is missing in
/// storage has none.
async fn sign_photos(storage: &Storage, applications: &mut [HostApplication]) -> Result<(), Error> {
    let keys = applications.iter().flat_map(|application| &application.photo_keys);
    let keys: Vec<&str> = keys.map(String::as_str).collect();
    let mut urls = storage.sign(BUCKET, &keys, URL_LIFETIME).await?;
    for application in applications {
        let keys = std::mem::take(&mut application.photo_keys);
        application.photo_keys = keys.iter().filter_map(|key| urls.remove(key)).collect();
    }
    Ok(())
}
