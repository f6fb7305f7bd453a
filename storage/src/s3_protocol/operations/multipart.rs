//! Multipart uploads: begin, complete and abort.

use chrono::Utc;
use s3s::dto::{
    AbortMultipartUploadInput, AbortMultipartUploadOutput, CompleteMultipartUploadInput,
    CompleteMultipartUploadOutput, CompletedPart, CreateMultipartUploadInput, CreateMultipartUploadOutput,
};
use s3s::{S3ErrorCode, S3Result, s3_error};

use super::conditions::{WriteCondition, write_error};
use super::convert::{created, e_tag, user_metadata};
use super::objects::declared_metadata;
use super::uploads::{Continued, continue_upload, lock};
use crate::app_state::AppState;
use crate::caller::Caller;
use crate::database::objects::{self, Metadata};
use crate::database::s3_uploads::{self, NewUpload, Part, UPLOAD_LIFETIME};
use crate::database::{Operation, Transaction, orphans};
use crate::error::{Error, Result};
use crate::orphan_sweeper::remove_in_background;
use crate::s3::multipart_upload::MultipartUpload;
use crate::upload::create_multipart_upload;
use crate::upload::reservation::{self, Description, Mode, Permission, Reservation, Target};

/// The smallest part in bytes, except the last.
const MIN_PART_BYTES: u64 = 5 * 1024 * 1024;
/// The most parts of an upload.
const MAX_PARTS: i64 = 10_000;

pub async fn create(
    state: &AppState,
    caller: Caller,
    input: CreateMultipartUploadInput,
) -> S3Result<CreateMultipartUploadOutput> {
    let (bucket, key) = created(&input.bucket, &input.key)?;
    let metadata = declared_metadata(input.content_type.as_deref(), input.cache_control.as_deref())?;
    let user_metadata = user_metadata(input.metadata);
    let target = Target { bucket, key, owner: caller.owner(), mode: Mode::Upsert, precondition: None };
    let user_metadata = user_metadata.as_ref();
    let description = Description { mimetype: &metadata.mimetype, size: None, user_metadata };
    let permission = Permission::Check(caller, Operation::S3_CREATE_MULTIPART);
    let Reservation { blob, .. } = reservation::reserve(state, &permission, &target, &description).await?;
    let version = blob.version;
    let begun = async {
        let upload = create_multipart_upload(state, blob.clone()).await?;
        let id = upload.upload_id().to_owned();
        let mut connection = state.database.connection().await?;
        let transaction = connection.begin()?;
        orphans::set_s3_upload(&transaction, version, &id).await?;
        if !orphans::reserve_for(&transaction, std::slice::from_ref(&blob), UPLOAD_LIFETIME).await? {
            return Err(Error::internal("the bytes of a new upload were removed"));
        }
        let metadata = serde_json::to_value(&metadata).map_err(Error::internal)?;
        let Target { bucket, key, owner, .. } = &target;
        let upload = NewUpload { id: &id, bucket, key, version, owner, metadata: &metadata, user_metadata };
        s3_uploads::insert(&transaction, &upload).await?;
        transaction.commit().await?;
        Ok(id)
    };
    let begun: Result<String> = begun.await;
    if begun.is_err() {
        remove_in_background(state, vec![version.to_string()]);
    }
    Ok(CreateMultipartUploadOutput {
        bucket: Some(input.bucket),
        key: Some(input.key),
        upload_id: Some(begun?),
        ..CreateMultipartUploadOutput::default()
    })
}

pub async fn abort(
    state: &AppState,
    caller: Caller,
    input: AbortMultipartUploadInput,
) -> S3Result<AbortMultipartUploadOutput> {
    let name = (input.bucket.as_str(), input.key.as_str(), input.upload_id.as_str());
    let continued =
        continue_upload(state, &caller, Operation::S3_ABORT_MULTIPART, name, WriteCondition::NONE).await?;
    let versions = vec![continued.upload.blob.version.to_string()];
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin()?;
    if !s3_uploads::delete(&transaction, &continued.upload.id).await? {
        return Err(S3ErrorCode::NoSuchUpload.into());
    }
    orphans::expire(&transaction, &versions).await?;
    transaction.commit().await.map_err(Error::from)?;
    remove_in_background(state, versions);
    Ok(AbortMultipartUploadOutput::default())
}

