//! `GET /health`.

use actix_web::HttpResponse;
use serde_json::json;

/// The version of supabase/auth whose interface this is.
const VERSION: &str = "v2.196.0";

pub(super) async fn health() -> HttpResponse {
    HttpResponse::Ok().json(json!({
        "version": VERSION,
        "name": "GoTrue",
        "description": "GoTrue is a user registration and authentication API",
    }))
}
