//! Uploads: streams a request's body to S3, then writes the object's row.
//!
//! Content of a known length is streamed in one PUT. Other content, such as a form's file, is buffered in parts of the
//! smallest size that S3 accepts, and sent by a multipart upload; a semaphore bounds how many uploads buffer a part.

pub mod content;
pub mod part_buffers;
pub mod reservation;
mod robots_tag;
pub mod upload_request;
pub mod user_metadata;

use std::time::Duration;

use bytes::BytesMut;
use chrono::Utc;
use uuid::Uuid;

use service_kit::body_stream::{BodyLimits, ReadTimeout};

use self::content::{Content, ContentBody};
use self::reservation::{Description, Permission, Reservation, Target};
use self::upload_request::UploadRequest;
use crate::app_state::AppState;
use crate::database::objects::{Metadata, Object};
use crate::database::orphans::{self, UPLOAD_LEASE};
use crate::error::{Error, Result};
use crate::orphan_sweeper::remove_in_background;
use crate::s3::Blob;
use crate::s3::multipart_upload::MultipartUpload;

/// How the bodies of uploads are read: at any rate, with pauses of at most 30 seconds.
pub const BODY_LIMITS: BodyLimits = BodyLimits {
    timeout: ReadTimeout::Idle(Duration::from_secs(30)),
    chunk_bytes: 64 * 1024,
    drained_bytes: 16 * 1024 * 1024,
};
/// The smallest part that S3 accepts, in bytes.
const PART_BYTES: usize = 5 * 1024 * 1024;
/// The largest body that S3 accepts in one PUT, in bytes.
const SINGLE_PUT_BYTES: u64 = 5 * 1024 * 1024 * 1024;

/// Stores a file. When it fails, no row is written, and the bytes are removed or left to the orphan sweeper.
pub async fn store(
    state: &AppState,
    permission: &Permission,
    target: &Target,
    upload: UploadRequest,
) -> Result<Object> {
    let UploadRequest { mimetype, cache_control, x_robots_tag, user_metadata, mut content } = upload;
    let user_metadata = user_metadata.as_ref();
    let description = Description { mimetype: &mimetype, size: content.length, user_metadata };
    let Reservation { blob, size_limit } =
        reservation::reserve(state, permission, target, &description).await?;

    let version = blob.version;
    let stored = async {
        content.limit_to(size_limit)?;
        let (e_tag, size) = write_with_lease(state, &blob, content).await?;
        let metadata = Metadata {
            e_tag,
            size,
            mimetype: mimetype.clone(),
            cache_control,
            last_modified: Utc::now(),
            content_length: size,
            http_status_code: 200,
            x_robots_tag,
        };
        reservation::complete(state, target, version, &metadata, user_metadata).await
    };
    let stored = stored.await;
    if stored.is_err() {
        remove_in_background(state, vec![version.to_string()]);
    }
    stored
}

/// Writes the bytes while renewing their lease, which keeps the orphan sweeper from removing them.
async fn write_with_lease(state: &AppState, blob: &Blob, content: Content) -> Result<(String, u64)> {
    tokio::select! {
        written = write(state, blob, content) => written,
        error = renew_lease_forever(state, blob.version) => Err(error),
    }
}

/// Renews the lease of an upload's bytes until a renewal fails for good, and returns the error.
pub async fn renew_lease_forever(state: &AppState, version: Uuid) -> Error {
    loop {
        tokio::time::sleep(UPLOAD_LEASE / 3).await;
        match renew_lease(state, version).await {
            Ok(true) => {}
            Ok(false) => return Error::internal("the bytes of an upload under way were removed"),
            // The lease outlasts a short outage.
            Err(error) => tracing::warn!("cannot renew an upload's lease: {error:?}"),
        }
    }
}

async fn renew_lease(state: &AppState, version: Uuid) -> Result<bool> {
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin()?;
    let renewed = orphans::renew_lease(&transaction, version).await?;
    transaction.commit().await?;
    Ok(renewed)
}

/// Writes bytes, and returns their ETag and length.
pub async fn write(state: &AppState, blob: &Blob, content: Content) -> Result<(String, u64)> {
    match content.length {
        Some(length) if length <= SINGLE_PUT_BYTES => write_in_one_put(state, blob, content, length).await,
        _ => write_parts(state, blob, content).await,
    }
}

async fn write_in_one_put(
    state: &AppState,
    blob: &Blob,
    content: Content,
    length: u64,
) -> Result<(String, u64)> {
    let (body, content_error) = ContentBody::new(content, length);
    match state.s3.put_stream(blob, length, body).await {
        Ok(e_tag) => Ok((e_tag, length)),
        Err(error) => Err(content_error.take().unwrap_or(error)),
    }
}

async fn write_parts(state: &AppState, blob: &Blob, mut content: Content) -> Result<(String, u64)> {
    let _permit = state.part_buffers.acquire().await?;
    let mut buffer = BytesMut::new();
    if !state.part_buffers.read_part(content.fill(&mut buffer, PART_BYTES)).await? {
        let size = buffer.len() as u64;
        let e_tag = state.s3.put_bytes(blob, buffer.freeze()).await?;
        return Ok((e_tag, size));
    }
    let mut multipart_upload = create_multipart_upload(state, blob.clone()).await?;
    record_multipart_upload(state, blob.version, multipart_upload.upload_id()).await?;
    loop {
        // A part is sent completely before the next is read, so that one part is in memory, never two.
        state.s3.upload_part(&mut multipart_upload, buffer.split().freeze()).await?;
        let more = state.part_buffers.read_part(content.fill(&mut buffer, PART_BYTES)).await?;
        if !more {
            break;
        }
    }
    if !buffer.is_empty() {
        state.s3.upload_part(&mut multipart_upload, buffer.freeze()).await?;
    }
    Ok((state.s3.complete_multipart_upload(multipart_upload).await?, content.received()))
}

/// Creates a multipart upload in S3, of bytes that are listed as orphaned. The caller records its id.
pub async fn create_multipart_upload(state: &AppState, blob: Blob) -> Result<MultipartUpload> {
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin()?;
    orphans::announce_s3_upload(&transaction, blob.version).await?;
    transaction.commit().await?;
    drop(connection);
    state.s3.create_multipart_upload(blob).await
}

async fn record_multipart_upload(state: &AppState, version: Uuid, upload_id: &str) -> Result<()> {
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin()?;
    orphans::set_s3_upload(&transaction, version, upload_id).await?;
    transaction.commit().await?;
    Ok(())
}
