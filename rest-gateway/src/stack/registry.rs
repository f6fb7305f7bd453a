//! The data folders on which a user has started stacks, so that `stop --all` finds them.

use sha2::{Digest, Sha256};
use std::fs;
use std::io::{self, ErrorKind};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// A folder with a file for each data folder, which contains its path.
pub struct Registry(PathBuf);

impl Registry {
    /// The registry of this user, among the state of programs.
    ///
    /// # Errors
    /// When no variable of the environment names the place.
    pub fn of_user() -> io::Result<Registry> {
        let variable = |name| std::env::var_os(name).map(PathBuf::from);
        let state = variable("XDG_STATE_HOME")
            .or_else(|| variable("HOME").map(|home| home.join(".local/state")))
            .ok_or_else(|| io::Error::new(ErrorKind::NotFound, "neither XDG_STATE_HOME nor HOME is set"))?;
        Ok(Registry(state.join("rest-gateway").join("stacks")))
    }

    /// Adds a data folder.
    ///
    /// # Errors
    /// When the registry cannot be written.
    pub fn add(&self, data: &Path) -> io::Result<()> {
        fs::create_dir_all(&self.0)?;
        let digest = Sha256::digest(data.as_os_str().as_bytes());
        let name: String = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        fs::write(self.0.join(name), data.as_os_str().as_bytes())
    }

    /// The data folders that exist. Forgets those that were removed.
    ///
    /// # Errors
    /// When the registry cannot be read.
    pub fn folders(&self) -> io::Result<Vec<PathBuf>> {
        let entries = match fs::read_dir(&self.0) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut folders = Vec::new();
        for entry in entries {
            let file = entry?.path();
            let folder = PathBuf::from(std::ffi::OsString::from_vec(fs::read(&file)?));
            if folder.is_dir() {
                folders.push(folder);
            } else {
                fs::remove_file(&file)?;
            }
        }
        folders.sort();
        Ok(folders)
    }
}

#[cfg(test)]
mod tests {
    use super::Registry;

    #[test]
    fn a_removed_folder_is_forgotten() {
        let root = tempfile::tempdir().unwrap();
        let registry = Registry(root.path().join("stacks"));
        assert!(registry.folders().unwrap().is_empty());
        let data = ["one", "two"].map(|name| root.path().join(name));
        for folder in &data {
            std::fs::create_dir(folder).unwrap();
            registry.add(folder).unwrap();
            registry.add(folder).unwrap();
        }
        assert_eq!(registry.folders().unwrap(), data);
        std::fs::remove_dir(&data[0]).unwrap();
        assert_eq!(registry.folders().unwrap(), data[1..]);
        assert_eq!(std::fs::read_dir(root.path().join("stacks")).unwrap().count(), 1);
    }
}
