//! `PATCH`: receives bytes of an upload from its offset on.

use actix_web::http::{Method, StatusCode};
use actix_web::web::{Data, Path, Payload};
use actix_web::{HttpRequest, HttpResponse};
use service_kit::body_stream::{self, BodyStream};
use telemetry::in_current_trace;
use tracing::Instrument;

use super::access::Credentials;
use super::error::{Result, TusError};
use super::finish::{Completion, roll_forward};
use super::headers::TusHeaders;
use super::lock::{UploadLock, find};
use super::receive::{Receiver, limited};
use super::response::{insert_progress, tus_response};
use super::upload_id::UploadId;
use super::upload_metadata::UploadMetadata;
use crate::app_state::AppState;
use crate::database::Operation;
use crate::database::resumable_uploads::{self as rows, Phase, ResumableUpload};
use crate::error::Error;
use crate::upload;

/// Runs in a task of its own, which is not cancelled when the client disconnects, so that it keeps what was received.
pub async fn patch(
    state: Data<AppState>,
    credentials: Credentials,
    path: Path<String>,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse> {
    let (body, reader) = body_stream::read(payload, upload::BODY_LIMITS);
    let receiving = async move {
        let response = receive(&state, credentials, &path, &request, body).await;
        reader.finish().await;
        response
    };
    actix_web::rt::spawn(in_current_trace(receiving.in_current_span())).await.map_err(Error::internal)?
}

async fn receive(
    state: &AppState,
    credentials: Credentials,
    segment: &str,
    request: &HttpRequest,
    body: BodyStream,
) -> Result<HttpResponse> {
    let headers = TusHeaders::read(request, &Method::PATCH)?;
    let id = UploadId::parse(segment)?.ok_or(TusError::NotFound)?;
    let offset = headers.upload_offset.ok_or(TusError::OffsetRequired)?;
    if !headers.has_content_type {
        return Err(TusError::ContentTypeRequired);
    }
    let access = credentials.grant(state, &id, Operation::RESUMABLE_PART, headers.upsert)?;
    let found = find(state, &id).await?;
    let metadata = UploadMetadata::parse(&found.metadata)?;
    let size_limit = match found.phase {
        Phase::Receiving => access.check_upload(state, &found, &metadata).await?,
        Phase::Completing | Phase::Completed => 0,
    };

    let lock = UploadLock::acquire(state, id.version).await?;
    let completion = Completion { access: &access, metadata: &metadata };
    let receiving = async {
        let mut upload = find(state, &id).await?;
        if upload.phase == Phase::Completing {
            roll_forward(state, &lock, &upload).await?;
            upload = find(state, &id).await?;
        }
        if upload.offset != offset {
            return Err(TusError::OffsetConflict);
        }
        declare_length(state, &lock, &mut upload, headers.upload_length, size_limit).await?;
        let content = limited(body, &headers, &upload, size_limit)?;
        let (length, expires_at) = (upload.length, upload.expires_at);
        let offset = match upload.phase {
            Phase::Completed => upload.offset,
            _ => Receiver::new(state, &lock, upload).run(content, &completion).await?,
        };
        Ok((offset, length == Some(offset), expires_at))
    };
    let (offset, is_complete, expires_at) = lock.hold(state, Box::pin(receiving)).await?;
    let mut response = tus_response(StatusCode::NO_CONTENT);
    insert_progress(&mut response, offset, is_complete, expires_at);
    Ok(response.finish())
}

/// Sets the length of an upload that was created without one, if the request declares it. As on Supabase, it stays when the
/// rest of the request fails.
async fn declare_length(
    state: &AppState,
    lock: &UploadLock,
    upload: &mut ResumableUpload,
    declared: Option<u64>,
    size_limit: u64,
) -> Result<()> {
    let Some(length) = declared else { return Ok(()) };
    if upload.length.is_some() || length < upload.offset {
        return Err(TusError::LengthRequired);
    }
    if length > size_limit {
        return Err(TusError::MaximumSizeExceeded);
    }
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin()?;
    rows::set_length(&transaction, upload.id.version, lock.id(), length).await?;
    transaction.commit().await.map_err(Error::from)?;
    upload.length = Some(length);
    Ok(())
}
