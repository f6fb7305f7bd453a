//! Checks whether the service runs.

use actix_web::HttpResponse;
use serde_json::json;

/// `GET /api/ping`.
pub(super) async fn ping() -> HttpResponse {
    HttpResponse::Ok().json(json!({ "message": "Success" }))
}

/// `GET /healthcheck`.
pub(super) async fn healthcheck() -> HttpResponse {
    HttpResponse::Ok().content_type("text/plain; charset=utf-8").body("ok")
}
