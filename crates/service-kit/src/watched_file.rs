//! A file that another process replaces while this one runs, such as a set of keys.
//!
//! The file is looked at every second, not watched with inotify: a file that is mounted into a container is replaced in
//! ways that inotify misses, and one `stat` a second costs nothing.

use std::fs::Metadata;
use std::io::{self, ErrorKind};
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::sync::{Arc, Weak};
use std::time::Duration;

/// How long a change may go unnoticed.
const INTERVAL: Duration = Duration::from_secs(1);

/// Identifies a version of a file: inode, size and time of the last change.
type Version = (u64, u64, i64, i64);

/// A file and the version that was last read.
pub struct WatchedFile {
    path: PathBuf,
    read: Option<Version>,
}

impl WatchedFile {
    /// A file that has not been read yet.
    pub fn new(path: PathBuf) -> WatchedFile {
        WatchedFile { path, read: None }
    }

    /// The file's content if it has changed since the last call. A missing file counts as unchanged.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn read_if_changed(&mut self) -> io::Result<Option<String>> {
        let version = match std::fs::metadata(&self.path) {
            Ok(metadata) => version(&metadata),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        if self.read == Some(version) {
            return Ok(None);
        }
        // Not `read_to_string` first: a version that is replaced meanwhile is then read again.
        self.read = Some(version);
        std::fs::read_to_string(&self.path).map(Some)
    }

    /// Applies later versions to `target`, on a thread that ends when `target` is dropped. A version that cannot be
    /// read, or that `apply` rejects, is logged and leaves `target` as it is.
    ///
    /// # Errors
    /// When the thread cannot be started.
    pub fn follow<T: Send + Sync + 'static>(
        mut self,
        target: &Arc<T>,
        apply: impl Fn(&T, &str) -> Result<(), String> + Send + 'static,
    ) -> io::Result<()> {
        let target: Weak<T> = Arc::downgrade(target);
        let follow = move || {
            loop {
                std::thread::sleep(INTERVAL);
                let Some(target) = target.upgrade() else { return };
                let path = self.path.display().to_string();
                let applied = match self.read_if_changed() {
                    Ok(None) => continue,
                    Ok(Some(content)) => apply(&target, &content),
                    Err(error) => Err(error.to_string()),
                };
                match applied {
                    Ok(()) => tracing::info!(path, "a changed file has been read"),
                    Err(error) => tracing::error!(path, "a changed file cannot be used: {error}"),
                }
            }
        };
        std::thread::Builder::new().name("watched-file".to_owned()).spawn(follow).map(drop)
    }
}

fn version(metadata: &Metadata) -> Version {
    (metadata.ino(), metadata.size(), metadata.mtime(), metadata.mtime_nsec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_read_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("keys.json");
        let mut file = WatchedFile::new(path.clone());
        assert_eq!(file.read_if_changed().unwrap(), None);
        std::fs::write(&path, "one").unwrap();
        assert_eq!(file.read_if_changed().unwrap().as_deref(), Some("one"));
        assert_eq!(file.read_if_changed().unwrap(), None);
        std::fs::write(&path, "second").unwrap();
        assert_eq!(file.read_if_changed().unwrap().as_deref(), Some("second"));
    }
}
