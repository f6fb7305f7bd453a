//! S3 over a folder: `s3s-fs`, with what this product does not use closed and its holes covered.
//!
//! Only the operations below are answered; everything else, deleting a bucket among it, is 'not implemented'. A key
//! with an empty segment or one of dots is refused, since there it would be a path. Written bytes are on disk, not
//! only in the page cache, before they are acknowledged, and deleted ones take their side files along.

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

/// How much of a file is read at once.
const READ_BYTES: usize = 64 * 1024;

pub struct Folder {
    root: PathBuf,
    files: FileSystem,
}

impl Folder {
    pub fn open(root: &Path, bucket: Option<&str>) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        std::fs::create_dir_all(root)?;
        let root = root.canonicalize()?;
        if let Some(bucket) = bucket {
            check_name(bucket).map_err(|_| format!("{bucket} is no name for a bucket"))?;
            std::fs::create_dir_all(root.join(bucket))?;
        }
        let files =
            FileSystem::new(&root).map_err(|error| format!("cannot use {}: {error:?}", root.display()))?;
        Ok(Self { root, files })
    }

    /// The file of an object, whose key is checked.
    fn path(&self, bucket: &str, key: &str) -> S3Result<PathBuf> {
        check_name(bucket)?;
        key.split('/').try_for_each(check_name)?;
        let bucket = self.root.join(bucket);
        if bucket.is_dir() { Ok(bucket.join(key)) } else { Err(s3_error!(NoSuchBucket)) }
    }

    /// What `s3s-fs` keeps beside an object.
    fn side_files(&self, bucket: &str, key: &str) -> [PathBuf; 2] {
        let encode = |text: &str| BASE64_URL_SAFE_NO_PAD.encode(text);
        let stem = format!(".bucket-{}.object-{}", encode(bucket), encode(key));
        ["metadata", "internal"].map(|kind| self.root.join(format!("{stem}.{kind}.json")))
    }

    /// Removes them, which `s3s-fs` forgets.
    async fn remove_side_files(&self, bucket: &str, key: &str) {
        for file in self.side_files(bucket, key) {
            // Missing ones are as good as removed.
            let _ = tokio::fs::remove_file(file).await;
        }
    }

    /// Brings an object, what is kept beside it and all of their names to the disk: without the latter it could not be
    /// read.
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

/// One segment of a path: not empty, not hidden and not one of dots.
fn check_name(name: &str) -> S3Result<()> {
    let fits = !name.is_empty() && !name.starts_with('.') && !name.contains(['/', '\\', '\0']);
    if fits { Ok(()) } else { Err(s3_error!(InvalidArgument, "this server takes no such name")) }
}

/// Brings a file, or the names in a folder, to the disk.
async fn sync_one(path: &Path) -> S3Result<()> {
    let internal = |error| s3_error!(error, InternalError);
    File::open(path).await.map_err(internal)?.sync_all().await.map_err(internal)
}

/// Logs why something could not be written, e.g. to a full disk: the client learns only that the server failed.
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
        // The library reads 4 KB at a time.
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
            Some(StreamingBlob::wrap(ReaderStream::with_capacity(file.take(length), READ_BYTES)));
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
    fn a_key_stays_within_its_bucket() {
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
    fn a_bucket_is_one_folder_that_exists() {
        let (_root, folder) = folder();
        for bucket in ["none", "..", ".", "", "bytes/..", "/"] {
            assert!(folder.path(bucket, "key").is_err(), "{bucket:?}");
        }
        assert!(Folder::open(&folder.root, Some("../elsewhere")).is_err());
    }
}
