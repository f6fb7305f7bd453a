//! Files that a crash leaves whole or not at all: written in a folder of their own, synced, and renamed to their place.

use std::io::{ErrorKind, Result};
use std::path::{Path, PathBuf};

use uuid::Uuid;

/// How often a rename is tried whose folder a concurrent deletion has removed.
const ATTEMPTS: usize = 10;

/// A folder on the same file system as the objects, for files that are being written.
#[derive(Debug, Clone)]
pub struct TempFolder(PathBuf);

/// A file in it, or a folder. Removed when it is dropped, unless it has been published.
#[derive(Debug)]
pub struct TempFile(Option<PathBuf>);

impl TempFolder {
    /// Creates the folder, and empties it of what a crash left.
    pub fn open(path: PathBuf) -> Result<Self> {
        match std::fs::remove_dir_all(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => std::fs::create_dir_all(&path)?,
        }
        Ok(Self(path))
    }

    /// The path of a file or a folder that does not exist yet.
    pub fn file(&self) -> TempFile {
        TempFile(Some(self.0.join(Uuid::new_v4().to_string())))
    }
}

impl TempFile {
    pub fn path(&self) -> &Path {
        self.0.as_deref().unwrap_or(Path::new(""))
    }

    /// Renames the file, which is on disk, to its place in an existing folder, and syncs the folder.
    pub fn publish_in(mut self, folder: &Path, name: &str) -> Result<()> {
        std::fs::rename(self.path(), folder.join(name))?;
        self.0 = None;
        sync(folder)
    }

    /// Renames the file, which is on disk, to its place, and syncs the folders that lead there from `root`.
    pub fn publish(mut self, root: &Path, place: &Path) -> Result<()> {
        let folder = place.parent().unwrap_or(root);
        let mut attempts = 0;
        loop {
            attempts += 1;
            let existing = folder.ancestors().find(|folder| folder.exists()).unwrap_or(root).to_owned();
            std::fs::create_dir_all(folder)?;
            match std::fs::rename(self.path(), place) {
                Ok(()) => {
                    self.0 = None;
                    // The entry of the file, and those of new folders.
                    let mut changed = folder.ancestors().take_while(|folder| folder.starts_with(&existing));
                    return changed.try_for_each(sync_if_there);
                }
                // A deletion has removed the folder, which was empty.
                Err(error) if error.kind() == ErrorKind::NotFound && attempts < ATTEMPTS => {}
                Err(error) => return Err(error),
            }
        }
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let Some(path) = self.0.take() else { return };
        let removed =
            if path.is_dir() { std::fs::remove_dir_all(&path) } else { std::fs::remove_file(&path) };
        if let Err(error) =
            removed.or_else(|error| if error.kind() == ErrorKind::NotFound { Ok(()) } else { Err(error) })
        {
            tracing::warn!(%error, "cannot remove a temporary file, which the next start removes");
        }
    }
}

/// Removes a file and the folders that become empty, up to `root`. Succeeds when there is no such file.
pub fn remove(root: &Path, place: &Path) -> Result<()> {
    match std::fs::remove_file(place) {
        Err(error) if is_missing(&error) => return Ok(()),
        removed => removed?,
    }
    let mut folder = place.parent().unwrap_or(root);
    while folder != root && folder.starts_with(root) && std::fs::remove_dir(folder).is_ok() {
        folder = folder.parent().unwrap_or(root);
    }
    sync_if_there(folder)
}

/// Moves a folder into the temporary one, so that it disappears at once, and removes it.
pub fn remove_folder(temp: &TempFolder, folder: &Path) -> Result<()> {
    let removed = temp.file();
    std::fs::rename(folder, removed.path())?;
    match folder.parent() {
        Some(parent) => sync(parent),
        None => Ok(()),
    }
}

/// Whether an error says that there is no such file.
pub fn is_missing(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::IsADirectory)
}

/// As [`sync`]. Succeeds for a folder that a concurrent deletion has removed.
fn sync_if_there(folder: &Path) -> Result<()> {
    match sync(folder) {
        Err(error) if is_missing(&error) => Ok(()),
        synced => synced,
    }
}

/// Syncs a folder's entries to disk.
pub fn sync(folder: &Path) -> Result<()> {
    std::fs::File::open(folder)?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unpublished_files_are_removed() {
        let root = tempfile::tempdir().unwrap();
        let temp = TempFolder::open(root.path().join("temp")).unwrap();
        let (kept, dropped) = (temp.file(), temp.file());
        std::fs::write(kept.path(), "kept").unwrap();
        std::fs::write(dropped.path(), "dropped").unwrap();
        drop(dropped);
        let place = root.path().join("bucket/a/b");
        kept.publish(root.path(), &place).unwrap();
        assert_eq!(std::fs::read(&place).unwrap(), b"kept");
        let left_by_a_crash = temp.file();
        std::fs::write(left_by_a_crash.path(), "half").unwrap();
        std::mem::forget(left_by_a_crash);
        assert_eq!(std::fs::read_dir(root.path().join("temp")).unwrap().count(), 1);
        TempFolder::open(root.path().join("temp")).unwrap();
        assert_eq!(std::fs::read_dir(root.path().join("temp")).unwrap().count(), 0);

        let bucket = root.path().join("bucket");
        remove(&bucket, &place).unwrap();
        remove(&bucket, &place).unwrap();
        assert!(bucket.exists() && !bucket.join("a").exists(), "empty folders are removed");
    }
}
