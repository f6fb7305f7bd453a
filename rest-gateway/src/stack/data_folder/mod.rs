//! The data folder of one stack. A file lock ensures that only one process uses it; the addresses of the running stack
//! are in `running.json`.
//!
//! - `addresses`: what `status` prints.
//! - `registry`: the data folders of all stacks of a user.
//! - `user_cache`: a folder for downloads.

pub(super) mod addresses;
pub(super) mod registry;
pub(super) mod user_cache;

use self::addresses::Addresses;
use std::fs::{self, File, Permissions, TryLockError};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A data folder that this process has locked.
pub struct DataFolder {
    path: PathBuf,
    _lock: File,
}

/// Why a data folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    #[error("a stack is already running on {folder}{}", .at.as_deref().map(|at| format!(": {at}")).unwrap_or_default(), folder = .folder.display())]
    InUse { folder: PathBuf, at: Option<String> },
    #[error("no stack is running on {}; `rest-gateway up{}` starts one", .0.display(), data_flag(.0))]
    NotRunning(PathBuf),
    #[error("the stack on {folder} has not ended within {seconds} s; `rest-gateway logs{}` may tell why", data_flag(.folder), folder = .folder.display())]
    StillRunning { folder: PathBuf, seconds: u64 },
    #[error("there is no stack's data in {}", .0.display())]
    NoData(PathBuf),
    #[error("the stack on {} is still starting", .0.display())]
    Starting(PathBuf),
    #[error("{} holds other things than a stack; a folder of its own is wanted", .0.display())]
    NotOurs(PathBuf),
    #[error("cannot use the folder {folder}: {cause}", folder = .folder.display())]
    Unusable { folder: PathBuf, cause: std::io::Error },
}

impl DataFolder {
    /// Creates the folder if necessary, and locks it. A folder with other content is left unchanged.
    ///
    /// # Errors
    /// When the folder is in use, has other content, or cannot be accessed.
    pub fn open(path: &Path) -> Result<DataFolder, FolderError> {
        let unusable = |cause| FolderError::Unusable { folder: path.to_owned(), cause };
        fs::create_dir_all(path).map_err(unusable)?;
        let path = path.canonicalize().map_err(unusable)?;
        if !is_of_a_stack(&path).map_err(unusable)? {
            return Err(FolderError::NotOurs(path));
        }
        match lock_with_retry(&path).map_err(unusable)? {
            Some(lock) => {
                // Postgres may run as another user and must be able to enter. The content has its own permissions.
                fs::set_permissions(&path, Permissions::from_mode(0o711)).map_err(unusable)?;
                // Secrets must not be committed.
                write_once(&path.join(".gitignore"), "*\n").map_err(unusable)?;
                write_pid(&lock).map_err(unusable)?;
                let folder = DataFolder { path, _lock: lock };
                folder.remove_addresses();
                Ok(folder)
            }
            None => {
                let at = read_addresses(&path).ok().flatten().map(|addresses| addresses.api_url);
                Err(FolderError::InUse { folder: path, at })
            }
        }
    }

    /// The addresses of the stack that runs on a folder.
    ///
    /// # Errors
    /// When no stack runs on it, or it is still starting.
    pub fn running(path: &Path) -> Result<Addresses, FolderError> {
        let unusable = |cause| FolderError::Unusable { folder: path.to_owned(), cause };
        if !DataFolder::is_held(path)? {
            return Err(FolderError::NotRunning(path.to_owned()));
        }
        read_addresses(path).map_err(unusable)?.ok_or_else(|| FolderError::Starting(path.to_owned()))
    }

    /// Whether a process has locked a folder. Does not create a lock file: a folder without one never had a stack.
    ///
    /// # Errors
    /// When the folder cannot be accessed.
    pub fn is_held(path: &Path) -> Result<bool, FolderError> {
        let unusable = |cause| FolderError::Unusable { folder: path.to_owned(), cause };
        Ok(path.join(LOCK).exists() && lock(path).map_err(unusable)?.is_none())
    }

    /// The id of the process that has locked a folder, if any.
    ///
    /// # Errors
    /// When the folder cannot be accessed, or the process has not written its id yet.
    pub fn holder(path: &Path) -> Result<Option<u32>, FolderError> {
        let unusable = |cause| FolderError::Unusable { folder: path.to_owned(), cause };
        if !DataFolder::is_held(path)? {
            return Ok(None);
        }
        // The process writes its id right after it has taken the lock.
        let text = fs::read_to_string(path.join(LOCK)).map_err(unusable)?;
        text.trim().parse().map(Some).map_err(|_| FolderError::Starting(path.to_owned()))
    }

