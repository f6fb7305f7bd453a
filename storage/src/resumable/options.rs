//! `OPTIONS`: says what the service supports. Needs no credentials.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_MAX_AGE,
};
use actix_web::web::Data;

use super::part_size::MAX_UPLOAD_BYTES;
use super::response::{CORS_HEADERS, TUS_VERSION, tus_response};
use crate::app_state::AppState;

const EXTENSIONS: &str = "creation,creation-with-upload,creation-defer-length,termination,expiration";
const METHODS: &str = "POST, HEAD, PATCH, OPTIONS, DELETE";
/// Headers of Supabase's clients.
const MORE_HEADERS: &str = "X-Upsert, ApiKey, x-signature";

pub async fn options(state: Data<AppState>) -> HttpResponse {
    tus_response(StatusCode::NO_CONTENT)
        .insert_header(("Tus-Version", TUS_VERSION))
        .insert_header(("Tus-Extension", EXTENSIONS))
        .insert_header(("Tus-Max-Size", state.file_size_limit.min(MAX_UPLOAD_BYTES).to_string()))
        .insert_header((ACCESS_CONTROL_ALLOW_METHODS, METHODS))
        .insert_header((ACCESS_CONTROL_ALLOW_HEADERS, format!("{CORS_HEADERS}, {MORE_HEADERS}")))
        .insert_header((ACCESS_CONTROL_MAX_AGE, "86400"))
        .finish()
}
