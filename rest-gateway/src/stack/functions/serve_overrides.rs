//! The changes that `functions serve` makes to the functions of a running stack: a file in the data folder, which is locked
//! while the command runs.

use crate::stack::data_folder::{DataFolder, FolderError};
use child_process::{Signal, signal};
use serde::{Deserialize, Serialize};
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

const FILE: &str = "functions-serve.json";

/// The changes of one `functions serve`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServeOverrides {
    /// The variables of the functions, in place of those of their `.env` files. Absolute.
    pub env_file: Option<PathBuf>,
    /// Whether all functions may be called without a token.
    pub without_token_checks: bool,
}

/// Why the functions cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum OverridesError {
    #[error("another `functions serve` is running on this stack")]
    Taken,
    #[error("the running stack cannot be notified: {0}")]
    Io(#[from] io::Error),
    #[error(transparent)]
    Folder(#[from] FolderError),
}

/// The changes of a running command. After a drop the stack ignores them at its next update; [`Serving::end`] reverts them
/// at once.
pub struct Serving {
    _lock: File,
    path: PathBuf,
    stack: u32,
}

/// Changes the functions of the stack that runs on a folder.
///
/// # Errors
/// When no stack runs there, or another command has changed its functions.
pub fn serve_functions(data: &Path, overrides: &ServeOverrides) -> Result<Serving, OverridesError> {
    let stack = DataFolder::holder(data)?.ok_or_else(|| FolderError::NotRunning(data.to_owned()))?;
    let path = data.join(FILE);
    let mut file = lock(&path)?;
    file.set_len(0)?;
    file.write_all(serde_json::to_string(overrides).map_err(io::Error::other)?.as_bytes())?;
    // The stack then reads its configuration again, together with this file.
    signal(stack, Signal::USR2);
    Ok(Serving { _lock: file, path, stack })
}

fn lock(path: &Path) -> Result<File, OverridesError> {
    loop {
        let file = File::options().create(true).truncate(false).write(true).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(OverridesError::Taken),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        // A command that ended between the two calls has removed the opened file.
        let locked = file.metadata()?.ino();
        if fs::metadata(path).is_ok_and(|current| current.ino() == locked) {
            return Ok(file);
        }
    }
}

impl Serving {
    /// # Errors
    /// When the file cannot be removed.
    pub fn end(self) -> Result<(), OverridesError> {
        match fs::remove_file(&self.path) {
            // The stack has ended, and its folder was removed.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            removed => removed?,
        }
        signal(self.stack, Signal::USR2);
        Ok(())
    }
}

/// The changes of a running command; none if there is no such command.
///
/// # Errors
/// When the file cannot be read.
pub(in crate::stack) fn current_overrides(data: &Path) -> io::Result<ServeOverrides> {
    let file = match File::open(data.join(FILE)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(ServeOverrides::default()),
        file => file?,
    };
    match file.try_lock_shared() {
        // Left by a command that was killed.
        Ok(()) => Ok(ServeOverrides::default()),
        Err(TryLockError::WouldBlock) => Ok(serde_json::from_reader(file)?),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_command_that_runs_changes_something() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        assert_eq!(current_overrides(folder.path()).unwrap(), ServeOverrides::default());
        let overrides = ServeOverrides { env_file: Some("/a/.env".into()), without_token_checks: true };
        fs::write(&path, serde_json::to_string(&overrides).unwrap()).unwrap();
        assert_eq!(current_overrides(folder.path()).unwrap(), ServeOverrides::default());
        let lock = File::open(&path).unwrap();
        lock.lock().unwrap();
        assert_eq!(current_overrides(folder.path()).unwrap(), overrides);
        assert!(matches!(serve_functions(folder.path(), &overrides), Err(OverridesError::Folder(_))));
    }
}
