//! The objects and uploads in a folder.
//!
//! Each object is one file in its bucket's folder ([`key_path`](super::key_path)), written beside its place, synced and
//! renamed, so that a crash leaves the old object or the new.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use futures_util::StreamExt;
use s3s::dto::{CopySource, StreamingBlob};
use s3s::{S3Error, S3ErrorCode, S3Result, s3_error};

use super::durable::{self, TempFolder, is_missing};
use super::error::{internal, read_error};
use super::key_path::{bucket_folder, encode};
use super::multipart::Uploads;
use super::object_file::{ObjectFile, ReadError};
use super::object_writer::{ObjectWriter, Written, copy};

/// A folder with buckets, for `s3s`. A clone is the same folder.
#[derive(Clone)]
pub struct Folder {
    pub root: PathBuf,
    temp: TempFolder,
    pub uploads: Arc<Uploads>,
}

/// An object's place.
pub struct Place {
    pub bucket: PathBuf,
    pub file: PathBuf,
}

impl Folder {
    /// Opens a folder and creates a bucket in it, if missing. Removes what a crash left of unfinished writes.
    pub fn open(root: &Path, bucket: Option<&str>) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        std::fs::create_dir_all(root)?;
        let root = root.canonicalize()?;
        if let Some(bucket) = bucket {
            let folder =
                bucket_folder(&root, bucket).map_err(|_| format!("{bucket} is not a valid bucket name"))?;
            std::fs::create_dir_all(folder)?;
        }
        remove_side_files(&root)?;
        let temp = TempFolder::open(root.join(".temp"))?;
        let uploads = Uploads::open(root.join(".uploads"), temp.clone())?;
        durable::sync(&root)?;
        Ok(Self { root, temp, uploads: Arc::new(uploads) })
    }

    pub fn bucket(&self, bucket: &str) -> S3Result<PathBuf> {
        let folder = bucket_folder(&self.root, bucket)?;
        if folder.is_dir() { Ok(folder) } else { Err(s3_error!(NoSuchBucket)) }
    }

    pub fn place(&self, bucket: &str, key: &str) -> S3Result<Place> {
        let bucket = self.bucket(bucket)?;
        let file = bucket.join(encode(key)?);
        Ok(Place { bucket, file })
    }

    pub async fn open_object(&self, bucket: &str, key: &str) -> S3Result<ObjectFile> {
        let folder = bucket_folder(&self.root, bucket)?;
        let path = folder.join(encode(key)?);
        blocking(move || match ObjectFile::open_blocking(&path) {
            Err(ReadError::Io(error)) if is_missing(&error) && !folder.is_dir() => {
                Err(s3_error!(NoSuchBucket))
            }
            opened => opened.map_err(read_error),
        })
        .await
    }

    pub async fn open_source(&self, source: &CopySource) -> S3Result<ObjectFile> {
        match source {
            CopySource::Bucket { bucket, key, .. } => self.open_object(bucket, key).await,
            _ => Err(s3_error!(NotImplemented)),
        }
    }

    /// Writes a body beside its place.
    pub async fn receive(
        &self,
        body: Option<StreamingBlob>,
        length: Option<i64>,
        content_md5: Option<&str>,
    ) -> S3Result<Written> {
        let mut body = body.ok_or_else(|| s3_error!(IncompleteBody))?;
        let mut writer = ObjectWriter::new(self.temp.file());
        while let Some(chunk) = body.next().await {
            let chunk = chunk.map_err(|error| S3Error::with_source(S3ErrorCode::IncompleteBody, error))?;
            writer = writer.write(&chunk).await.map_err(internal)?;
        }
        let written = writer.finish(None).await.map_err(internal)?;
        if length.is_some_and(|length| u64::try_from(length) != Ok(written.size)) {
            return Err(s3_error!(IncompleteBody));
        }
        if content_md5.is_some_and(|expected| BASE64_STANDARD.encode(written.md5) != expected) {
            return Err(s3_error!(BadDigest));
        }
        Ok(written)
    }

    /// Copies a range of an object beside its place.
    pub async fn copy(&self, source: ObjectFile, range: Range<u64>) -> S3Result<Written> {
        let writer = ObjectWriter::new(self.temp.file());
        let writer = copy(source, range, writer).await.map_err(read_error)?;
        writer.finish(None).await.map_err(internal)
    }

    pub async fn publish(&self, written: Written, place: Place) -> S3Result<()> {
        blocking(move || match written.temp.publish(&place.bucket, &place.file) {
            // A key is a folder of this one, or the reverse.
            Err(error) if is_missing(&error) || error.kind() == std::io::ErrorKind::AlreadyExists => {
                Err(s3_error!(InvalidArgument, "this server cannot store a key below another one"))
            }
            published => published.map_err(internal),
        })
        .await
    }

    pub async fn check_upload(&self, id: &str, bucket: &str, key: &str) -> S3Result<()> {
        let (folder, id) = (self.clone(), id.to_owned());
        let (bucket, key) = (bucket.to_owned(), key.to_owned());
        blocking(move || folder.uploads.check(&id, &bucket, &key)).await
    }

    pub async fn add_part(&self, id: String, number: i32, written: Written) -> S3Result<()> {
        let folder = self.clone();
        blocking(move || folder.uploads.add_part(&id, number, written)).await
    }
}

/// Runs calls of the file system, which may wait for the disk.
pub async fn blocking<T: Send + 'static>(work: impl FnOnce() -> S3Result<T> + Send + 'static) -> S3Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(S3Error::internal_error)?
}

/// Removes the files beside objects that earlier versions of this server wrote. The objects stay readable without them.
fn remove_side_files(root: &Path) -> std::io::Result<()> {
    for entry in std::fs::read_dir(root)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_side_file =
            [".bucket-", ".upload-", ".upload_id-", ".tmp."].iter().any(|start| name.starts_with(start));
        if is_side_file && entry.file_type()?.is_file() {
            std::fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}
