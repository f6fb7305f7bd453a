//! `stop`: stops the stack that runs on a folder, and removes its data with `--delete-data`.
//!
//! Rejects a stack that does not end in time, and a folder without a stack's data.

use super::data_folder::{DataFolder, FolderError, POSTGRES_FOLDER};
use child_process::{Signal, signal};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Requests in flight and services have ten seconds each to finish; then Postgres writes a checkpoint.
const TIMEOUT: Duration = Duration::from_secs(60);
/// How long a starting process may take to write its id.
const PID_TIMEOUT: Duration = Duration::from_secs(1);
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Why a stack cannot be stopped, or its data cannot be removed.
#[derive(Debug, thiserror::Error)]
pub enum StopError {
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error(transparent)]
    Postgres(#[from] postgres_server::Error),
    #[error("cannot remove {path}: {cause}", path = .path.display())]
    Remove { path: PathBuf, cause: std::io::Error },
}

/// The outcome of `stop`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stopped {
    Ended,
    WasNotRunning,
}

/// Sends SIGTERM to the stack and waits until it has ended.
///
/// # Errors
/// When the folder cannot be accessed, or the stack does not end in time.
pub fn stop(data: &Path) -> Result<Stopped, StopError> {
    let Some(pid) = holder(data)? else { return Ok(Stopped::WasNotRunning) };
    // The process holds the folder's lock, so the id cannot belong to another one.
    signal(pid, Signal::TERM);
    let started = Instant::now();
    while DataFolder::holder(data)? == Some(pid) {
        if started.elapsed() > TIMEOUT {
            let (folder, seconds) = (data.to_owned(), TIMEOUT.as_secs());
            return Err(FolderError::StillRunning { folder, seconds }.into());
        }
        std::thread::sleep(POLL_INTERVAL);
    }
    Ok(Stopped::Ended)
}

/// The process that has locked the folder. Waits for one that has not written its id yet.
fn holder(data: &Path) -> Result<Option<u32>, FolderError> {
    let started = Instant::now();
    loop {
        match DataFolder::holder(data) {
            Err(FolderError::Starting(_)) if started.elapsed() < PID_TIMEOUT => {
                std::thread::sleep(POLL_INTERVAL)
            }
            outcome => return outcome,
        }
    }
}

/// Removes the data folder, and Postgres's data if it had to be elsewhere. Returns the removed folders.
///
/// # Errors
/// When the folder has no stack's data, is in use, or cannot be removed.
pub fn delete_data(data: &Path) -> Result<Vec<PathBuf>, StopError> {
    let folder = DataFolder::open_existing(data)?;
    let path = folder.path().to_owned();
    let elsewhere = postgres_server::remove_relocated_data(&path.join(POSTGRES_FOLDER))?;
    // The lock is held until the folder is removed, so that no stack can start on a half-removed one.
    std::fs::remove_dir_all(&path).map_err(|cause| StopError::Remove { path: path.clone(), cause })?;
    Ok([Some(path), elsewhere].into_iter().flatten().collect())
}
