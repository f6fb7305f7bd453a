//! `stop`: ends the stack that runs on a folder, whoever started it, and removes its data where that is asked for.
//!
//! Rejects a stack that does not end in time, and a folder that holds no stack's data.

use super::data_folder::{DataFolder, FolderError};
use rustix::process::{Pid, Signal, kill_process};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Requests under way get ten seconds, the services as much, and Postgres writes what it holds.
const LIMIT: Duration = Duration::from_secs(60);
const TICK: Duration = Duration::from_millis(20);

#[derive(Debug, thiserror::Error)]
pub enum StopError {
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error(transparent)]
    Postgres(#[from] postgres_server::Error),
    #[error("cannot remove {path}: {cause}", path = .path.display())]
    Remove { path: PathBuf, cause: std::io::Error },
}

/// What `stop` found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stopped {
    Ended,
    WasNotRunning,
}

/// Ends the stack in good order and waits for its end.
pub fn stop(data: &Path) -> Result<Stopped, StopError> {
    let Some(pid) = holder(data)? else { return Ok(Stopped::WasNotRunning) };
    terminate(pid);
    let begin = Instant::now();
    while DataFolder::holder(data)? == Some(pid) {
        if begin.elapsed() > LIMIT {
            let (folder, seconds) = (data.to_owned(), LIMIT.as_secs());
            return Err(FolderError::StillRunning { folder, seconds }.into());
        }
        std::thread::sleep(TICK);
    }
    Ok(Stopped::Ended)
}

/// A stack that has only just begun has not written its number yet.
fn holder(data: &Path) -> Result<Option<u32>, FolderError> {
    let begin = Instant::now();
    loop {
        match DataFolder::holder(data) {
            Err(FolderError::Starting(_)) if begin.elapsed() < Duration::from_secs(1) => {
                std::thread::sleep(TICK)
            }
            outcome => return outcome,
        }
    }
}

/// The process holds the folder's lock, so the number is its own; one that has just ended needs no signal.
fn terminate(pid: u32) {
    if let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) {
        let _ = kill_process(pid, Signal::TERM);
    }
}

/// Removes everything that a stack has left: its folder, and what Postgres had to put elsewhere. Returns the folders.
pub fn delete_data(data: &Path) -> Result<Vec<PathBuf>, StopError> {
    let folder = DataFolder::open_left(data)?;
    let path = folder.path().to_owned();
    let elsewhere = postgres_server::remove_elsewhere(&path.join(super::start::POSTGRES_FOLDER))?;
    // The lock goes with the folder; nobody can take hold of a folder that is being removed and find half of it.
    std::fs::remove_dir_all(&path).map_err(|cause| StopError::Remove { path: path.clone(), cause })?;
    Ok([Some(path), elsewhere].into_iter().flatten().collect())
}
