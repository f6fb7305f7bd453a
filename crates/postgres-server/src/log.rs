//! The server's log file, truncated when it has grown too large.

use crate::error::{Context, Error};
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// The file's name.
pub const FILE_NAME: &str = "postgres.log";
/// The size from which the file is truncated.
const MAX_BYTES: u64 = 10 * 1024 * 1024;
/// Bytes of the log's end that an error shows.
const TAIL_BYTES: u64 = 4096;

/// The log of one start of the server.
pub struct Log {
    path: PathBuf,
    /// The offset at which this start's lines begin.
    start: u64,
}

impl Log {
    /// The log in the folder of the cluster.
    pub fn in_folder(folder: &Path) -> Log {
        let path = folder.join(FILE_NAME);
        let length = fs::symlink_metadata(&path).map(|file| file.len()).unwrap_or(0);
        Log { path, start: if length > MAX_BYTES { 0 } else { length } }
    }

    /// Opens the file for the server's output, truncated if it was too large.
    pub fn open(&self) -> Result<File, Error> {
        let operation = || format!("open {}", self.path.display());
        let log = create_private().append(true).open(&self.path).context(operation)?;
        if self.start == 0 {
            log.set_len(0).context(operation)?;
        }
        Ok(log)
    }

    /// Moves the content of a file that is too large to `postgres.log.1`, also while the server runs: the server
    /// appends, so it continues at the new end.
    pub fn rotate_if_large(&self) -> std::io::Result<()> {
        if fs::symlink_metadata(&self.path)?.len() <= MAX_BYTES {
            return Ok(());
        }
        let mut log =
            File::options().read(true).write(true).custom_flags(libc::O_NOFOLLOW).open(&self.path)?;
        let mut kept = create_private().truncate(true).open(self.path.with_extension("log.1"))?;
        std::io::copy(&mut log, &mut kept)?;
        log.set_len(0)
    }

    /// The end of this start's lines.
    pub fn tail(&self) -> String {
        let read = || -> std::io::Result<Vec<u8>> {
            let mut file = File::open(&self.path)?;
            let length = file.metadata()?.len();
            // The file may have been truncated since.
            let start = if self.start > length { 0 } else { self.start };
            file.seek(SeekFrom::Start(start.max(length.saturating_sub(TAIL_BYTES)).min(length)))?;
            let mut text = Vec::new();
            file.read_to_end(&mut text)?;
            Ok(text)
        };
        String::from_utf8_lossy(&read().unwrap_or_default()).trim().to_owned()
    }
}

/// Options that create a file of mode 0600 for writing. They follow no link: the folder may belong to the unprivileged
/// user.
pub fn create_private() -> fs::OpenOptions {
    let mut options = fs::OpenOptions::new();
    options.create(true).write(true).mode(0o600).custom_flags(libc::O_NOFOLLOW);
    options
}
