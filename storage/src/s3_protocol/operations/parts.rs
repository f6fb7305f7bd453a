//! The parts of a multipart upload: received, copied from an object, and listed.

use s3s::dto::{
    CopyPartResult, ListPartsInput, ListPartsOutput, Part as ListedPart, UploadPartCopyInput,
    UploadPartCopyOutput, UploadPartInput, UploadPartOutput,
};
use s3s::{S3ErrorCode, S3Result, s3_error};
use uuid::Uuid;

use super::conditions::{Conditions, WriteCondition};
use super::convert::{content, e_tag, existing, length, timestamp};
use super::objects::find;
use super::uploads::{Continued, continue_upload, lock};
use crate::app_state::AppState;
use crate::caller::Caller;
use crate::database::s3_uploads::{self, NewPart};
use crate::database::{Operation, assume_caller_role};
use crate::error::{Error, Result};
use crate::s3::ByteRange;
use crate::s3::parts::PartId;
use crate::s3_protocol::copy_source::CopiedObject;
use crate::upload::content::ContentBody;

/// The largest part in bytes.
const MAX_PART_BYTES: u64 = 5 * 1024 * 1024 * 1024;
const PART_NUMBERS: std::ops::RangeInclusive<i32> = 1..=10_000;
/// The most parts of a page.
const MAX_PARTS: i32 = 1000;

pub async fn upload(state: &AppState, caller: Caller, input: UploadPartInput) -> S3Result<UploadPartOutput> {
    let content = content(input.body, input.content_length)?;
    let size = content.length.unwrap_or_default();
    check_part(input.part_number, size)?;
    let name = (input.bucket.as_str(), input.key.as_str(), input.upload_id.as_str());
    let continued =
        continue_upload(state, &caller, Operation::S3_UPLOAD_PART, name, WriteCondition::NONE).await?;
    let reserved = reserve(state, &continued, input.part_number, size).await?;
    let (body, content_error) = ContentBody::new(content, size);
    let written = state.s3.put_part_stream(&reserved.id(&continued), size, body).await;
    let written = written.map_err(|error| content_error.take().unwrap_or(error));
    let tag = settle(state, &continued, &reserved, written).await?;
    Ok(UploadPartOutput {
        checksum_crc32: input.checksum_crc32,
        checksum_crc32c: input.checksum_crc32c,
        checksum_crc64nvme: input.checksum_crc64nvme,
        checksum_sha1: input.checksum_sha1,
        checksum_sha256: input.checksum_sha256,
        e_tag: Some(e_tag(&tag)),
        ..UploadPartOutput::default()
    })
}

pub async fn copy(
    state: &AppState,
    caller: Caller,
    source: CopiedObject,
    input: UploadPartCopyInput,
) -> S3Result<UploadPartCopyOutput> {
    let operation = Operation::S3_UPLOAD_PART_COPY;
    let source = find(state, &caller, operation, &source.bucket, &source.key).await?;
    let metadata = source.metadata()?;
    let conditions = Conditions {
        if_match: input.copy_source_if_match,
        if_none_match: input.copy_source_if_none_match,
        if_modified_since: input.copy_source_if_modified_since,
        if_unmodified_since: input.copy_source_if_unmodified_since,
    };
    conditions.check_source(&metadata)?;
    let range =
        input.copy_source_range.as_deref().map(|text| copied_range(text, metadata.size)).transpose()?;
    let size = range.map_or(metadata.size, ByteRange::length);
    check_part(input.part_number, size)?;
    let name = (input.bucket.as_str(), input.key.as_str(), input.upload_id.as_str());
    let continued = continue_upload(state, &caller, operation, name, WriteCondition::NONE).await?;
    let source = source.blob()?;
    let reserved = reserve(state, &continued, input.part_number, size).await?;
    let written = state.s3.copy_part(&reserved.id(&continued), &source, range, size).await;
    let tag = settle(state, &continued, &reserved, written).await?;
    let result = CopyPartResult {
        e_tag: Some(e_tag(&tag)),
        last_modified: Some(timestamp(chrono::Utc::now())),
        ..CopyPartResult::default()
    };
    Ok(UploadPartCopyOutput { copy_part_result: Some(result), ..UploadPartCopyOutput::default() })
}

fn check_part(number: i32, size: u64) -> S3Result<()> {
    if !PART_NUMBERS.contains(&number) {
        return Err(s3_error!(
            InvalidArgument,
            "Part number must be an integer between 1 and 10000, inclusive"
        ));
    }
    if size > MAX_PART_BYTES { Err(Error::EntityTooLarge.into()) } else { Ok(()) }
}

/// `bytes=first-last`, inside the source. Other forms of a range are not allowed here.
fn copied_range(text: &str, size: u64) -> S3Result<ByteRange> {
    let invalid =
        || s3_error!(InvalidArgument, "x-amz-copy-source-range is not bytes=first-last in the source");
    let (first, last) =
        text.strip_prefix("bytes=").and_then(|range| range.split_once('-')).ok_or_else(invalid)?;
    let range = ByteRange {
        first: first.parse().map_err(|_| invalid())?,
        last: last.parse().map_err(|_| invalid())?,
    };
    if range.first <= range.last && range.last < size { Ok(range) } else { Err(invalid()) }
}

