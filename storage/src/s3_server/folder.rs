//! S3 over a folder: a restricted and hardened `s3s-fs`.
//!
//! Supports only the operations below; all others, including deleting a bucket, return `NotImplemented`. Rejects keys
//! with a segment that is empty or starts with a dot, which would be paths out of the bucket or hidden files. Writes
//! are synced to disk before they are acknowledged. Deleting an object deletes its side files too.

use std::path::{Path, PathBuf};

use async_trait::async_trait;
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use s3s::dto::{
    AbortMultipartUploadInput, AbortMultipartUploadOutput, CompleteMultipartUploadInput,
    CompleteMultipartUploadOutput, CopyObjectInput, CopyObjectOutput, CopySource, CreateBucketInput,
    CreateBucketOutput, CreateMultipartUploadInput, CreateMultipartUploadOutput, DeleteObjectInput,
    DeleteObjectOutput, GetObjectInput, GetObjectOutput, HeadBucketInput, HeadBucketOutput, PutObjectInput,
    PutObjectOutput, Range, StreamingBlob, UploadPartInput, UploadPartOutput,
};
use s3s::{S3, S3ErrorCode, S3Request, S3Response, S3Result, s3_error};
use s3s_fs::FileSystem;
use tokio::fs::File;
use tokio::io::{AsyncReadExt, AsyncSeekExt};
use tokio_util::io::ReaderStream;

/// The buffer size for reading files, in bytes.
const READ_BUFFER_BYTES: usize = 64 * 1024;

/// An S3 service over a folder, for `s3s`.
pub struct Folder {
    root: PathBuf,
    files: FileSystem,
}

impl Folder {
    /// Opens a folder and creates a bucket in it, if missing.
    pub fn open(root: &Path, bucket: Option<&str>) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        std::fs::create_dir_all(root)?;
        let root = root.canonicalize()?;
        if let Some(bucket) = bucket {
            check_name(bucket).map_err(|_| format!("{bucket} is not a valid bucket name"))?;
            std::fs::create_dir_all(root.join(bucket))?;
        }
        let files =
            FileSystem::new(&root).map_err(|error| format!("cannot use {}: {error:?}", root.display()))?;
        Ok(Self { root, files })
    }

    /// The file of an object. Rejects keys that would leave the bucket.
    fn path(&self, bucket: &str, key: &str) -> S3Result<PathBuf> {
        check_name(bucket)?;
        key.split('/').try_for_each(check_name)?;
        let bucket = self.root.join(bucket);
        if bucket.is_dir() { Ok(bucket.join(key)) } else { Err(s3_error!(NoSuchBucket)) }
    }

    /// The files with metadata and checksums that `s3s-fs` writes for an object.
    fn side_files(&self, bucket: &str, key: &str) -> [PathBuf; 2] {
        let encode = |text: &str| BASE64_URL_SAFE_NO_PAD.encode(text);
        let stem = format!(".bucket-{}.object-{}", encode(bucket), encode(key));
        ["metadata", "internal"].map(|kind| self.root.join(format!("{stem}.{kind}.json")))
    }

    /// Removes the side files, which `s3s-fs` leaves behind.
    async fn remove_side_files(&self, bucket: &str, key: &str) {
        for file in self.side_files(bucket, key) {
            // An object may have no side files.
            let _ = tokio::fs::remove_file(file).await;
        }
    }

    /// Syncs an object, its side files and their directories to disk. Without its side files an object is unreadable.
    async fn sync(&self, bucket: &str, key: &str) -> S3Result<()> {
        let path = self.path(bucket, key)?;
        for file in self.side_files(bucket, key) {
            if tokio::fs::try_exists(&file).await.map_err(|error| s3_error!(error, InternalError))? {
                sync_one(&file).await?;
            }
        }
        sync_one(&self.root).await?;
        sync_one(&path).await?;
        match path.parent() {
            Some(folder) => sync_one(folder).await,
            None => Ok(()),
        }
    }
}

/// Rejects a path segment that is empty, starts with a dot, or contains a separator or NUL.
fn check_name(name: &str) -> S3Result<()> {
    let valid = !name.is_empty() && !name.starts_with('.') && !name.contains(['/', '\\', '\0']);
    if valid { Ok(()) } else { Err(s3_error!(InvalidArgument, "this server takes no such name")) }
}

/// Syncs a file, or a directory's entries, to disk.
async fn sync_one(path: &Path) -> S3Result<()> {
    let internal = |error| s3_error!(error, InternalError);
    File::open(path).await.map_err(internal)?.sync_all().await.map_err(internal)
}

/// Logs the cause of an internal error, e.g. a full disk. The client gets only `InternalError`.
fn logged<T>(operation: &'static str, result: S3Result<T>) -> S3Result<T> {
    result.inspect_err(|error| {
        if *error.code() == S3ErrorCode::InternalError {
            let cause = error.source().map_or_else(|| error.to_string(), ToString::to_string);
            tracing::error!(operation, cause, "cannot write");
        }
    })
}

#[async_trait]
impl S3 for Folder {
    async fn create_bucket(
        &self,
        req: S3Request<CreateBucketInput>,
    ) -> S3Result<S3Response<CreateBucketOutput>> {
        check_name(&req.input.bucket)?;
        logged("create_bucket", self.files.create_bucket(req).await)
    }

