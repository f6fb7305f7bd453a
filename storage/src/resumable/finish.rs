//! Completes an upload whose last bytes were received.
//!
//! The offset reaches the length only when the upload is sure to complete, because a client that learns of it from a HEAD
//! request sends nothing more. The completion of an S3 multipart upload cannot be part of a transaction, so the decision
//! is recorded before it, as [`Phase::Completing`]. After a crash the next request of the upload, or the sweeper,
//! continues from there with [`roll_forward`].

use bytes::Bytes;
use chrono::Utc;

use super::access::Access;
use super::error::{Result, TusError};
use super::lock::{UploadLock, find_unlocked};
use super::parts::put_part;
use super::upload_id::UploadId;
use super::upload_metadata::UploadMetadata;
use crate::app_state::AppState;
use crate::database::objects::Metadata;
use crate::database::orphans;
use crate::database::resumable_uploads::{self as rows, Phase, ResumableUpload};
use crate::error::Error;
use crate::orphan_sweeper::remove_in_background;
use crate::s3::multipart_upload::MultipartUpload;
use crate::upload::reservation::{Mode, Target, write_row};

/// What the last request of an upload is checked with, and what the object gets.
pub struct Completion<'a> {
    pub access: &'a Access,
    pub metadata: &'a UploadMetadata,
}

/// Completes an upload with its last bytes: at most one part, and what arrived together with its end. Returns its length.
///
/// # Errors
/// When limits or policies, which may have changed since the request began, reject the object. The upload then stays as
/// it was before the last bytes.
pub async fn finish(
    state: &AppState,
    lock: &UploadLock,
    upload: ResumableUpload,
    last: Bytes,
    completion: &Completion<'_>,
) -> Result<u64> {
    let length = upload.length.ok_or_else(|| Error::internal("the length of the upload is unknown"))?;
    if upload.s3_upload_id.is_none() {
        finish_in_one_put(state, lock, &upload, length, last, completion).await?;
    } else {
        finish_multipart(state, lock, upload, length, last, completion).await?;
    }
    Ok(length)
}

async fn finish_in_one_put(
    state: &AppState,
    lock: &UploadLock,
    upload: &ResumableUpload,
    length: u64,
    bytes: Bytes,
    completion: &Completion<'_>,
) -> Result<()> {
    let version = upload.id.version;
    let e_tag = state.s3.put_bytes(&upload.blob, bytes).await?;
    let Completion { access, metadata } = completion;
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin()?;
    access.check(state, &transaction, version, metadata, Some(length)).await?;
    let object = object_metadata(metadata, e_tag, length);
    let user_metadata = metadata.user_metadata.as_ref();
    let written = write_row(state, &transaction, &access.target, version, &object, user_metadata).await?;
    rows::mark_completed(&transaction, version, lock.id(), length).await?;
    let remainder = upload.remainder_versions();
    orphans::expire(&transaction, &remainder).await?;
    transaction.commit().await.map_err(Error::from)?;
    remove_in_background(state, [written.due, remainder].concat());
    Ok(())
}

async fn finish_multipart(
    state: &AppState,
    lock: &UploadLock,
    mut upload: ResumableUpload,
    length: u64,
    last: Bytes,
    completion: &Completion<'_>,
) -> Result<()> {
    let version = upload.id.version;
    let in_parts = length - last.len() as u64;
    let last_part = match last.is_empty() {
        true => None,
        false => Some(put_part(state, lock, &mut upload, in_parts, last).await?),
    };
    let Completion { access, metadata } = completion;
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin()?;
    access.check(state, &transaction, version, metadata, Some(length)).await?;
    if let Some(part) = last_part {
        rows::record_part(&transaction, version, lock.id(), &part, length).await?;
    }
    let overwrite = access.target.mode != Mode::Create;
    rows::begin_completion(&transaction, version, lock.id(), &access.target.owner, overwrite).await?;
    let remainder = upload.remainder_versions();
    orphans::expire(&transaction, &remainder).await?;
    transaction.commit().await.map_err(Error::from)?;
    remove_in_background(state, remainder);
    drop(connection);
    upload.owner = access.target.owner.clone();
    upload.overwrite = overwrite;
    roll_forward(state, lock, &upload).await
}