pub async fn complete(
    state: &AppState,
    caller: Caller,
    input: CompleteMultipartUploadInput,
) -> S3Result<CompleteMultipartUploadOutput> {
    let condition = WriteCondition::read(input.if_match.as_ref(), input.if_none_match.as_ref())?;
    let mode = condition.mode;
    let name = (input.bucket.as_str(), input.key.as_str(), input.upload_id.as_str());
    let operation = Operation::S3_COMPLETE_MULTIPART;
    let continued = continue_upload(state, &caller, operation, name, condition).await?;
    let parts = stored_parts(state, &continued).await?;
    let wanted = input.multipart_upload.and_then(|upload| upload.parts).unwrap_or_default();
    let parts = choose_parts(parts, wanted)?;
    let size: u64 = parts.iter().map(|part| part.size).sum();
    if size > continued.size_limit {
        return Err(Error::EntityTooLarge.into());
    }
    if input.mpu_object_size.is_some_and(|announced| u64::try_from(announced) != Ok(size)) {
        return Err(s3_error!(InvalidRequest, "x-amz-mp-object-size is not the size of the parts"));
    }
    let tag = assemble(state, &continued, &parts, size).await?;
    let finished = finish(state, continued, tag, size).await.map_err(|error| write_error(error, mode))?;
    let tag = finished.ok_or(S3ErrorCode::NoSuchUpload)?;
    Ok(CompleteMultipartUploadOutput {
        location: Some(format!("/{}/{}", input.bucket, input.key)),
        bucket: Some(input.bucket),
        key: Some(input.key),
        e_tag: Some(e_tag(&tag)),
        ..CompleteMultipartUploadOutput::default()
    })
}

async fn stored_parts(state: &AppState, continued: &Continued) -> S3Result<Vec<Part>> {
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin()?;
    lock(&transaction, &continued.upload).await?;
    let parts = s3_uploads::parts(&transaction, &continued.upload.id, 0, MAX_PARTS).await?;
    transaction.commit().await.map_err(Error::from)?;
    Ok(parts)
}

/// The parts that the client names, or all if it names none.
fn choose_parts(stored: Vec<Part>, wanted: Vec<CompletedPart>) -> S3Result<Vec<Part>> {
    let chosen = if wanted.is_empty() { stored } else { named_parts(stored, &wanted)? };
    let Some((_, all_but_last)) = chosen.split_last() else {
        return Err(s3_error!(InvalidPart, "the upload has no parts"));
    };
    if all_but_last.iter().any(|part| part.size < MIN_PART_BYTES) {
        return Err(S3ErrorCode::EntityTooSmall.into());
    }
    Ok(chosen)
}

fn named_parts(stored: Vec<Part>, wanted: &[CompletedPart]) -> S3Result<Vec<Part>> {
    let mut chosen = Vec::with_capacity(wanted.len());
    let mut stored = stored.into_iter();
    let mut previous = 0;
    for part in wanted {
        let number = part.part_number.ok_or(S3ErrorCode::MalformedXML)?;
        if number <= previous {
            return Err(S3ErrorCode::InvalidPartOrder.into());
        }
        previous = number;
        let found = stored.find(|stored| stored.number == number).filter(|stored| {
            part.e_tag.as_ref().is_none_or(|tag| tag.value() == e_tag(&stored.e_tag).value())
        });
        chosen.push(found.ok_or(S3ErrorCode::InvalidPart)?);
    }
    Ok(chosen)
}

