//! The parts of a multipart upload.

use aws_sdk_s3::operation::head_object::HeadObjectError;
use aws_sdk_s3::primitives::ByteStream;
use bytes::Bytes;

use super::failure::{failure, is_client_error, stalled};
use super::progress::Progress;
use super::{Blob, ByteRange, S3, content_length, find, retryable, without_total_timeout};
use crate::error::{Error, Result};

/// A part of a multipart upload in the backing S3.
pub struct PartId<'a> {
    pub blob: &'a Blob,
    pub upload_id: &'a str,
    pub number: i32,
}

/// A part of an object that was uploaded in parts.
#[derive(Debug, Clone, Copy)]
pub struct StoredPart {
    /// None for all bytes of an object that was uploaded at once.
    pub range: Option<ByteRange>,
    /// The number of the object's parts. None for an object that was uploaded at once.
    pub count: Option<i32>,
}

impl S3 {
    /// Where a part of an object is.
    ///
    /// # Errors
    /// [`Error::BytesMissing`] when S3 has no such bytes, [`Error::InvalidPartNumber`] when it has no such part.
    pub async fn part(&self, blob: &Blob, number: i32) -> Result<StoredPart> {
        find(blob, |place| Box::pin(async move { self.part_at(&place, number).await })).await
    }

    async fn part_at(&self, blob: &Blob, number: i32) -> Result<StoredPart> {
        let request =
            self.client().head_object().bucket(self.bucket()).key(self.key(blob)).part_number(number);
        let part = match request.send().await {
            Ok(head) => {
                let range = head.content_range.as_deref().and_then(ByteRange::of_content_range);
                StoredPart { range, count: head.parts_count }
            }
            Err(error) if error.as_service_error().is_some_and(HeadObjectError::is_not_found) => {
                return Err(Error::BytesMissing);
            }
            // HEAD has no body that could name the error.
            Err(error) if error.raw_response().is_some_and(|response| response.status().as_u16() == 416) => {
                return Err(Error::InvalidPartNumber);
            }
            Err(error) => return Err(failure(error)),
        };
        // A server that knows no parts answers with the whole object.
        if number > 1 && part.range.is_none() { Err(Error::InvalidPartNumber) } else { Ok(part) }
    }

    /// Streams a part of a known length, without retries. Returns its ETag.
    pub async fn put_part_stream<B>(&self, part: &PartId<'_>, length: u64, body: B) -> Result<String>
    where
        B: http_body::Body<Data = Bytes> + Send + Sync + Unpin + 'static,
        B::Error: std::error::Error + Send + Sync + 'static,
    {
        let progress = self.progress(length);
        let body = ByteStream::from_body_1_x(progress.track(body));
        self.put_part(part, length, body, &progress).await
    }

    /// Writes a part from memory, with retries. Returns its ETag.
    pub async fn put_part_bytes(&self, part: &PartId<'_>, bytes: Bytes) -> Result<String> {
        let length = bytes.len() as u64;
        let progress = self.progress(length);
        self.put_part(part, length, retryable(&progress, bytes), &progress).await
    }

    /// Replaces a part of the same number.
    async fn put_part(
        &self,
        part: &PartId<'_>,
        length: u64,
        body: ByteStream,
        progress: &Progress,
    ) -> Result<String> {
        let request = self
            .client()
            .upload_part()
            .bucket(self.bucket())
            .key(self.key(part.blob))
            .upload_id(part.upload_id)
            .part_number(part.number)
            .content_length(content_length(length)?)
            .body(body);
        let request = request.customize().config_override(without_total_timeout());
        // The SDK's future is large.
        tokio::select! {
            written = Box::pin(request.send()) => Ok(written.map_err(failure)?.e_tag.unwrap_or_default()),
            () = progress.stalled() => Err(stalled("part of an upload")),
        }
    }

    /// Copies a part from other bytes, or from a range of them, within S3. Returns its ETag.
    ///
    /// # Errors
    /// [`Error::BytesMissing`] when S3 has no such bytes, [`Error::NoSuchUpload`] when the upload has ended.
    pub async fn copy_part(
        &self,
        part: &PartId<'_>,
        source: &Blob,
        range: Option<ByteRange>,
        size: u64,
    ) -> Result<String> {
        find(source, |place| Box::pin(async move { self.copy_part_from(part, &place, range, size).await }))
            .await
    }

    async fn copy_part_from(
        &self,
        part: &PartId<'_>,
        source: &Blob,
        range: Option<ByteRange>,
        size: u64,
    ) -> Result<String> {
        let range = range.map(|range| format!("bytes={}-{}", range.first, range.last));
        let request = self
            .client()
            .upload_part_copy()
            .bucket(self.bucket())
            .key(self.key(part.blob))
            .upload_id(part.upload_id)
            .part_number(part.number)
            .copy_source(self.copy_source(source))
            .set_copy_source_range(range);
        let request = request.customize().config_override(self.with_timeout_for(size));
        match Box::pin(request.send()).await {
            Ok(copied) => Ok(copied.copy_part_result.and_then(|result| result.e_tag).unwrap_or_default()),
            Err(error) => {
                let is_client_error = is_client_error(&error);
                match failure(error) {
                    Error::Internal(_) if is_client_error => Err(Error::BytesMissing),
                    error => Err(error),
                }
            }
        }
    }
}
