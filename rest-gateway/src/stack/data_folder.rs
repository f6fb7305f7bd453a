//! The folder of one stack: held by one process at a time, which leaves word in it of where it answers.

use super::addresses::Addresses;
use std::fs::{self, File, Permissions, TryLockError};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A folder that this process holds.
pub struct DataFolder {
    path: PathBuf,
    _lock: File,
}

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
    /// Makes the folder and takes hold of it. One that holds other things stays as it is.
    pub fn open(path: &Path) -> Result<DataFolder, FolderError> {
        let unusable = |cause| FolderError::Unusable { folder: path.to_owned(), cause };
        fs::create_dir_all(path).map_err(unusable)?;
        let path = path.canonicalize().map_err(unusable)?;
        if !is_of_a_stack(&path).map_err(unusable)? {
            return Err(FolderError::NotOurs(path));
        }
        match lock_patiently(&path).map_err(unusable)? {
            Some(lock) => {
                // What lies in it is private by itself; Postgres, which may run as another user, must get through.
                fs::set_permissions(&path, Permissions::from_mode(0o711)).map_err(unusable)?;
                // So that `git status` never shows secrets.
                write_once(&path.join(".gitignore"), "*\n").map_err(unusable)?;
                write_pid(&lock).map_err(unusable)?;
                let folder = DataFolder { path, _lock: lock };
                folder.forget_addresses();
                Ok(folder)
            }
            None => {
                let at = read_addresses(&path).ok().flatten().map(|addresses| addresses.api_url);
                Err(FolderError::InUse { folder: path, at })
            }
        }
    }

    /// Where the stack that runs on a folder answers.
    pub fn running(path: &Path) -> Result<Addresses, FolderError> {
        let unusable = |cause| FolderError::Unusable { folder: path.to_owned(), cause };
        if !DataFolder::is_held(path)? {
            return Err(FolderError::NotRunning(path.to_owned()));
        }
        read_addresses(path).map_err(unusable)?.ok_or_else(|| FolderError::Starting(path.to_owned()))
    }

    /// Whether a process holds a folder. Looking leaves no trace: a folder without a lock never had a stack.
    pub fn is_held(path: &Path) -> Result<bool, FolderError> {
        let unusable = |cause| FolderError::Unusable { folder: path.to_owned(), cause };
        Ok(path.join(LOCK).exists() && lock(path).map_err(unusable)?.is_none())
    }

    /// The process that holds a folder; `None` when none does.
    pub fn holder(path: &Path) -> Result<Option<u32>, FolderError> {
        let unusable = |cause| FolderError::Unusable { folder: path.to_owned(), cause };
        if !DataFolder::is_held(path)? {
            return Ok(None);
        }
        // It writes its number right after it has taken the lock.
        let text = fs::read_to_string(path.join(LOCK)).map_err(unusable)?;
        text.trim().parse().map(Some).map_err(|_| FolderError::Starting(path.to_owned()))
    }

    /// Takes hold of a folder that a stack has left, and of nothing else.
    pub fn open_left(path: &Path) -> Result<DataFolder, FolderError> {
        if !path.join(LOCK).exists() {
            return Err(FolderError::NoData(path.to_owned()));
        }
        DataFolder::open(path)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A folder in it that nobody else may enter.
    pub fn private(&self, name: &str) -> Result<PathBuf, FolderError> {
        let folder = self.path.join(name);
        let unusable = |cause| FolderError::Unusable { folder: folder.clone(), cause };
        fs::create_dir_all(&folder).map_err(unusable)?;
        fs::set_permissions(&folder, Permissions::from_mode(0o700)).map_err(unusable)?;
        Ok(folder)
    }

    /// Leaves word for `status`.
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

    fn forget_addresses(&self) {
        let _ = fs::remove_file(self.path.join(ADDRESSES));
    }
}

impl Drop for DataFolder {
    fn drop(&mut self) {
        self.forget_addresses();
    }
}

/// ` --data DIR` for a command line, where the folder is not the usual one.
pub fn data_flag(folder: &Path) -> String {
    if folder == Path::new(USUAL_FOLDER) {
        return String::new();
    }
    let name = folder.display().to_string();
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-+".contains(letter);
    match name.chars().all(plain) {
        true => format!(" --data {name}"),
        false => format!(" --data '{}'", name.replace('\'', r"'\''")),
    }
}

/// Where the data of a stack is when nobody says otherwise.
pub const USUAL_FOLDER: &str = ".stack";
const ADDRESSES: &str = "running.json";
const LOCK: &str = "lock";
/// What a file system of its own begins with.
const LOST_AND_FOUND: &str = "lost+found";

/// Whether a stack has been here before, or nothing at all.
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

/// None when another process holds it. The system lets go of it when that process ends, however it ends.
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

/// `status` holds the lock for a moment when it looks.
fn lock_patiently(folder: &Path) -> std::io::Result<Option<File>> {
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