    /// Locks a folder on which a stack has run, and no other.
    ///
    /// # Errors
    /// When it never had a stack, or is in use.
    pub fn open_existing(path: &Path) -> Result<DataFolder, FolderError> {
        if !path.join(LOCK).exists() {
            return Err(FolderError::NoData(path.to_owned()));
        }
        DataFolder::open(path)
    }

    /// The absolute path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Creates a subfolder that only this user can enter.
    ///
    /// # Errors
    /// When it cannot be created.
    pub fn private(&self, name: &str) -> Result<PathBuf, FolderError> {
        let folder = self.path.join(name);
        let unusable = |cause| FolderError::Unusable { folder: folder.clone(), cause };
        fs::create_dir_all(&folder).map_err(unusable)?;
        fs::set_permissions(&folder, Permissions::from_mode(0o700)).map_err(unusable)?;
        Ok(folder)
    }

    /// Writes the addresses for `status`, atomically.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write_addresses(&self, addresses: &Addresses) -> Result<(), FolderError> {
        let write = || -> std::io::Result<()> {
            let mut file = tempfile::NamedTempFile::new_in(&self.path)?;
            serde_json::to_writer_pretty(&mut file, addresses)?;
            file.flush()?;
            file.persist(self.path.join(ADDRESSES))?;
            Ok(())
        };
        write().map_err(|cause| FolderError::Unusable { folder: self.path.clone(), cause })
    }

    fn remove_addresses(&self) {
        let _ = fs::remove_file(self.path.join(ADDRESSES));
    }
}

impl Drop for DataFolder {
    fn drop(&mut self) {
        self.remove_addresses();
    }
}

/// ` --data DIR` for a command line; empty for the default folder.
pub fn data_flag(folder: &Path) -> String {
    if folder == Path::new(DEFAULT_FOLDER) {
        return String::new();
    }
    let name = folder.display().to_string();
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-+".contains(letter);
    match name.chars().all(plain) {
        true => format!(" --data {name}"),
        false => format!(" --data '{}'", name.replace('\'', r"'\''")),
    }
}

/// The default of `--data`.
pub const DEFAULT_FOLDER: &str = ".stack";
/// The subfolder of the stack's own Postgres.
pub const POSTGRES_FOLDER: &str = "postgres";
/// The subfolder of the log files.
pub const LOG_FOLDER: &str = "logs";
/// The file of the secret store.
pub const SECRETS_FILE: &str = "secrets.json";
const ADDRESSES: &str = "running.json";
const LOCK: &str = "lock";
/// The only entry of a new ext4 file system.
const LOST_AND_FOUND: &str = "lost+found";

/// Whether a stack has used the folder before, or it is empty.
fn is_of_a_stack(folder: &Path) -> std::io::Result<bool> {
    if folder.join(LOCK).exists() {
        return Ok(true);
    }
    for entry in fs::read_dir(folder)? {
        if entry?.file_name() != LOST_AND_FOUND {
            return Ok(false);
        }
    }
    Ok(true)
}

fn write_once(file: &Path, content: &str) -> std::io::Result<()> {
    match File::create_new(file) {
        Ok(mut file) => file.write_all(content.as_bytes()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
    }
}

/// `None` if another process holds the lock. The kernel releases it when that process ends.
fn lock(folder: &Path) -> std::io::Result<Option<File>> {
    let file =
        File::options().create(true).truncate(false).write(true).mode(0o600).open(folder.join(LOCK))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

fn write_pid(mut lock: &File) -> std::io::Result<()> {
    lock.set_len(0)?;
    lock.write_all(format!("{}\n", std::process::id()).as_bytes())
}

/// Retries for 200 ms, because `status` holds the lock for a moment when it checks it.
fn lock_with_retry(folder: &Path) -> std::io::Result<Option<File>> {
    for _ in 0..20 {
        if let Some(lock) = lock(folder)? {
            return Ok(Some(lock));
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    Ok(None)
}

fn read_addresses(folder: &Path) -> std::io::Result<Option<Addresses>> {
    match fs::read(folder.join(ADDRESSES)) {
        Ok(text) => Ok(Some(serde_json::from_slice(&text)?)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
