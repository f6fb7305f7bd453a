//! The private folder of unix sockets: open to its owner alone, with a path short enough for a socket, locked while it is
//! in use, and gone afterwards. One that a killed process left behind is removed by the next to come.

use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use tempfile::TempDir;

const PREFIX: &str = "rest-gateway-";
/// A socket's path has room for 107 bytes; the place must leave enough for the longest name.
const LONGEST_PLACE: usize = 40;
/// A younger folder may belong to a process that is about to lock it.
const SETTLED: Duration = Duration::from_secs(60);

#[derive(Debug)]
pub(super) struct SocketFolder {
    folder: TempDir,
    _lock: File,
}

impl SocketFolder {
    pub(super) fn create() -> io::Result<SocketFolder> {
        let usual = std::env::temp_dir();
        let place = if usual.as_os_str().len() <= LONGEST_PLACE { usual } else { PathBuf::from("/tmp") };
        let folder = tempfile::Builder::new()
            .prefix(PREFIX)
            .permissions(Permissions::from_mode(0o700))
            .tempdir_in(&place)?;
        let lock = File::open(folder.path())?;
        lock.try_lock()?;
        sweep(&place, folder.path());
        Ok(SocketFolder { folder, _lock: lock })
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Sooner than the last clone, which a server's thread may hold until the process ends.
    pub(super) fn remove(&self) {
        if let Err(error) = fs::remove_dir_all(self.path()) {
            tracing::debug!("the folder of sockets is left behind: {error}");
        }
    }
}

/// What cannot be read or removed is left to whoever can.
fn sweep(place: &Path, own: &Path) {
    let Ok(owner) = fs::metadata(own).map(|folder| folder.uid()) else { return };
    let folders = fs::read_dir(place).into_iter().flatten().flatten();
    for folder in folders.filter(|folder| folder.file_name().to_string_lossy().starts_with(PREFIX)) {
        if is_left_behind(&folder.path(), owner) {
            let _ = fs::remove_dir_all(folder.path());
        }
    }
}

fn is_left_behind(folder: &Path, owner: u32) -> bool {
    let settled = |folder: &fs::Metadata| {
        let age = folder.modified().ok().and_then(|at| SystemTime::now().duration_since(at).ok());
        age.is_some_and(|age| age >= SETTLED)
    };
    fs::symlink_metadata(folder).is_ok_and(|it| it.is_dir() && it.uid() == owner && settled(&it))
        && File::open(folder).is_ok_and(|folder| folder.try_lock().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aged(folder: &Path) {
        let long_ago = SystemTime::now() - 2 * SETTLED;
        File::open(folder).unwrap().set_modified(long_ago).unwrap();
    }

    #[test]
    fn a_folder_in_use_is_left_alone_and_one_left_behind_is_not() {
        let place = tempfile::tempdir().unwrap();
        let [own, used, abandoned, other] = [PREFIX, "rest-gateway-used", "rest-gateway-abandoned", "other"]
            .map(|name| place.path().join(name));
        for folder in [&own, &used, &abandoned, &other] {
            fs::create_dir(folder).unwrap();
            fs::write(folder.join("user-auth.1"), "").unwrap();
            aged(folder);
        }
        let young = place.path().join("rest-gateway-young");
        fs::create_dir(&young).unwrap();
        let locks = [&own, &used].map(|folder| File::open(folder).unwrap());
        for lock in &locks {
            lock.try_lock().unwrap();
        }
        sweep(place.path(), &own);
        assert!(own.exists() && used.exists() && other.exists() && young.exists());
        assert!(!abandoned.exists());
    }
}
