//! The private folder of the Unix sockets: accessible to its owner only, with a path short enough for a socket, locked
//! while in use, and removed on shutdown. The next process removes orphaned folders that a killed process left behind.

use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use tempfile::TempDir;

const PREFIX: &str = "rest-gateway-";
/// A socket's path has at most 107 bytes, of which this leaves enough for the longest name.
const MAX_PARENT_PATH: usize = 40;
/// A younger folder may belong to a process that has not locked it yet.
const MIN_ORPHAN_AGE: Duration = Duration::from_secs(60);

#[derive(Debug)]
pub(super) struct SocketFolder {
    folder: TempDir,
    _lock: File,
    generations: AtomicU64,
}

impl SocketFolder {
    pub(super) fn create() -> io::Result<SocketFolder> {
        let temporary = std::env::temp_dir();
        let is_short = temporary.as_os_str().len() <= MAX_PARENT_PATH;
        let parent = if is_short { temporary } else { PathBuf::from("/tmp") };
        let folder = tempfile::Builder::new()
            .prefix(PREFIX)
            .permissions(Permissions::from_mode(0o700))
            .tempdir_in(&parent)?;
        let lock = File::open(folder.path())?;
        lock.try_lock()?;
        remove_orphans(&parent, folder.path());
        Ok(SocketFolder { folder, _lock: lock, generations: AtomicU64::new(1) })
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The generation of the next process. Each has another one, because the process of a removed service may still use its
    /// socket when a service of the same name is added.
    pub(super) fn next_generation(&self) -> u64 {
        self.generations.fetch_add(1, Ordering::Relaxed)
    }

    /// Removes the folder now. A server thread may hold the last clone until the process ends.
    pub(super) fn remove(&self) {
        if let Err(error) = fs::remove_dir_all(self.path()) {
            tracing::debug!("cannot remove the socket folder: {error}");
        }
    }
}

/// Removes orphaned socket folders of the same user from `parent`. Ignores errors: another process may be removing them
/// too.
fn remove_orphans(parent: &Path, own: &Path) {
    let Ok(owner) = fs::metadata(own).map(|folder| folder.uid()) else { return };
    let folders = fs::read_dir(parent).into_iter().flatten().flatten();
    for folder in folders.filter(|folder| folder.file_name().to_string_lossy().starts_with(PREFIX)) {
        if is_orphan(&folder.path(), owner) {
            let _ = fs::remove_dir_all(folder.path());
        }
    }
}

/// Whether the folder belongs to `owner`, is old enough, and is not locked.
fn is_orphan(folder: &Path, owner: u32) -> bool {
    let is_old = |folder: &fs::Metadata| {
        let age = folder.modified().ok().and_then(|at| SystemTime::now().duration_since(at).ok());
        age.is_some_and(|age| age >= MIN_ORPHAN_AGE)
    };
    fs::symlink_metadata(folder).is_ok_and(|it| it.is_dir() && it.uid() == owner && is_old(&it))
        && File::open(folder).is_ok_and(|folder| folder.try_lock().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aged(folder: &Path) {
        let long_ago = SystemTime::now() - 2 * MIN_ORPHAN_AGE;
        File::open(folder).unwrap().set_modified(long_ago).unwrap();
    }

    #[test]
    fn removes_orphaned_folders_and_keeps_those_in_use() {
        let parent = tempfile::tempdir().unwrap();
        let [own, used, abandoned, other] = [PREFIX, "rest-gateway-used", "rest-gateway-abandoned", "other"]
            .map(|name| parent.path().join(name));
        for folder in [&own, &used, &abandoned, &other] {
            fs::create_dir(folder).unwrap();
            fs::write(folder.join("user-auth.1"), "").unwrap();
            aged(folder);
        }
        let young = parent.path().join("rest-gateway-young");
        fs::create_dir(&young).unwrap();
        let locks = [&own, &used].map(|folder| File::open(folder).unwrap());
        for lock in &locks {
            lock.try_lock().unwrap();
        }
        remove_orphans(parent.path(), &own);
        assert!(own.exists() && used.exists() && other.exists() && young.exists());
        assert!(!abandoned.exists());
    }
}