/// A part whose bytes count against the upload's size, and which may now be written.
struct ReservedPart {
    row: Uuid,
    number: i32,
    /// In bytes.
    size: u64,
}

impl ReservedPart {
    fn id<'a>(&self, continued: &'a Continued) -> PartId<'a> {
        let upload = &continued.upload;
        PartId { blob: &upload.blob, upload_id: &upload.id, number: self.number }
    }
}

fn columns(continued: &Continued, number: i32, size: u64) -> NewPart<'_> {
    let Continued { upload, target, .. } = continued;
    NewPart { upload, number, size, bucket: &target.bucket, key: &target.key, owner: &target.owner }
}

/// Reserves the bytes of a part within the size limit.
async fn reserve(state: &AppState, continued: &Continued, number: i32, size: u64) -> S3Result<ReservedPart> {
    let Continued { upload, size_limit, .. } = continued;
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin()?;
    lock(&transaction, upload).await?;
    let others = s3_uploads::size_without_part(&transaction, &upload.id, number).await?;
    if others.saturating_add(size) > *size_limit {
        return Err(Error::EntityTooLarge.into());
    }
    let row = s3_uploads::reserve_part(&transaction, &columns(continued, number, size)).await?;
    transaction.commit().await.map_err(Error::from)?;
    Ok(ReservedPart { row, number, size })
}

/// Records a part that was written, or releases its reservation. Returns its ETag.
async fn settle(
    state: &AppState,
    continued: &Continued,
    reserved: &ReservedPart,
    written: Result<String>,
) -> S3Result<String> {
    let recorded = match written {
        Ok(tag) => record(state, continued, reserved, &tag).await.map(|()| tag),
        Err(error) => Err(error.into()),
    };
    if recorded.is_err() {
        release(state, reserved.row).await;
    }
    recorded
}

async fn record(state: &AppState, continued: &Continued, reserved: &ReservedPart, tag: &str) -> S3Result<()> {
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin()?;
    lock(&transaction, &continued.upload).await?;
    let ReservedPart { row, number, size } = *reserved;
    s3_uploads::complete_part(&transaction, &columns(continued, number, size), row, tag).await?;
    transaction.commit().await.map_err(Error::from)?;
    Ok(())
}

/// Releases a reservation. One that stays counts against the upload's size until its part is sent again.
async fn release(state: &AppState, row: Uuid) {
    let released = async {
        let mut connection = state.database.connection().await?;
        let transaction = connection.begin()?;
        s3_uploads::release_part(&transaction, row).await?;
        transaction.commit().await.map_err(Error::from)
    };
    if let Err(error) = released.await {
        tracing::warn!(cause = error.cause(), "cannot release the reservation of a part");
    }
}

/// Lists the parts that the caller's policies on `storage.s3_multipart_uploads_parts` show.
pub async fn list(state: &AppState, caller: &Caller, input: ListPartsInput) -> S3Result<ListPartsOutput> {
    let (bucket, key) = existing(&input.bucket, &input.key)?;
    let max_parts = input.max_parts.unwrap_or(MAX_PARTS).clamp(1, MAX_PARTS);
    let after = input.part_number_marker.unwrap_or_default();
    let mut found = {
        let mut connection = state.database.connection().await?;
        let transaction = connection.begin()?;
        let upload = s3_uploads::find(&transaction, &input.upload_id, &bucket, &key).await?;
        let upload = upload.ok_or(S3ErrorCode::NoSuchUpload)?;
        assume_caller_role(&transaction, caller, Operation::S3_LIST_PARTS).await?;
        s3_uploads::parts(&transaction, &upload.id, after, i64::from(max_parts) + 1).await?
    };
    let is_truncated = found.len() > max_parts.unsigned_abs() as usize;
    found.truncate(max_parts.unsigned_abs() as usize);
    let next = found.last().filter(|_| is_truncated).map(|part| part.number);
    let parts = found.into_iter().map(|part| ListedPart {
        e_tag: Some(e_tag(&part.e_tag)),
        last_modified: Some(timestamp(part.created_at)),
        part_number: Some(part.number),
        size: Some(length(part.size)),
        ..ListedPart::default()
    });
    Ok(ListPartsOutput {
        bucket: Some(input.bucket),
        key: Some(input.key),
        upload_id: Some(input.upload_id),
        part_number_marker: input.part_number_marker,
        next_part_number_marker: next,
        max_parts: Some(max_parts),
        is_truncated: Some(is_truncated),
        parts: Some(parts.collect()),
        ..ListPartsOutput::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_only_ranges_inside_the_source() {
        assert_eq!(copied_range("bytes=0-9", 10).unwrap(), ByteRange { first: 0, last: 9 });
        for invalid in ["bytes=-5", "bytes=5-", "bytes=5-4", "bytes=0-10", "0-9", "bytes=a-b"] {
            assert!(copied_range(invalid, 10).is_err(), "{invalid}");
        }
    }
}
