//! The parts of an upload's S3 multipart upload.

use bytes::Bytes;

use super::error::{Result, TusError};
use super::lock::UploadLock;
use crate::app_state::AppState;
use crate::database::resumable_uploads::{self as rows, Part, ResumableUpload};
use crate::error::Error;
use crate::s3::parts::PartId;
use crate::upload::create_multipart_upload;

/// Writes the part that begins at `offset`. The caller records it.
pub async fn put_part(
    state: &AppState,
    lock: &UploadLock,
    upload: &mut ResumableUpload,
    offset: u64,
    bytes: Bytes,
) -> Result<Part> {
    let upload_id = ensure_multipart_upload(state, lock, upload).await?;
    // All parts before this one have the same size.
    let number = offset / upload.part_bytes + 1;
    let number = i32::try_from(number).map_err(|_| TusError::MaximumSizeExceeded)?;
    let part = PartId { blob: &upload.blob, upload_id: &upload_id, number };
    let e_tag = state.s3.put_part_bytes(&part, bytes).await?;
    Ok(Part { number, e_tag })
}

/// The id of the S3 multipart upload, which begins with the first part.
async fn ensure_multipart_upload(
    state: &AppState,
    lock: &UploadLock,
    upload: &mut ResumableUpload,
) -> Result<String> {
    if let Some(id) = &upload.s3_upload_id {
        return Ok(id.clone());
    }
    let version = upload.id.version;
    let id = create_multipart_upload(state, upload.blob.clone()).await?.upload_id().to_owned();
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin()?;
    rows::set_s3_upload(&transaction, version, lock.id(), &id).await?;
    transaction.commit().await.map_err(Error::from)?;
    upload.s3_upload_id = Some(id.clone());
    Ok(id)
}
