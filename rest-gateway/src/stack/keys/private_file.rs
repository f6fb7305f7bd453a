//! A file with secrets, for another process of the same user.

use std::io::{self, Write};
use std::path::PathBuf;

/// A file in memory, which ends with this process however it ends. Another process opens it through this process's
/// descriptor.
#[cfg(target_os = "linux")]
pub struct PrivateFile {
    path: PathBuf,
    descriptor: std::sync::Mutex<std::os::fd::OwnedFd>,
}

#[cfg(target_os = "linux")]
impl PrivateFile {
    /// # Errors
    /// When the file cannot be made.
    pub fn new(content: &str) -> io::Result<PrivateFile> {
        use std::os::fd::AsRawFd;

        let descriptor = in_memory(content)?;
        let path = format!("/proc/{}/fd/{}", std::process::id(), descriptor.as_raw_fd()).into();
        Ok(PrivateFile { path, descriptor: std::sync::Mutex::new(descriptor) })
    }

    /// The path, while this process runs.
    pub fn path(&self) -> PathBuf {
        self.path.clone()
    }

    /// Replaces the content. A process that reads the file sees the earlier or the later one.
    ///
    /// # Errors
    /// When the new file cannot be made. The earlier one stays.
    pub fn replace(&self, content: &str) -> io::Result<()> {
        let next = in_memory(content)?;
        let mut descriptor = self.descriptor.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        // Under the same number, and so under the same path.
        Ok(rustix::io::dup3(&next, &mut descriptor, rustix::io::DupFlags::CLOEXEC)?)
    }
}

#[cfg(target_os = "linux")]
fn in_memory(content: &str) -> io::Result<std::os::fd::OwnedFd> {
    let descriptor = rustix::fs::memfd_create("settings", rustix::fs::MemfdFlags::CLOEXEC)?;
    let mut file = std::fs::File::from(descriptor);
    file.write_all(content.as_bytes())?;
    Ok(file.into())
}

/// A file in a private folder, which is removed at the end: only Linux has files in memory that another process can
/// open. SIGKILL leaves the folder.
#[cfg(not(target_os = "linux"))]
pub struct PrivateFile(tempfile::TempDir);

#[cfg(not(target_os = "linux"))]
impl PrivateFile {
    /// # Errors
    /// When the file cannot be written.
    pub fn new(content: &str) -> io::Result<PrivateFile> {
        let file = PrivateFile(tempfile::Builder::new().prefix("isula-").tempdir()?);
        file.replace(content)?;
        Ok(file)
    }

    /// The path, while this value exists.
    pub fn path(&self) -> PathBuf {
        self.0.path().join("settings")
    }

    /// Replaces the content. A process that reads the file sees the earlier or the later one.
    ///
    /// # Errors
    /// When the file cannot be written. The earlier one stays.
    pub fn replace(&self, content: &str) -> io::Result<()> {
        let mut next = tempfile::NamedTempFile::new_in(self.0.path())?;
        next.write_all(content.as_bytes())?;
        next.persist(self.path())?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;
    use std::io::Read;

    #[test]
    fn a_reader_sees_the_earlier_or_the_later_content() {
        let file = PrivateFile::new("earlier").unwrap();
        let (path, mut open) = (file.path(), File::open(file.path()).unwrap());
        file.replace("later").unwrap();
        let mut read = String::new();
        open.read_to_string(&mut read).unwrap();
        assert_eq!((read.as_str(), file.path()), ("earlier", path));
        for _ in 0..2 {
            assert_eq!(std::fs::read_to_string(file.path()).unwrap(), "later");
        }
    }
}
