//! The operations, as `s3s` calls them. All others, including deleting a bucket, return `NotImplemented`. Objects have no
//! metadata but ETag, size and parts.

use std::ops::Range;
use std::path::Path;
use std::time::SystemTime;

use async_trait::async_trait;
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use s3s::dto::{
    AbortMultipartUploadInput, AbortMultipartUploadOutput, CommonPrefix, CompleteMultipartUploadInput,
    CompleteMultipartUploadOutput, CopyObjectInput, CopyObjectOutput, CopyObjectResult, CopyPartResult,
    CreateBucketInput, CreateBucketOutput, CreateMultipartUploadInput, CreateMultipartUploadOutput,
    DeleteObjectInput, DeleteObjectOutput, ETag, GetObjectInput, GetObjectOutput, HeadBucketInput,
    HeadBucketOutput, HeadObjectInput, HeadObjectOutput, ListMultipartUploadsInput,
    ListMultipartUploadsOutput, ListObjectsV2Input, ListObjectsV2Output, MultipartUpload, Object,
    PutObjectInput, PutObjectOutput, Range as RequestedRange, StreamingBlob, Timestamp, UploadPartCopyInput,
    UploadPartCopyOutput, UploadPartInput, UploadPartOutput,
};
use s3s::{S3, S3Error, S3ErrorCode, S3Request, S3Response, S3Result, s3_error};

use super::durable::{self, is_missing};
use super::error::{internal, read_error};
use super::folder::{Folder, Place, blocking};
use super::key_path::{bucket_folder, encode};
use super::listing::{self, Entry};
use super::object_file::{ObjectFile, ReadError};
use super::selection::Selection;

/// The most entries of a page.
const MAX_ENTRIES: i32 = 1000;
const PART_NUMBERS: std::ops::RangeInclusive<i32> = 1..=10_000;

fn e_tag(value: &str) -> Option<ETag> {
    Some(ETag::Strong(value.to_owned()))
}

fn page_size(wanted: Option<i32>) -> usize {
    usize::try_from(wanted.unwrap_or(MAX_ENTRIES).clamp(0, MAX_ENTRIES)).unwrap_or_default()
}

fn size(bytes: u64) -> i64 {
    i64::try_from(bytes).unwrap_or(i64::MAX)
}

/// `bytes=first-last`, as a copied part has it.
fn copied_range(text: Option<&str>, source: &ObjectFile) -> S3Result<Range<u64>> {
    let Some(text) = text else { return Ok(0..source.size) };
    match RequestedRange::parse(text) {
        Ok(range @ RequestedRange::Int { last: Some(last), .. }) if last < source.size => {
            range.check(source.size).map_err(|_| S3ErrorCode::InvalidRange.into())
        }
        _ => Err(s3_error!(InvalidArgument, "the range of a copied part is not inside its source")),
    }
}

