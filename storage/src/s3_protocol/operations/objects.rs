//! Objects: read, write and delete.

use futures_util::stream;
use hyper::header::{CONTENT_SECURITY_POLICY, HeaderMap, HeaderValue, X_CONTENT_TYPE_OPTIONS};
use s3s::dto::{
    DeleteObjectInput, DeleteObjectOutput, DeleteObjectsInput, DeleteObjectsOutput, DeletedObject,
    Error as DeleteError, GetObjectInput, GetObjectOutput, GetObjectTaggingInput, GetObjectTaggingOutput,
    HeadObjectInput, HeadObjectOutput, PutObjectInput, PutObjectOutput, Range, StreamingBlob,
};
use s3s::{S3Response, S3Result, s3_error};

use super::conditions::{Conditions, WriteCondition, write_error};
use super::convert::{
    content, created, e_tag, existing, existing_bucket, length, metadata_headers, timestamp, user_metadata,
};
use crate::app_state::AppState;
use crate::caller::Caller;
use crate::database::Operation;
use crate::database::bucket_read::{BucketRead, PublicBucket};
use crate::database::objects::{self, Metadata, Object};
use crate::error::{Error, Result};
use crate::headers::storable_value;
use crate::names::{BucketName, ObjectKey};
use crate::routes::remove::remove;
use crate::s3::parts::StoredPart;
use crate::s3::{Blob, ByteRange, Download};
use crate::upload;
use crate::upload::reservation::{Permission, Target};
use crate::upload::upload_request::{DEFAULT_CACHE_CONTROL, DEFAULT_MIMETYPE, UploadRequest};

/// The attempts to read an object that is overwritten between the reads of its row and of its bytes.
const ATTEMPTS: usize = 3;
/// The most keys of a bulk deletion.
const MAX_KEYS: usize = 1000;

/// An object that the caller may read.
pub async fn find(
    state: &AppState,
    caller: &Caller,
    operation: Operation,
    bucket: &BucketName,
    key: &ObjectKey,
) -> Result<Object> {
    let read = BucketRead { caller, operation, bucket, public: PublicBucket::AsOthers };
    objects::find_as(&state.database.connection().await?, &read, key).await
}

pub async fn get(
    state: &AppState,
    caller: &Caller,
    input: GetObjectInput,
) -> S3Result<S3Response<GetObjectOutput>> {
    check_version(input.version_id.as_deref())?;
    let (bucket, key) = existing(&input.bucket, &input.key)?;
    let conditions = Conditions {
        if_match: input.if_match,
        if_none_match: input.if_none_match,
        if_modified_since: input.if_modified_since,
        if_unmodified_since: input.if_unmodified_since,
    };
    let mut attempts = 0;
    let (object, metadata, Section { part, range }, download) = loop {
        attempts += 1;
        let object = find(state, caller, Operation::S3_GET_OBJECT, &bucket, &key).await?;
        let metadata = object.metadata()?;
        conditions.check_download(&metadata)?;
        let blob = object.blob()?;
        let section = Section::read(state, &blob, input.range.as_ref(), input.part_number, metadata.size);
        let opened = match section.await {
            Ok(section) => state.s3.get(&blob, section.range).await.map(|download| (section, download)),
            Err(error) => Err(error),
        };
        match opened {
            Ok((section, download)) => break (object, metadata, section, download),
            // It may have been overwritten, and its earlier bytes removed.
            Err(Error::BytesMissing) if attempts < ATTEMPTS => {}
            Err(error) => return Err(error.into()),
        }
    };
    let size = range.map_or(metadata.size, ByteRange::length);
    let (headers, missing) = metadata_headers(object.user_metadata.as_ref());
    let output = GetObjectOutput {
        accept_ranges: Some("bytes".to_owned()),
        body: Some(StreamingBlob::wrap(chunks(download))),
        cache_control: Some(metadata.cache_control),
        content_length: Some(length(size)),
        content_range: range.map(|range| format!("bytes {}-{}/{}", range.first, range.last, metadata.size)),
        content_type: Some(metadata.mimetype),
        e_tag: Some(e_tag(&metadata.e_tag)),
        last_modified: Some(timestamp(metadata.last_modified)),
        metadata: Some(headers),
        missing_meta: (missing > 0).then_some(missing),
        parts_count: part.and_then(|part| part.count),
        ..GetObjectOutput::default()
    };
    Ok(S3Response::with_headers(output, protective_headers()))
}

