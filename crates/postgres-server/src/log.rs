//! The server's log: a file in the home, emptied when it has grown too long.

use crate::error::{Doing, Error};
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// Its file.
pub const NAME: &str = "postgres.log";
const GROWN: u64 = 10 * 1024 * 1024;
/// What is shown of it in an error.
const SHOWN: u64 = 4096;

pub struct Log {
    path: PathBuf,
    /// Where this start's part begins.
    start: u64,
}

impl Log {
    pub fn in_folder(home: &Path) -> Log {
        let path = home.join(NAME);
        let length = fs::symlink_metadata(&path).map(|file| file.len()).unwrap_or(0);
        Log { path, start: if length > GROWN { 0 } else { length } }
    }

    /// For the server to write to.
    pub fn open(&self) -> Result<File, Error> {
        let doing = || format!("open {}", self.path.display());
        let log = create_private().append(true).open(&self.path).doing(doing)?;
        if self.start == 0 {
            log.set_len(0).doing(doing)?;
        }
        Ok(log)
    }

    /// Empties the file of a running server that has grown too long; what it held stays in `postgres.log.1`. The server
    /// appends, so it goes on at the new end.
    pub fn bound(&self) -> std::io::Result<()> {
        if fs::symlink_metadata(&self.path)?.len() <= GROWN {
            return Ok(());
        }
        let mut log =
            File::options().read(true).write(true).custom_flags(libc::O_NOFOLLOW).open(&self.path)?;
        let mut kept = create_private().truncate(true).open(self.path.with_extension("log.1"))?;
        std::io::copy(&mut log, &mut kept)?;
        log.set_len(0)
    }

    /// The last lines of this start.
    pub fn tail(&self) -> String {
        let read = || -> std::io::Result<Vec<u8>> {
            let mut file = File::open(&self.path)?;
            let length = file.metadata()?.len();
            // The file may have been emptied since.
            let start = if self.start > length { 0 } else { self.start };
            file.seek(SeekFrom::Start(start.max(length.saturating_sub(SHOWN)).min(length)))?;
            let mut text = Vec::new();
            file.read_to_end(&mut text)?;
            Ok(text)
        };
        String::from_utf8_lossy(&read().unwrap_or_default()).trim().to_owned()
    }
}

/// Opens for writing, never through a link: the folder may belong to the unprivileged user.
pub fn create_private() -> fs::OpenOptions {
    let mut options = fs::OpenOptions::new();
    options.create(true).write(true).mode(0o600).custom_flags(libc::O_NOFOLLOW);
    options
}
