//! `HEAD`: returns the offset of an upload. As on Supabase, policies are not checked: the URL contains a random id.

use actix_web::http::header::CACHE_CONTROL;
use actix_web::http::{Method, StatusCode};
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};

use super::access::Credentials;
use super::error::{Result, TusError};
use super::finish::find_settled;
use super::headers::TusHeaders;
use super::response::tus_response;
use super::upload_id::UploadId;
use crate::app_state::AppState;
use crate::database::Operation;

pub async fn status(
    state: Data<AppState>,
    credentials: Credentials,
    path: Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse> {
    let headers = TusHeaders::read(&request, &Method::HEAD)?;
    let id = UploadId::parse(&path)?.ok_or(TusError::NotFound)?;
    credentials.grant(&state, &id, Operation::RESUMABLE_GET, headers.upsert)?;
    let upload = find_settled(&state, &id).await?;
    let mut response = tus_response(StatusCode::OK);
    response.insert_header((CACHE_CONTROL, "no-store"));
    response.insert_header(("Upload-Offset", upload.offset.to_string()));
    response.insert_header(("Upload-Metadata", upload.metadata));
    match upload.length {
        Some(length) => response.insert_header(("Upload-Length", length.to_string())),
        None => response.insert_header(("Upload-Defer-Length", "1")),
    };
    Ok(response.finish())
}
