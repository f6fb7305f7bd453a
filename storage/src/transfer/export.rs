//! Copies the bytes of objects to the files of a folder, and checks them on the way.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use futures_util::{StreamExt, stream};
use service_kit::Environment;
use tokio::fs::File;
use tokio::io::AsyncWriteExt;

use super::checksum::Checksum;
use super::layout;
use super::protocol::{CONCURRENT, Objects, Outcome, StoredObject, TransferError};
use crate::app_state::AppState;

/// Copies the objects of standard input into a folder. Objects that cannot be copied are reported; the others are copied.
///
/// # Errors
/// When the settings are incomplete, or standard input is unreadable.
pub async fn export(
    environment: &Environment,
    folder: &Path,
) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let state = AppState::from_environment(environment)?;
    let (mut objects, mut outcome) = (Objects::of_stdin(), Outcome::default());
    loop {
        let batch = objects.next_batch().await?;
        if batch.is_empty() {
            return Ok(());
        }
        // Sequentially, because the order decides which of two conflicting names becomes a file.
        let mut files = Vec::new();
        for object in batch {
            let file = create(folder, &object).await;
            files.push((object, file));
        }
        let copies = files.into_iter().map(|(object, file)| async {
            let result = match file {
                Ok((path, file)) => copy(&state, &object, path, file).await,
                Err(error) => Err(error),
            };
            (object, result)
        });
        outcome.add(stream::iter(copies).buffer_unordered(CONCURRENT).collect().await)?;
    }
}

/// Creates the file of an object by its name, or by its version where that is not possible.
async fn create(folder: &Path, object: &StoredObject) -> Result<(PathBuf, File), TransferError> {
    if let Some(path) = layout::named(folder, object) {
        match create_file(&path).await {
            Ok(file) => return Ok((path, file)),
            // A file where a folder is needed, or the reverse.
            Err(error)
                if matches!(
                    error.kind(),
                    ErrorKind::NotADirectory | ErrorKind::IsADirectory | ErrorKind::AlreadyExists
                ) => {}
            Err(cause) => return Err(TransferError::Write { path, cause }),
        }
    }
    let path = layout::by_version(folder, object);
    let file =
        create_file(&path).await.map_err(|cause| TransferError::Write { path: path.clone(), cause })?;
    Ok((path, file))
}

async fn create_file(path: &Path) -> std::io::Result<File> {
    if let Some(folder) = path.parent() {
        tokio::fs::create_dir_all(folder).await?;
    }
    File::create_new(path).await
}

async fn copy(
    state: &AppState,
    object: &StoredObject,
    path: PathBuf,
    mut file: File,
) -> Result<u64, TransferError> {
    let mut download = state.s3.get(&object.blob(), None).await.map_err(|error| match error {
        crate::Error::BytesMissing => TransferError::Missing,
        error => error.into(),
    })?;
    let mut checksum = Checksum::default();
    while let Some(chunk) = download.next().await {
        let chunk = chunk?;
        checksum.add(&chunk);
        let written = file.write_all(&chunk).await;
        written.map_err(|cause| TransferError::Write { path: path.clone(), cause })?;
    }
    // `sync_all` does not return the error of the last write, for example of a full disk. `flush` does.
    let flushed = file.flush().await;
    flushed.map_err(|cause| TransferError::Write { path: path.clone(), cause })?;
    file.sync_all().await.map_err(|cause| TransferError::Write { path, cause })?;
    checksum.check(object)
}