/// The upload, which no request writes to. If a crash interrupted its completion, completes it first.
///
/// # Errors
/// As [`find_unlocked`] and [`roll_forward`].
pub async fn find_settled(state: &AppState, id: &UploadId) -> Result<ResumableUpload> {
    let upload = find_unlocked(state, id).await?;
    if upload.phase != Phase::Completing {
        return Ok(upload);
    }
    complete_interrupted(state, id).await?;
    find_unlocked(state, id).await
}

/// Completes an upload whose completion a crash interrupted, unless another request has done so.
pub async fn complete_interrupted(state: &AppState, id: &UploadId) -> Result<()> {
    let lock = UploadLock::acquire(state, id.version).await?;
    let completion = async {
        let upload = find_any(state, id).await?;
        if upload.phase == Phase::Completing { roll_forward(state, &lock, &upload).await } else { Ok(()) }
    };
    lock.hold(state, Box::pin(completion)).await
}

async fn find_any(state: &AppState, id: &UploadId) -> Result<ResumableUpload> {
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin()?;
    rows::find(&transaction, id).await?.ok_or(TusError::NotFound)
}

/// Completes the S3 multipart upload and creates the object.
///
/// # Errors
/// When another object has got the name since, the bucket is gone, or S3 has lost the upload. The upload is then deleted.
pub async fn roll_forward(state: &AppState, lock: &UploadLock, upload: &ResumableUpload) -> Result<()> {
    let length = upload.length.ok_or_else(|| Error::internal("the length of the upload is unknown"))?;
    let s3_upload_id = upload.s3_upload_id.clone();
    let s3_upload_id =
        s3_upload_id.ok_or_else(|| Error::internal("the upload has no multipart upload in S3"))?;
    let parts = parts(state, upload).await?;
    let multipart = MultipartUpload::of_parts(upload.blob.clone(), s3_upload_id, parts, length);
    let created = match state.s3.ensure_complete(multipart).await {
        Ok(e_tag) => create_object(state, lock, upload, e_tag, length).await,
        Err(error) => Err(error),
    };
    match created {
        Err(
            error @ (Error::AlreadyExists | Error::NoSuchBucket | Error::NoSuchUpload | Error::InvalidPart),
        ) => match discard(state, lock, upload).await {
            // The row of the upload has been deleted with its bucket's.
            Ok(()) | Err(Error::Locked) => Err(error.into()),
            Err(error) => Err(error.into()),
        },
        created => Ok(created?),
    }
}

async fn parts(state: &AppState, upload: &ResumableUpload) -> Result<Vec<(i32, String)>, Error> {
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin()?;
    let parts = rows::parts(&transaction, upload.id.version).await?;
    Ok(parts.into_iter().map(|part| (part.number, part.e_tag)).collect())
}

async fn create_object(
    state: &AppState,
    lock: &UploadLock,
    upload: &ResumableUpload,
    e_tag: String,
    length: u64,
) -> Result<(), Error> {
    let UploadId { bucket, key, version } = upload.id.clone();
    let metadata = UploadMetadata::parse(&upload.metadata)?;
    let target = Target {
        bucket,
        key,
        owner: upload.owner.clone(),
        mode: Mode::upsert_if(upload.overwrite),
        precondition: None,
    };
    let object = object_metadata(&metadata, e_tag, length);
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin()?;
    let user_metadata = metadata.user_metadata.as_ref();
    let written = write_row(state, &transaction, &target, version, &object, user_metadata).await?;
    rows::mark_completed(&transaction, version, lock.id(), length).await?;
    transaction.commit().await?;
    remove_in_background(state, written.due);
    Ok(())
}

/// Deletes an upload and its bytes.
pub async fn discard(state: &AppState, lock: &UploadLock, upload: &ResumableUpload) -> Result<(), Error> {
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin()?;
    let versions = rows::delete(&transaction, upload, lock.id()).await?;
    transaction.commit().await?;
    remove_in_background(state, versions);
    Ok(())
}

fn object_metadata(metadata: &UploadMetadata, e_tag: String, length: u64) -> Metadata {
    Metadata {
        e_tag,
        size: length,
        mimetype: metadata.mimetype.clone(),
        cache_control: metadata.cache_control.clone(),
        last_modified: Utc::now(),
        content_length: length,
        http_status_code: 200,
        x_robots_tag: None,
    }
}
