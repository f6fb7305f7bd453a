//! Reads objects from the folder of an S3 server on the same machine, without a request to it.
//!
//! No lock is needed: an object is one file, which is published by a rename and does not change afterwards.

use std::path::{Path, PathBuf};

use super::durable::is_missing;
use super::key_path::{bucket_folder, encode};
use super::object_file::{ObjectFile, ReadError, on_file_thread};

/// A bucket of the folder.
pub struct BucketReader(PathBuf);

impl BucketReader {
    /// None for a name that no bucket has.
    pub fn new(root: &Path, bucket: &str) -> Option<Self> {
        bucket_folder(root, bucket).ok().map(Self)
    }

    /// Opens an object. None when there is no such object.
    ///
    /// # Errors
    /// When the file is damaged, or the bucket is missing.
    pub async fn open(&self, key: &str) -> Result<Option<ObjectFile>, ReadError> {
        let Ok(path) = encode(key) else { return Ok(None) };
        let (bucket, path) = (self.0.clone(), self.0.join(path));
        on_file_thread(move || match ObjectFile::open_blocking(&path) {
            Err(ReadError::Io(error)) if is_missing(&error) && bucket.is_dir() => Ok(None),
            opened => opened.map(Some),
        })
        .await
    }
}
