//! Multipart uploads, for content whose length is not known in advance.

use aws_sdk_s3::types::{CompletedMultipartUpload, CompletedPart};
use bytes::Bytes;
use uuid::Uuid;

use super::{S3, content_length, failure, is_client_error, key, retryable, stalled, without_total_timeout};
use crate::error::{Error, Result};

/// A multipart upload in progress.
pub struct MultipartUpload {
    version: Uuid,
    upload_id: String,
    completed: Vec<CompletedPart>,
    size: u64,
}

impl MultipartUpload {
    pub fn upload_id(&self) -> &str {
        &self.upload_id
    }
}

impl S3 {
    /// Starts a multipart upload.
    pub async fn create_multipart_upload(&self, version: Uuid) -> Result<MultipartUpload> {
        let request = self.client().create_multipart_upload().bucket(self.bucket()).key(key(version));
        let upload_id = request.send().await.map_err(failure)?.upload_id;
        let upload_id =
            upload_id.ok_or_else(|| Error::internal("S3 returned no id for a multipart upload"))?;
        Ok(MultipartUpload { version, upload_id, completed: Vec::new(), size: 0 })
    }

    /// Uploads the next part, with retries.
    pub async fn upload_part(&self, upload: &mut MultipartUpload, bytes: Bytes) -> Result<()> {
        let number = i32::try_from(upload.completed.len() + 1).map_err(|_| Error::EntityTooLarge)?;
        let length = bytes.len() as u64;
        let progress = self.progress(length);
        let request = self
            .client()
            .upload_part()
            .bucket(self.bucket())
            .key(key(upload.version))
            .upload_id(&upload.upload_id)
            .part_number(number)
            .content_length(content_length(length)?)
            .body(retryable(&progress, bytes));
        let request = request.customize().config_override(without_total_timeout());
        let e_tag = tokio::select! {
            written = request.send() => written.map_err(failure)?.e_tag,
            () = progress.stalled() => return Err(stalled("part of an upload")),
        };
        upload.completed.push(CompletedPart::builder().part_number(number).set_e_tag(e_tag).build());
        upload.size += length;
        Ok(())
    }

    /// Completes a multipart upload. Returns the object's ETag.
    pub async fn complete_multipart_upload(&self, upload: MultipartUpload) -> Result<String> {
        let completed = CompletedMultipartUpload::builder().set_parts(Some(upload.completed)).build();
        let request = self
            .client()
            .complete_multipart_upload()
            .bucket(self.bucket())
            .key(key(upload.version))
            .upload_id(upload.upload_id)
            .multipart_upload(completed);
        let request = request.customize().config_override(self.with_timeout_for(upload.size));
        Ok(request.send().await.map_err(failure)?.e_tag.unwrap_or_default())
    }

    /// Aborts a multipart upload that never completed. Succeeds for an unknown one, whose parts are gone.
    pub async fn abort_multipart_upload(&self, version: Uuid, upload_id: &str) -> Result<()> {
        let request = self.client().abort_multipart_upload().bucket(self.bucket()).key(key(version));
        match request.upload_id(upload_id).send().await {
            Ok(_) => Ok(()),
            Err(error) if is_client_error(&error) => Ok(()),
            Err(error) => Err(failure(error)),
        }
    }
}