    async fn head_bucket(&self, req: S3Request<HeadBucketInput>) -> S3Result<S3Response<HeadBucketOutput>> {
        check_name(&req.input.bucket)?;
        self.files.head_bucket(req).await
    }

    async fn put_object(&self, req: S3Request<PutObjectInput>) -> S3Result<S3Response<PutObjectOutput>> {
        let (bucket, key) = (req.input.bucket.clone(), req.input.key.clone());
        self.path(&bucket, &key)?;
        let written = logged("put_object", self.files.put_object(req).await)?;
        logged("put_object", self.sync(&bucket, &key).await)?;
        Ok(written)
    }

    async fn get_object(&self, req: S3Request<GetObjectInput>) -> S3Result<S3Response<GetObjectOutput>> {
        let path = self.path(&req.input.bucket, &req.input.key)?;
        let range = req.input.range;
        let mut found = self.files.get_object(req).await?;
        // Replaces the body of `s3s-fs`, which reads 4 KiB at a time.
        let length = found.output.content_length.unwrap_or_default().unsigned_abs();
        let mut file = File::open(&path).await.map_err(|error| s3_error!(error, NoSuchKey))?;
        if let Some(range) = range {
            let start = match range {
                Range::Int { first, .. } => std::io::SeekFrom::Start(first),
                Range::Suffix { .. } => std::io::SeekFrom::End(-length.cast_signed()),
            };
            file.seek(start).await.map_err(|error| s3_error!(error, InternalError))?;
        }
        found.output.body =
            Some(StreamingBlob::wrap(ReaderStream::with_capacity(file.take(length), READ_BUFFER_BYTES)));
        Ok(found)
    }

    async fn copy_object(&self, req: S3Request<CopyObjectInput>) -> S3Result<S3Response<CopyObjectOutput>> {
        if let CopySource::Bucket { bucket, key, .. } = &req.input.copy_source {
            self.path(bucket, key)?;
        }
        let (bucket, key) = (req.input.bucket.clone(), req.input.key.clone());
        self.path(&bucket, &key)?;
        let copied = logged("copy_object", self.files.copy_object(req).await)?;
        logged("copy_object", self.sync(&bucket, &key).await)?;
        Ok(copied)
    }

    async fn delete_object(
        &self,
        req: S3Request<DeleteObjectInput>,
    ) -> S3Result<S3Response<DeleteObjectOutput>> {
        let (bucket, key) = (req.input.bucket.clone(), req.input.key.clone());
        self.path(&bucket, &key)?;
        let deleted = self.files.delete_object(req).await?;
        self.remove_side_files(&bucket, &key).await;
        Ok(deleted)
    }

    async fn create_multipart_upload(
        &self,
        req: S3Request<CreateMultipartUploadInput>,
    ) -> S3Result<S3Response<CreateMultipartUploadOutput>> {
        self.path(&req.input.bucket, &req.input.key)?;
        logged("create_multipart_upload", self.files.create_multipart_upload(req).await)
    }

    async fn upload_part(&self, req: S3Request<UploadPartInput>) -> S3Result<S3Response<UploadPartOutput>> {
        logged("upload_part", self.files.upload_part(req).await)
    }

    async fn complete_multipart_upload(
        &self,
        req: S3Request<CompleteMultipartUploadInput>,
    ) -> S3Result<S3Response<CompleteMultipartUploadOutput>> {
        let (bucket, key) = (req.input.bucket.clone(), req.input.key.clone());
        self.path(&bucket, &key)?;
        let completed = logged("complete_multipart_upload", self.files.complete_multipart_upload(req).await)?;
        logged("complete_multipart_upload", self.sync(&bucket, &key).await)?;
        Ok(completed)
    }

    async fn abort_multipart_upload(
        &self,
        req: S3Request<AbortMultipartUploadInput>,
    ) -> S3Result<S3Response<AbortMultipartUploadOutput>> {
        self.path(&req.input.bucket, &req.input.key)?;
        self.files.abort_multipart_upload(req).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> (tempfile::TempDir, Folder) {
        let root = tempfile::tempdir().unwrap();
        let folder = Folder::open(root.path(), Some("bytes")).unwrap();
        (root, folder)
    }

    #[test]
    fn rejects_keys_that_leave_the_bucket() {
        let (root, folder) = folder();
        let inside = folder.path("bytes", "ab/abcd").unwrap();
        assert_eq!(inside, root.path().canonicalize().unwrap().join("bytes/ab/abcd"));
        for key in [
            "",
            "/",
            "../x",
            "a/../../x",
            "a/./b",
            "a//b",
            "/etc/passwd",
            "a/",
            "..",
            ".hidden",
            "a\\b",
            "a\0b",
        ] {
            assert!(folder.path("bytes", key).is_err(), "{key:?}");
        }
    }

    #[test]
    fn rejects_missing_and_nested_buckets() {
        let (_root, folder) = folder();
        for bucket in ["none", "..", ".", "", "bytes/..", "/"] {
            assert!(folder.path(bucket, "key").is_err(), "{bucket:?}");
        }
        assert!(Folder::open(&folder.root, Some("../elsewhere")).is_err());
    }
}
