//! `POST`: creates an upload. If the body has bytes of it, receives them too.

use actix_web::http::StatusCode;
use actix_web::http::header::LOCATION;
use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use service_kit::body_stream::{self, BodyStream};
use telemetry::in_current_trace;
use tracing::Instrument;
use uuid::Uuid;

use super::access::{Access, Credentials};
use super::error::{Result, TusError};
use super::finish::Completion;
use super::headers::TusHeaders;
use super::location::location;
use super::lock::UploadLock;
use super::part_size::part_size;
use super::receive::{Receiver, limited};
use super::response::{insert_end, insert_progress, tus_response};
use super::upload_id::UploadId;
use super::upload_metadata::UploadMetadata;
use crate::app_state::AppState;
use crate::database::Operation;
use crate::database::resumable_uploads::{self as rows, NewResumableUpload, ResumableUpload};
use crate::error::Error;
use crate::names::{BucketName, ObjectKey};
use crate::upload;

/// Runs in a task of its own, which is not cancelled when the client disconnects, so that it keeps what was received.
pub async fn create(
    state: Data<AppState>,
    credentials: Credentials,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse> {
    let (body, reader) = body_stream::read(payload, upload::BODY_LIMITS);
    let creation = async move {
        let response = create_and_receive(&state, credentials, &request, body).await;
        reader.finish().await;
        response
    };
    actix_web::rt::spawn(in_current_trace(creation.in_current_span())).await.map_err(Error::internal)?
}

async fn create_and_receive(
    state: &AppState,
    credentials: Credentials,
    request: &HttpRequest,
    body: BodyStream,
) -> Result<HttpResponse> {
    let headers = TusHeaders::read(request, request.method())?;
    if headers.upload_concat {
        return Err(TusError::ConcatenationUnsupported);
    }
    if headers.upload_length.is_some() == headers.defer_length {
        return Err(TusError::LengthRequired);
    }
    let content_length = headers.content_length.filter(|_| headers.has_content);
    if headers.upload_length.zip(content_length).is_some_and(|(length, content)| content > length) {
        return Err(TusError::SizeExceeded);
    }
    let text = headers.upload_metadata.as_deref().ok_or(TusError::MetadataRequired)?;
    let metadata = UploadMetadata::parse(text)?;
    let id = UploadId {
        bucket: BucketName::parse(&metadata.bucket_name)?,
        key: ObjectKey::parse(&metadata.object_name)?,
        version: Uuid::new_v4(),
    };
    let is_signed = credentials.is_signature();
    let access = credentials.grant(state, &id, Operation::RESUMABLE_CREATE, headers.upsert)?;

    let is_empty = headers.upload_length == Some(0);
    let lock = (headers.has_content || is_empty).then(|| UploadLock::new(id.version));
    let (upload, size_limit) = insert(state, &access, &id, text, &metadata, &headers, lock.as_ref()).await?;

    let mut response = tus_response(StatusCode::CREATED);
    response.insert_header((LOCATION, location(&state.resumable, request, &id, is_signed)));
    let Some(lock) = lock else {
        insert_end(&mut response, false, upload.expires_at);
        return Ok(response.finish());
    };
    let (length, expires_at) = (upload.length, upload.expires_at);
    let completion = Completion { access: &access, metadata: &metadata };
    let receiving = async {
        let content = limited(body, &headers, &upload, size_limit)?;
        Receiver::new(state, &lock, upload).run(content, &completion).await
    };
    let offset = lock.hold(state, Box::pin(receiving)).await?;
    insert_progress(&mut response, offset, length == Some(offset), expires_at);
    Ok(response.finish())
}

/// Checks limits and policies, and inserts the upload. Returns it with the size limit in bytes.
async fn insert(
    state: &AppState,
    access: &Access,
    id: &UploadId,
    text: &str,
    metadata: &UploadMetadata,
    headers: &TusHeaders,
    lock: Option<&UploadLock>,
) -> Result<(ResumableUpload, u64)> {
    let length = headers.upload_length;
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin()?;
    let size_limit = access.check(state, &transaction, id.version, metadata, length).await?;
    let new = NewResumableUpload {
        id,
        metadata: text,
        length,
        part_bytes: part_size(length.unwrap_or(size_limit)),
        lifetime: state.resumable.lifetime,
        lock: lock.map(UploadLock::id),
    };
    let upload = rows::insert(&transaction, &new).await?;
    transaction.commit().await.map_err(Error::from)?;
    Ok((upload, size_limit))
}