#[async_trait]
impl S3 for Folder {
    async fn create_bucket(
        &self,
        request: S3Request<CreateBucketInput>,
    ) -> S3Result<S3Response<CreateBucketOutput>> {
        let folder = bucket_folder(&self.root, &request.input.bucket)?;
        let root = self.root.clone();
        let created = blocking(move || match std::fs::create_dir(folder) {
            Ok(()) => durable::sync(&root).map_err(internal),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                Err(s3_error!(BucketAlreadyOwnedByYou))
            }
            Err(error) => Err(internal(error)),
        });
        created.await.map(|()| S3Response::new(CreateBucketOutput::default()))
    }

    async fn head_bucket(
        &self,
        request: S3Request<HeadBucketInput>,
    ) -> S3Result<S3Response<HeadBucketOutput>> {
        self.bucket(&request.input.bucket)?;
        Ok(S3Response::new(HeadBucketOutput::default()))
    }

    async fn list_objects_v2(
        &self,
        request: S3Request<ListObjectsV2Input>,
    ) -> S3Result<S3Response<ListObjectsV2Output>> {
        let input = request.input;
        let bucket = self.bucket(&input.bucket)?;
        let prefix = input.prefix.clone().unwrap_or_default();
        let delimiter = input.delimiter.clone().filter(|delimiter| !delimiter.is_empty());
        let after = match &input.continuation_token {
            Some(token) => decode_token(token)?,
            None => input.start_after.clone().unwrap_or_default(),
        };
        let limit = page_size(input.max_keys);
        let (page, contents, common_prefixes) = blocking(move || {
            let keys = listing::keys(&bucket, &prefix).map_err(internal)?;
            let page = listing::page(keys, &prefix, delimiter.as_deref(), &after, limit);
            let (mut contents, mut common_prefixes) = (Vec::new(), Vec::new());
            for entry in &page.entries {
                match entry {
                    Entry::CommonPrefix(prefix) => {
                        common_prefixes.push(CommonPrefix { prefix: Some(prefix.clone()) })
                    }
                    Entry::Key(key) => contents.extend(listed(&bucket, key)?),
                }
            }
            Ok((page, contents, common_prefixes))
        })
        .await?;
        Ok(S3Response::new(ListObjectsV2Output {
            name: Some(input.bucket),
            prefix: input.prefix,
            delimiter: input.delimiter,
            max_keys: input.max_keys.or(Some(MAX_ENTRIES)),
            key_count: i32::try_from(page.entries.len()).ok(),
            continuation_token: input.continuation_token,
            start_after: input.start_after,
            is_truncated: Some(page.next.is_some()),
            next_continuation_token: page.next.map(|last| BASE64_URL_SAFE_NO_PAD.encode(last)),
            contents: Some(contents),
            common_prefixes: Some(common_prefixes),
            ..ListObjectsV2Output::default()
        }))
    }

    async fn put_object(&self, request: S3Request<PutObjectInput>) -> S3Result<S3Response<PutObjectOutput>> {
        let input = request.input;
        if input.if_match.is_some() || input.if_none_match.is_some() {
            return Err(s3_error!(NotImplemented));
        }
        let place = self.place(&input.bucket, &input.key)?;
        let written = self.receive(input.body, input.content_length, input.content_md5.as_deref()).await?;
        let e_tag = e_tag(&written.e_tag);
        self.publish(written, place).await?;
        Ok(S3Response::new(PutObjectOutput { e_tag, ..PutObjectOutput::default() }))
    }

    async fn get_object(&self, request: S3Request<GetObjectInput>) -> S3Result<S3Response<GetObjectOutput>> {
        let input = request.input;
        let object = self.open_object(&input.bucket, &input.key).await?;
        let selection = Selection::new(&object, input.range, input.part_number)?;
        let (e_tag, modified) = (e_tag(&object.e_tag), object.modified);
        let (length, range) = (selection.length(), selection.range);
        Ok(S3Response::new(GetObjectOutput {
            accept_ranges: Some("bytes".to_owned()),
            body: Some(StreamingBlob::wrap(logged(object, range))),
            content_length: Some(length),
            content_range: selection.content_range,
            e_tag,
            last_modified: Some(Timestamp::from(modified)),
            parts_count: selection.parts_count,
            ..GetObjectOutput::default()
        }))
    }

    async fn head_object(
        &self,
        request: S3Request<HeadObjectInput>,
    ) -> S3Result<S3Response<HeadObjectOutput>> {
        let input = request.input;
        let object = self.open_object(&input.bucket, &input.key).await?;
        let selection = Selection::new(&object, input.range, input.part_number)?;
        let output = HeadObjectOutput {
            accept_ranges: Some("bytes".to_owned()),
            content_length: Some(selection.length()),
            content_range: selection.content_range,
            e_tag: e_tag(&object.e_tag),
            last_modified: Some(Timestamp::from(object.modified)),
            parts_count: selection.parts_count,
            ..HeadObjectOutput::default()
        };
        Ok(S3Response::new(output))
    }

    async fn copy_object(
        &self,
        request: S3Request<CopyObjectInput>,
    ) -> S3Result<S3Response<CopyObjectOutput>> {
        let input = request.input;
        let place = self.place(&input.bucket, &input.key)?;
        let source = self.open_source(&input.copy_source).await?;
        let length = source.size;
        let written = self.copy(source, 0..length).await?;
        let result = CopyObjectResult {
            e_tag: e_tag(&written.e_tag),
            last_modified: Some(Timestamp::from(SystemTime::now())),
            ..CopyObjectResult::default()
        };
        self.publish(written, place).await?;
        Ok(S3Response::new(CopyObjectOutput {
            copy_object_result: Some(result),
            ..CopyObjectOutput::default()
        }))
    }

    async fn delete_object(
        &self,
        request: S3Request<DeleteObjectInput>,
    ) -> S3Result<S3Response<DeleteObjectOutput>> {
        let Place { bucket, file } = self.place(&request.input.bucket, &request.input.key)?;
        blocking(move || durable::remove(&bucket, &file).map_err(internal)).await?;
        Ok(S3Response::new(DeleteObjectOutput::default()))
    }

    async fn create_multipart_upload(
        &self,
        request: S3Request<CreateMultipartUploadInput>,
    ) -> S3Result<S3Response<CreateMultipartUploadOutput>> {
        let CreateMultipartUploadInput { bucket, key, .. } = request.input;
        self.place(&bucket, &key)?;
        let folder = self.clone();
        let output = blocking(move || {
            let id = folder.uploads.create(&bucket, &key).map_err(internal)?;
            Ok(CreateMultipartUploadOutput {
                bucket: Some(bucket),
                key: Some(key),
                upload_id: Some(id),
                ..CreateMultipartUploadOutput::default()
            })
        });
        output.await.map(S3Response::new)
    }

    async fn upload_part(
        &self,
        request: S3Request<UploadPartInput>,
    ) -> S3Result<S3Response<UploadPartOutput>> {
        let input = request.input;
        check_part_number(input.part_number)?;
        self.check_upload(&input.upload_id, &input.bucket, &input.key).await?;
        let written = self.receive(input.body, input.content_length, input.content_md5.as_deref()).await?;
        let e_tag = e_tag(&written.e_tag);
        self.add_part(input.upload_id, input.part_number, written).await?;
        Ok(S3Response::new(UploadPartOutput { e_tag, ..UploadPartOutput::default() }))
    }

    async fn upload_part_copy(
        &self,
        request: S3Request<UploadPartCopyInput>,
    ) -> S3Result<S3Response<UploadPartCopyOutput>> {
        let input = request.input;
        check_part_number(input.part_number)?;
        self.check_upload(&input.upload_id, &input.bucket, &input.key).await?;
        let source = self.open_source(&input.copy_source).await?;
        let range = copied_range(input.copy_source_range.as_deref(), &source)?;
        let written = self.copy(source, range).await?;
        let result = CopyPartResult {
            e_tag: e_tag(&written.e_tag),
            last_modified: Some(Timestamp::from(SystemTime::now())),
            ..CopyPartResult::default()
        };
        self.add_part(input.upload_id, input.part_number, written).await?;
        Ok(S3Response::new(UploadPartCopyOutput {
            copy_part_result: Some(result),
            ..UploadPartCopyOutput::default()
        }))
    }

    async fn complete_multipart_upload(
        &self,
        request: S3Request<CompleteMultipartUploadInput>,
    ) -> S3Result<S3Response<CompleteMultipartUploadOutput>> {
        let CompleteMultipartUploadInput { bucket, key, upload_id, multipart_upload, .. } = request.input;
        let place = self.place(&bucket, &key)?;
        self.check_upload(&upload_id, &bucket, &key).await?;
        let parts = multipart_upload.and_then(|upload| upload.parts).unwrap_or_default();
        let written = self.uploads.assemble(&upload_id, &parts).await?;
        let e_tag = e_tag(&written.e_tag);
        self.publish(written, place).await?;
        let folder = self.clone();
        // Another request may have removed the upload. The object is there in any case.
        let removed = blocking(move || folder.uploads.remove(&upload_id)).await;
        if let Err(error) = removed.as_ref().map_err(S3Error::code) {
            tracing::debug!(?error, "a completed upload cannot be removed");
        }
        Ok(S3Response::new(CompleteMultipartUploadOutput {
            location: Some(format!("/{bucket}/{key}")),
            bucket: Some(bucket),
            key: Some(key),
            e_tag,
            ..CompleteMultipartUploadOutput::default()
        }))
    }

    async fn abort_multipart_upload(
        &self,
        request: S3Request<AbortMultipartUploadInput>,
    ) -> S3Result<S3Response<AbortMultipartUploadOutput>> {
        let AbortMultipartUploadInput { bucket, key, upload_id, .. } = request.input;
        self.check_upload(&upload_id, &bucket, &key).await?;
        let folder = self.clone();
        blocking(move || folder.uploads.remove(&upload_id)).await?;
        Ok(S3Response::new(AbortMultipartUploadOutput::default()))
    }

    async fn list_multipart_uploads(
        &self,
        request: S3Request<ListMultipartUploadsInput>,
    ) -> S3Result<S3Response<ListMultipartUploadsOutput>> {
        let input = request.input;
        self.bucket(&input.bucket)?;
        if input.delimiter.is_some() {
            return Err(s3_error!(NotImplemented));
        }
        let (folder, bucket) = (self.clone(), input.bucket.clone());
        let mut uploads = blocking(move || folder.uploads.list(&bucket).map_err(internal)).await?;
        let prefix = input.prefix.as_deref().unwrap_or_default();
        let key_marker = input.key_marker.as_deref().unwrap_or_default();
        uploads.retain(|upload| {
            let is_after = match input.upload_id_marker.as_deref() {
                Some(id) => (upload.key.as_str(), upload.id.as_str()) > (key_marker, id),
                None => upload.key.as_str() > key_marker,
            };
            upload.key.starts_with(prefix) && is_after
        });
        let limit = page_size(input.max_uploads);
        let is_truncated = uploads.len() > limit;
        uploads.truncate(limit);
        let next = uploads.last().filter(|_| is_truncated).cloned();
        let uploads = uploads.into_iter().map(|upload| MultipartUpload {
            key: Some(upload.key),
            upload_id: Some(upload.id),
            initiated: Some(Timestamp::from(upload.initiated)),
            ..MultipartUpload::default()
        });
        Ok(S3Response::new(ListMultipartUploadsOutput {
            bucket: Some(input.bucket),
            prefix: input.prefix,
            key_marker: input.key_marker,
            upload_id_marker: input.upload_id_marker,
            max_uploads: input.max_uploads.or(Some(MAX_ENTRIES)),
            is_truncated: Some(is_truncated),
            next_key_marker: next.as_ref().map(|last| last.key.clone()),
            next_upload_id_marker: next.map(|last| last.id),
            uploads: Some(uploads.collect()),
            ..ListMultipartUploadsOutput::default()
        }))
    }
}