/// A presigned URL opens in a browser: an uploaded page must not run as one of this origin.
fn protective_headers() -> HeaderMap {
    HeaderMap::from_iter([
        (CONTENT_SECURITY_POLICY, HeaderValue::from_static("sandbox; default-src 'none'")),
        (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    ])
}

fn chunks(
    download: Download,
) -> impl futures_util::Stream<Item = Result<bytes::Bytes>> + Send + Sync + 'static {
    stream::unfold(download, async |mut download| download.next().await.map(|chunk| (chunk, download)))
}

/// The section of an object that a request reads.
struct Section {
    /// The part that the request names.
    part: Option<StoredPart>,
    /// None for all bytes.
    range: Option<ByteRange>,
}

impl Section {
    async fn read(
        state: &AppState,
        blob: &Blob,
        range: Option<&Range>,
        part_number: Option<i32>,
        size: u64,
    ) -> Result<Self> {
        match (range, part_number) {
            (None, None) => Ok(Self { part: None, range: None }),
            (Some(range), None) => Ok(Self { part: None, range: Some(byte_range(range, size)?) }),
            (None, Some(number)) => {
                let part = state.s3.part(blob, number).await?;
                Ok(Self { part: Some(part), range: part.range })
            }
            (Some(_), Some(_)) => Err(Error::InvalidRequest(
                "Cannot specify both Range header and partNumber query parameter".to_owned(),
            )),
        }
    }
}

fn byte_range(range: &Range, size: u64) -> Result<ByteRange> {
    let range = range.check(size).map_err(|_| Error::InvalidRange { size })?;
    let last = range.end.checked_sub(1).filter(|_| !range.is_empty());
    Ok(ByteRange { first: range.start, last: last.ok_or(Error::InvalidRange { size })? })
}

pub async fn head(state: &AppState, caller: &Caller, input: HeadObjectInput) -> S3Result<HeadObjectOutput> {
    check_version(input.version_id.as_deref())?;
    let (bucket, key) = existing(&input.bucket, &input.key)?;
    let object = find(state, caller, Operation::S3_HEAD_OBJECT, &bucket, &key).await?;
    let metadata = object.metadata()?;
    let conditions = Conditions {
        if_match: input.if_match,
        if_none_match: input.if_none_match,
        if_modified_since: input.if_modified_since,
        if_unmodified_since: input.if_unmodified_since,
    };
    conditions.check_download(&metadata)?;
    let blob = object.blob()?;
    let section = Section::read(state, &blob, input.range.as_ref(), input.part_number, metadata.size);
    let Section { part, range } = section.await?;
    let (headers, missing) = metadata_headers(object.user_metadata.as_ref());
    Ok(HeadObjectOutput {
        accept_ranges: Some("bytes".to_owned()),
        cache_control: Some(metadata.cache_control),
        content_length: Some(length(range.map_or(metadata.size, ByteRange::length))),
        content_range: range.map(|range| format!("bytes {}-{}/{}", range.first, range.last, metadata.size)),
        content_type: Some(metadata.mimetype),
        e_tag: Some(e_tag(&metadata.e_tag)),
        last_modified: Some(timestamp(metadata.last_modified)),
        metadata: Some(headers),
        missing_meta: (missing > 0).then_some(missing),
        parts_count: part.and_then(|part| part.count),
        ..HeadObjectOutput::default()
    })
}

/// Objects have no tags.
pub async fn tagging(
    state: &AppState,
    caller: &Caller,
    input: GetObjectTaggingInput,
) -> S3Result<GetObjectTaggingOutput> {
    let (bucket, key) = existing(&input.bucket, &input.key)?;
    find(state, caller, Operation::S3_GET_OBJECT_TAGGING, &bucket, &key).await?;
    Ok(GetObjectTaggingOutput::default())
}

fn check_version(version: Option<&str>) -> S3Result<()> {
    match version {
        None | Some("null") => Ok(()),
        Some(_) => Err(s3_error!(NoSuchVersion, "buckets have no versions")),
    }
}

