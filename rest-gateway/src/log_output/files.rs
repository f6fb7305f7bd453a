//! One log file per service, readable by its owner only, with rotation: at `MAX_SIZE` the file is renamed to
//! `NAME.log.1`, which replaces the previous one. A service's logs take at most twice that size.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The service name of this process's own lines.
pub(super) const GATEWAY: &str = "rest-gateway";

/// Size at which a file is rotated, in bytes.
const MAX_SIZE: u64 = 8 << 20;

pub(super) struct LogFiles {
    folder: PathBuf,
    open: Mutex<HashMap<String, LogFile>>,
}

struct LogFile {
    file: File,
    length: u64,
    /// The last write failed. The error of a full disk is reported once, until a write succeeds again.
    failing: bool,
}

impl LogFiles {
    pub(super) fn new(folder: PathBuf) -> LogFiles {
        LogFiles { folder, open: Mutex::default() }
    }

    /// Appends one line, which includes the line end.
    ///
    /// # Errors
    /// On the first of several failed writes in a row.
    pub(super) fn append(&self, service: &str, line: &[u8]) -> io::Result<()> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if !open.contains_key(service) {
            open.insert(service.to_owned(), LogFile::open(&path(&self.folder, service))?);
        }
        let Some(log) = open.get_mut(service) else { return Ok(()) };
        if log.length >= MAX_SIZE {
            let path = path(&self.folder, service);
            fs::rename(&path, rotated(&path))?;
            *log = LogFile::open(&path)?;
        }
        log.append(line)
    }
}

impl LogFile {
    fn open(path: &Path) -> io::Result<LogFile> {
        let file = File::options().create(true).append(true).mode(0o600).open(path)?;
        let length = file.metadata()?.len();
        Ok(LogFile { file, length, failing: false })
    }

    fn append(&mut self, line: &[u8]) -> io::Result<()> {
        match self.file.write_all(line) {
            Ok(()) => {
                self.length += line.len() as u64;
                self.failing = false;
                Ok(())
            }
            Err(_) if self.failing => Ok(()),
            Err(error) => {
                self.failing = true;
                Err(error)
            }
        }
    }
}

/// The current file of a service. Service names are valid path segments.
pub(super) fn path(folder: &Path, service: &str) -> PathBuf {
    folder.join(format!("{service}.log"))
}

/// The rotated file of a log file.
pub(super) fn rotated(path: &Path) -> PathBuf {
    path.with_extension("log.1")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotates_at_the_maximum_size_and_keeps_the_newest_lines() {
        let folder = tempfile::tempdir().unwrap();
        let files = LogFiles::new(folder.path().to_owned());
        let line = |number: u64| format!("{number:0>999}\n").into_bytes();
        let count = 3 * MAX_SIZE / 1000;
        for number in 0..count {
            files.append("storage", &line(number)).unwrap();
        }
        let current = path(folder.path(), "storage");
        let [newest, older] = [&current, &rotated(&current)].map(|path| fs::read(path).unwrap());
        assert!(newest.len() as u64 <= MAX_SIZE + 1000 && older.len() as u64 <= MAX_SIZE + 1000);
        assert!(newest.ends_with(&line(count - 1)));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn reports_a_full_disk_once() {
        let full = File::options().append(true).open("/dev/full");
        let Ok(file) = full else { return };
        let mut log = LogFile { file, length: 0, failing: false };
        assert_eq!(log.append(b"a\n").unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert!(log.append(b"b\n").is_ok());
    }
}