fn check_part_number(number: i32) -> S3Result<()> {
    if PART_NUMBERS.contains(&number) {
        return Ok(());
    }
    Err(s3_error!(InvalidArgument, "Part number must be an integer between 1 and 10000, inclusive"))
}

/// The bytes of an object. A client notices damaged ones by the end of the connection before the announced length.
fn logged(
    object: ObjectFile,
    range: Range<u64>,
) -> impl Stream<Item = Result<Bytes, ReadError>> + Send + Sync + 'static {
    object.stream(range).inspect(|bytes| {
        if let Err(error) = bytes {
            tracing::error!(%error, "cannot read an object");
        }
    })
}

/// A listed object. None when another request has deleted it.
fn listed(bucket: &Path, key: &str) -> S3Result<Option<Object>> {
    match ObjectFile::open_blocking(&bucket.join(encode(key)?)) {
        Ok(object) => Ok(Some(Object {
            key: Some(key.to_owned()),
            e_tag: e_tag(&object.e_tag),
            last_modified: Some(Timestamp::from(object.modified)),
            size: Some(size(object.size)),
            ..Object::default()
        })),
        Err(ReadError::Io(error)) if is_missing(&error) => Ok(None),
        Err(error) => Err(read_error(error)),
    }
}

fn decode_token(token: &str) -> S3Result<String> {
    let cursor = BASE64_URL_SAFE_NO_PAD.decode(token).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    cursor.ok_or_else(|| s3_error!(InvalidArgument, "The continuation token provided is incorrect"))
}
