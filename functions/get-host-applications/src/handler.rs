//! Listing the applications.

use crate::queries;
use actix_web::HttpResponse;
use actix_web::web::Data;
use schema::models::host_application::HostApplication;
use serde_json::json;
use service_kit::{Administrator, Database, Error, Storage};
use std::time::Duration;

const BUCKET: &str = "host-applications";
/// An administrator's page stays open for a working day.
const READABLE_FOR: Duration = Duration::from_secs(12 * 60 * 60);

/// Newest first.
pub(crate) async fn list(
    administrator: Administrator,
    database: Data<Database>,
    storage: Data<Storage>,
) -> Result<HttpResponse, Error> {
    let mut applications = queries::newest(&database, &administrator).await?;
    sign_photos(&storage, &mut applications).await?;
    Ok(HttpResponse::Ok().json(json!({ "success": true, "data": applications })))
}

/// Puts an address in the place of each photo's key.
async fn sign_photos(storage: &Storage, applications: &mut [HostApplication]) -> Result<(), Error> {
    let keys: Vec<&str> = applications.iter().flat_map(|one| &one.photos_urls).map(String::as_str).collect();
    let mut addresses = storage.sign(BUCKET, &keys, READABLE_FOR).await?;
    for application in applications {
        let keys = std::mem::take(&mut application.photos_urls);
        application.photos_urls = keys.iter().filter_map(|key| addresses.remove(key)).collect();
    }
    Ok(())
}
