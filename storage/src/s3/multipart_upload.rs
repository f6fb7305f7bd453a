//! Multipart uploads: for content whose length is not known in advance, and for uploads that outlive a request.

use aws_sdk_s3::error::SdkError;
use aws_sdk_s3::operation::complete_multipart_upload::CompleteMultipartUploadError;
use aws_sdk_s3::types::{CompletedMultipartUpload, CompletedPart};
use bytes::Bytes;

use super::failure::{failure, is_client_error};
use super::parts::PartId;
use super::{Blob, S3};
use crate::error::{Error, Result};

/// A multipart upload in progress.
pub struct MultipartUpload {
    blob: Blob,
    upload_id: String,
    completed: Vec<CompletedPart>,
    size: u64,
}

impl MultipartUpload {
    /// An upload whose parts, by number and ETag, were uploaded by other requests. `size` is their sum in bytes.
    pub fn of_parts(blob: Blob, upload_id: String, parts: Vec<(i32, String)>, size: u64) -> Self {
        let completed = parts
            .into_iter()
            .map(|(number, e_tag)| CompletedPart::builder().part_number(number).e_tag(e_tag).build());
        Self { blob, upload_id, completed: completed.collect(), size }
    }

    pub fn upload_id(&self) -> &str {
        &self.upload_id
    }
}

impl S3 {
    /// Starts a multipart upload.
    pub async fn create_multipart_upload(&self, blob: Blob) -> Result<MultipartUpload> {
        let request = self.client().create_multipart_upload().bucket(self.bucket()).key(self.key(&blob));
        let upload_id = request.send().await.map_err(failure)?.upload_id;
        let upload_id =
            upload_id.ok_or_else(|| Error::internal("S3 returned no id for a multipart upload"))?;
        Ok(MultipartUpload { blob, upload_id, completed: Vec::new(), size: 0 })
    }

    /// Uploads the next part, with retries.
    pub async fn upload_part(&self, upload: &mut MultipartUpload, bytes: Bytes) -> Result<()> {
        let number = i32::try_from(upload.completed.len() + 1).map_err(|_| Error::EntityTooLarge)?;
        let length = bytes.len() as u64;
        let part = PartId { blob: &upload.blob, upload_id: &upload.upload_id, number };
        let e_tag = self.put_part_bytes(&part, bytes).await?;
        upload.completed.push(CompletedPart::builder().part_number(number).e_tag(e_tag).build());
        upload.size += length;
        Ok(())
    }

    /// Completes a multipart upload. Returns the object's ETag.
    pub async fn complete_multipart_upload(&self, upload: MultipartUpload) -> Result<String> {
        self.send_completion(&upload).await.map_err(failure)
    }

    /// As [`S3::complete_multipart_upload`], and succeeds for an upload that is complete already, as after a crash.
    ///
    /// # Errors
    /// [`Error::NoSuchUpload`] when S3 knows neither the upload nor an object of its size, [`Error::InvalidPart`] when a part
    /// was replaced.
    pub async fn ensure_complete(&self, upload: MultipartUpload) -> Result<String> {
        match self.send_completion(&upload).await {
            Ok(e_tag) => Ok(e_tag),
            Err(error) if is_client_error(&error) => match self.stat(&upload.blob).await {
                Ok((e_tag, size)) if size == upload.size => Ok(e_tag),
                Ok(_) | Err(Error::BytesMissing) => Err(failure(error)),
                Err(unavailable) => Err(unavailable),
            },
            Err(error) => Err(failure(error)),
        }
    }

    async fn send_completion(
        &self,
        upload: &MultipartUpload,
    ) -> Result<String, SdkError<CompleteMultipartUploadError>> {
        let completed = CompletedMultipartUpload::builder().set_parts(Some(upload.completed.clone())).build();
        let request = self
            .client()
            .complete_multipart_upload()
            .bucket(self.bucket())
            .key(self.key(&upload.blob))
            .upload_id(&upload.upload_id)
            .multipart_upload(completed);
        let request = request.customize().config_override(self.with_timeout_for(upload.size));
        Ok(request.send().await?.e_tag.unwrap_or_default())
    }

    /// Aborts all multipart uploads of a blob, whose ids are not known.
    pub async fn abort_multipart_uploads(&self, blob: &Blob) -> Result<()> {
        let key = self.key(blob);
        let request = self.client().list_multipart_uploads().bucket(self.bucket()).prefix(&key);
        let listed = request.send().await.map_err(failure)?;
        for upload in listed.uploads().iter().filter(|upload| upload.key() == Some(key.as_str())) {
            self.abort_multipart_upload(blob, upload.upload_id().unwrap_or_default()).await?;
        }
        Ok(())
    }

    /// Aborts a multipart upload that never completed. Succeeds for an unknown one, whose parts are gone.
    pub async fn abort_multipart_upload(&self, blob: &Blob, upload_id: &str) -> Result<()> {
        let request = self.client().abort_multipart_upload().bucket(self.bucket()).key(self.key(blob));
        match request.upload_id(upload_id).send().await {
            Ok(_) => Ok(()),
            Err(error) if is_client_error(&error) => Ok(()),
            Err(error) => Err(failure(error)),
        }
    }
}