/// Completes the upload in the backing S3, unless that was done before a crash. Returns the object's ETag.
async fn assemble(state: &AppState, continued: &Continued, parts: &[Part], size: u64) -> S3Result<String> {
    let upload = &continued.upload;
    let parts = parts.iter().map(|part| (part.number, part.e_tag.clone())).collect();
    let multipart = MultipartUpload::of_parts(upload.blob.clone(), upload.id.clone(), parts, size);
    Ok(state.s3.ensure_complete(multipart).await?)
}

/// Writes the object's row and deletes the upload's, in one transaction: a request that reserves the bytes of an upload
/// must not find one whose bytes an object has. None when the upload is over and its object is not there.
async fn finish(state: &AppState, continued: Continued, e_tag: String, size: u64) -> Result<Option<String>> {
    let Continued { upload, target, metadata, .. } = continued;
    let metadata = Metadata {
        e_tag: e_tag.clone(),
        size,
        last_modified: Utc::now(),
        content_length: size,
        http_status_code: 200,
        ..metadata
    };
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin()?;
    if !s3_uploads::delete(&transaction, &upload.id).await? {
        // Another request for the same upload was faster.
        let is_written = is_written(&transaction, &target, &upload.blob.version.to_string()).await?;
        return Ok(is_written.then_some(e_tag));
    }
    let user_metadata = upload.user_metadata.as_ref();
    let written =
        reservation::write_row(state, &transaction, &target, upload.blob.version, &metadata, user_metadata)
            .await?;
    transaction.commit().await?;
    remove_in_background(state, written.due);
    Ok(Some(e_tag))
}

async fn is_written(transaction: &Transaction<'_>, target: &Target, version: &str) -> Result<bool> {
    match objects::find(transaction, &target.bucket, &target.key).await {
        Ok(object) => Ok(object.version.as_deref() == Some(version)),
        Err(Error::NoSuchKey) => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use s3s::dto::ETag;

    fn stored(sizes: &[u64]) -> Vec<Part> {
        let parts = (1..).zip(sizes).map(|(number, size)| Part {
            number,
            e_tag: format!("\"tag{number}\""),
            size: *size,
            created_at: Utc::now(),
        });
        parts.collect()
    }

    fn wanted(numbers: &[i32]) -> Vec<CompletedPart> {
        let part = |number: &i32| CompletedPart {
            part_number: Some(*number),
            e_tag: Some(ETag::Strong(format!("tag{number}"))),
            ..CompletedPart::default()
        };
        numbers.iter().map(part).collect()
    }

    fn choose(sizes: &[u64], numbers: &[i32]) -> Result<Vec<i32>, S3ErrorCode> {
        let chosen = choose_parts(stored(sizes), wanted(numbers));
        chosen
            .map(|parts| parts.iter().map(|part| part.number).collect())
            .map_err(|error| error.code().clone())
    }

    #[test]
    fn parts_are_named_in_order_and_large_enough() {
        const LARGE: u64 = MIN_PART_BYTES;
        assert_eq!(choose(&[LARGE, LARGE, 1], &[1, 2, 3]), Ok(vec![1, 2, 3]));
        assert_eq!(choose(&[LARGE, 1, LARGE], &[1, 3]), Ok(vec![1, 3]));
        assert_eq!(choose(&[LARGE, 1], &[]), Ok(vec![1, 2]));
        assert_eq!(choose(&[LARGE, LARGE], &[2, 1]), Err(S3ErrorCode::InvalidPartOrder));
        assert_eq!(choose(&[LARGE, LARGE], &[1, 1]), Err(S3ErrorCode::InvalidPartOrder));
        assert_eq!(choose(&[LARGE], &[1, 2]), Err(S3ErrorCode::InvalidPart));
        assert_eq!(choose(&[], &[]), Err(S3ErrorCode::InvalidPart));
        assert_eq!(choose(&[1, LARGE], &[1, 2]), Err(S3ErrorCode::EntityTooSmall));
        let mut other = wanted(&[1]);
        other[0].e_tag = Some(ETag::Strong("other".to_owned()));
        assert_eq!(choose_parts(stored(&[1]), other).err().unwrap().code(), &S3ErrorCode::InvalidPart);
    }
}
