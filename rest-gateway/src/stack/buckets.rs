//! Creates the configured buckets and puts into them the files of their `objects_path` that they do not hold, or
//! hold in another size.
//! Rejects nothing: what cannot be done is told, and the stack runs on without it.

use super::storage_client::{StorageCallError, StorageClient};
use crate::config::{Bucket, Config};
use bytes::Bytes;
use futures_util::{StreamExt, TryStreamExt, stream};
use serde_json::json;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Uploads at once.
const AT_ONCE: usize = 8;

#[derive(Debug, thiserror::Error)]
pub enum BucketError {
    #[error("bucket {bucket}: {cause}")]
    Storage { bucket: String, cause: StorageCallError },
    #[error("bucket {bucket}: cannot read {path}: {cause}", path = .path.display())]
    Read { bucket: String, path: PathBuf, cause: std::io::Error },
}

/// What was found and done in all buckets.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Filled {
    pub buckets: usize,
    pub uploaded: usize,
    pub present: usize,
    /// Folders that are not there, such as pictures that were not drawn yet.
    pub missing: Vec<PathBuf>,
}

/// `report` hears how many objects of a bucket are uploaded, of how many.
pub async fn fill(
    config: &Config,
    client: &StorageClient,
    report: impl Fn(usize, usize),
) -> Result<Filled, BucketError> {
    let mut filled = Filled::default();
    for (name, bucket) in &config.storage.buckets {
        let storage_failed = |cause| BucketError::Storage { bucket: name.0.clone(), cause };
        client.ensure_bucket(&name.0, settings(bucket)).await.map_err(storage_failed)?;
        filled.buckets += 1;
        let Some(folder) = bucket.objects_path.as_deref().map(|path| config.resolve(path)) else { continue };
        if !folder.is_dir() {
            filled.missing.push(folder);
            continue;
        }
        let (uploaded, present) = fill_one(client, &name.0, &folder, &report).await?;
        filled.uploaded += uploaded;
        filled.present += present;
    }
    Ok(filled)
}

fn settings(bucket: &Bucket) -> serde_json::Value {
    json!({
        "public": bucket.public,
        "file_size_limit": bucket.file_size_limit.map(|size| size.0),
        "allowed_mime_types": bucket.allowed_mime_types,
    })
}

async fn fill_one(
    client: &StorageClient,
    bucket: &str,
    root: &Path,
    report: &impl Fn(usize, usize),
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
        .buffer_unordered(AT_ONCE)
        .inspect_ok(|()| {
            done.set(done.get() + 1);
            report(done.get(), uploaded);
        })
        .try_collect::<()>()
        .await?;
    Ok((uploaded, present))
}

struct LocalFile {
    path: PathBuf,
    /// Its name in the bucket, folders included.
    key: String,
    name: String,
    size: u64,
}

/// Files by their folder in the bucket. Hidden files stay behind, as do names that are not Unicode.
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

/// By the name's ending; storage looks at the content where it matters.
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