pub async fn put(state: &AppState, caller: Caller, input: PutObjectInput) -> S3Result<PutObjectOutput> {
    let (bucket, key) = created(&input.bucket, &name_of_written(&input))?;
    let condition = WriteCondition::read(input.if_match.as_ref(), input.if_none_match.as_ref())?;
    let WriteCondition { mode, precondition } = condition;
    let upload = UploadRequest {
        mimetype: storable_value(input.content_type.as_deref().unwrap_or(DEFAULT_MIMETYPE))?,
        cache_control: storable_value(input.cache_control.as_deref().unwrap_or(DEFAULT_CACHE_CONTROL))?,
        x_robots_tag: None,
        user_metadata: user_metadata(input.metadata),
        content: content(input.body, input.content_length)?,
    };
    let target = Target { bucket, key, owner: caller.owner(), mode, precondition };
    let permission = Permission::Check(caller, Operation::S3_UPLOAD);
    let stored = upload::store(state, &permission, &target, upload).await;
    let object = stored.map_err(|error| write_error(error, mode))?;
    Ok(PutObjectOutput {
        checksum_crc32: input.checksum_crc32,
        checksum_crc32c: input.checksum_crc32c,
        checksum_crc64nvme: input.checksum_crc64nvme,
        checksum_sha1: input.checksum_sha1,
        checksum_sha256: input.checksum_sha256,
        e_tag: Some(e_tag(&object.metadata()?.e_tag)),
        ..PutObjectOutput::default()
    })
}

/// S3 clients keep an empty folder as an empty object whose name ends with a slash, Supabase as a placeholder in it.
fn name_of_written(input: &PutObjectInput) -> String {
    let is_folder = input.key.ends_with('/') && input.content_length == Some(0);
    if is_folder { format!("{}.emptyFolderPlaceholder", input.key) } else { input.key.clone() }
}

/// Succeeds for a missing object, as S3 does.
pub async fn delete(
    state: &AppState,
    caller: &Caller,
    input: DeleteObjectInput,
) -> S3Result<DeleteObjectOutput> {
    check_version(input.version_id.as_deref())?;
    let bucket = existing_bucket(&input.bucket)?;
    let denied = delete_keys(state, caller, Operation::S3_DELETE_OBJECT, &bucket, &[input.key]).await?;
    if denied.is_empty() {
        Ok(DeleteObjectOutput::default())
    } else {
        Err(s3_error!(AccessDenied, "Access Denied"))
    }
}

pub async fn delete_many(
    state: &AppState,
    caller: &Caller,
    input: DeleteObjectsInput,
) -> S3Result<DeleteObjectsOutput> {
    let bucket = existing_bucket(&input.bucket)?;
    let keys: Vec<String> = input.delete.objects.into_iter().map(|object| object.key).collect();
    if keys.len() > MAX_KEYS {
        return Err(s3_error!(MalformedXML, "a request deletes at most {MAX_KEYS} keys"));
    }
    let denied = delete_keys(state, caller, Operation::S3_DELETE_OBJECTS, &bucket, &keys).await?;
    let quiet = input.delete.quiet.unwrap_or_default();
    let deleted = keys.into_iter().filter(|key| !quiet && !denied.contains(key));
    let deleted = deleted.map(|key| DeletedObject { key: Some(key), ..DeletedObject::default() }).collect();
    let errors = denied.into_iter().map(|key| DeleteError {
        code: Some("AccessDenied".to_owned()),
        key: Some(key),
        message: Some("Access Denied".to_owned()),
        version_id: None,
    });
    Ok(DeleteObjectsOutput { deleted: Some(deleted), errors: Some(errors.collect()), request_charged: None })
}

/// Deletes objects, and returns the keys of those that exist and that the caller may not delete.
async fn delete_keys(
    state: &AppState,
    caller: &Caller,
    operation: Operation,
    bucket: &BucketName,
    keys: &[String],
) -> Result<Vec<String>> {
    let removed = remove(state, caller, operation, bucket, keys).await?;
    let is_removed = |key: &&String| removed.iter().any(|object| object.name == **key);
    let left: Vec<String> = keys.iter().filter(|key| !is_removed(key)).cloned().collect();
    if left.is_empty() {
        return Ok(left);
    }
    // As the owner of the tables: the caller may not see what it may not delete.
    objects::existing_keys(&state.database.connection().await?, bucket, &left).await
}

/// The metadata that an upload has before its content is known.
pub fn declared_metadata(content_type: Option<&str>, cache_control: Option<&str>) -> Result<Metadata> {
    let metadata = serde_json::json!({
        "mimetype": storable_value(content_type.unwrap_or(DEFAULT_MIMETYPE))?,
        "cacheControl": storable_value(cache_control.unwrap_or(DEFAULT_CACHE_CONTROL))?,
    });
    serde_json::from_value(metadata).map_err(Error::internal)
}
