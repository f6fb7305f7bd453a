//! Creates the configured buckets and uploads the files of their `objects_path` that are missing or have another size.

use super::client::{StorageCallError, StorageClient};
use crate::config::{Bucket, Config};
use bytes::Bytes;
use futures_util::{StreamExt, TryStreamExt, stream};
use serde_json::json;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const CONCURRENT_UPLOADS: usize = 8;

/// Why the buckets cannot be filled.
#[derive(Debug, thiserror::Error)]
pub enum BucketError {
    #[error("bucket {bucket}: {cause}")]
    Storage { bucket: String, cause: StorageCallError },
    #[error("bucket {bucket}: cannot read {path}: {cause}", path = .path.display())]
    Read { bucket: String, path: PathBuf, cause: std::io::Error },
}

/// Counts over all buckets.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct FillReport {
    pub buckets: usize,
    pub uploaded: usize,
    pub present: usize,
    /// Configured folders that do not exist, for example because the front end's pictures were not built.
    pub missing: Vec<PathBuf>,
}

/// Fills all configured buckets. `on_progress` is called with the number of uploaded objects of a bucket, and of all.
///
/// # Errors
/// On the first failure of storage or of reading a file.
pub async fn fill(
    config: &Config,
    client: &StorageClient,
    on_progress: impl Fn(usize, usize),
) -> Result<FillReport, BucketError> {
    let mut report = FillReport::default();
    for (name, bucket) in &config.storage.buckets {
        let storage_failed = |cause| BucketError::Storage { bucket: name.0.clone(), cause };
        client.ensure_bucket(&name.0, settings(config, &name.0, bucket)).await.map_err(storage_failed)?;
        report.buckets += 1;
        let Some(folder) = bucket.objects_path.clone() else { continue };
        if !folder.is_dir() {
            report.missing.push(folder);
            continue;
        }
        let (uploaded, present) = fill_one(client, &name.0, &folder, &on_progress).await?;
        report.uploaded += uploaded;
        report.present += present;
    }
    Ok(report)
}

/// Storage rejects a bucket with a higher limit than its own, which counts for every upload.
fn settings(config: &Config, name: &str, bucket: &Bucket) -> serde_json::Value {
    let highest = config.storage.file_size_limit.0;
    if bucket.file_size_limit.as_ref().is_some_and(|limit| limit.0 > highest) {
        tracing::warn!("[storage.buckets.{name}] file_size_limit is above that of [storage], which counts");
    }
    json!({
        "public": bucket.public,
        "file_size_limit": bucket.file_size_limit.as_ref().map(|limit| limit.0.min(highest)),
        "allowed_mime_types": bucket.allowed_mime_types,
    })
}

/// Returns how many files were uploaded, and how many were present.
async fn fill_one(
    client: &StorageClient,
    bucket: &str,
    root: &Path,
    on_progress: &impl Fn(usize, usize),
) -> Result<(usize, usize), BucketError> {
    let storage_failed = |cause| BucketError::Storage { bucket: bucket.to_owned(), cause };
    let read_failed =
        |path: &Path, cause| BucketError::Read { bucket: bucket.to_owned(), path: path.to_owned(), cause };
    let mut folders = BTreeMap::new();
    collect_files(root, "", &mut folders).map_err(|cause| read_failed(root, cause))?;

    let mut absent = Vec::new();
    let mut present = 0;
    for (folder, files) in folders {
        let stored = client.list(bucket, &folder).await.map_err(storage_failed)?;
        for file in files {
            if stored.get(&file.name) == Some(&file.size) {
                present += 1;
            } else {
                absent.push(file);
            }
        }
    }
    let uploaded = absent.len();
    let done = Cell::new(0);
    stream::iter(absent)
        .map(|file| async move {
            let content =
                tokio::fs::read(&file.path).await.map_err(|cause| read_failed(&file.path, cause))?;
            let upload = client.upload(bucket, &file.key, mime(&file.name), Bytes::from(content));
            upload.await.map_err(storage_failed)
        })
        .buffer_unordered(CONCURRENT_UPLOADS)
        .inspect_ok(|()| {
            done.set(done.get() + 1);
            on_progress(done.get(), uploaded);
        })
        .try_collect::<()>()
        .await?;
    Ok((uploaded, present))
}

struct LocalFile {
    path: PathBuf,
    /// Its name in the bucket, including folders.
    key: String,
    name: String,
    size: u64,
}

/// Collects files by their folder in the bucket. Skips hidden files and names that are not Unicode.
fn collect_files(
    folder: &Path,
    prefix: &str,
    folders: &mut BTreeMap<String, Vec<LocalFile>>,
) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let Some(name) = entry.file_name().to_str().map(str::to_owned) else { continue };
        if name.starts_with('.') {
            continue;
        }
        let key = if prefix.is_empty() { name.clone() } else { format!("{prefix}/{name}") };
        let kind = entry.metadata()?;
        if kind.is_dir() {
            collect_files(&entry.path(), &key, folders)?;
        } else if kind.is_file() {
            let file = LocalFile { path: entry.path(), key, name, size: kind.len() };
            folders.entry(prefix.to_owned()).or_default().push(file);
        }
    }
    Ok(())
}

/// The media type by the file extension. Storage checks the content itself where it matters.
fn mime(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).as_deref() {
        Some("webp") => "image/webp",
        Some("avif") => "image/avif",
        Some("png") => "image/png",
        Some("jpg" | "jpeg") => "image/jpeg",
        Some("gif") => "image/gif",
        Some("svg") => "image/svg+xml",
        Some("pdf") => "application/pdf",
        Some("json") => "application/json",
        Some("txt") => "text/plain",
        _ => "application/octet-stream",
    }
}
