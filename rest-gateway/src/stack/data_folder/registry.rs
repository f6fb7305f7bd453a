//! The data folders of all stacks that a user has started, so that `stop --all` and `stop --project-id` find them.

use sha2::{Digest, Sha256};
use std::ffi::OsStr;
use std::fs;
use std::io::{self, ErrorKind};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// A folder with one file for each data folder. The file contains the path and, after a zero byte, the project's id.
pub struct Registry(PathBuf);

/// A stack that was started.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct KnownStack {
    pub data: PathBuf,
    /// The `project_id` at the last start.
    pub project_id: String,
}

impl Registry {
    /// The registry in the current user's state folder.
    ///
    /// # Errors
    /// When neither `XDG_STATE_HOME` nor `HOME` is set.
    pub fn of_user() -> io::Result<Registry> {
        let variable = |name| std::env::var_os(name).map(PathBuf::from);
        let state = variable("XDG_STATE_HOME")
            .or_else(|| variable("HOME").map(|home| home.join(".local/state")))
            .ok_or_else(|| io::Error::new(ErrorKind::NotFound, "neither XDG_STATE_HOME nor HOME is set"))?;
        Ok(Registry(state.join("rest-gateway").join("stacks")))
    }

    /// Adds a data folder, or changes its project's id.
    ///
    /// # Errors
    /// When the registry cannot be written.
    pub fn add(&self, data: &Path, project_id: &str) -> io::Result<()> {
        fs::create_dir_all(&self.0)?;
        let path = data.as_os_str().as_bytes();
        let name: String = Sha256::digest(path).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        fs::write(self.0.join(name), [path, b"\0".as_slice(), project_id.as_bytes()].concat())
    }

    /// The stacks whose data folders exist. Forgets those that were removed.
    ///
    /// # Errors
    /// When the registry cannot be read.
    pub fn stacks(&self) -> io::Result<Vec<KnownStack>> {
        let entries = match fs::read_dir(&self.0) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut stacks = Vec::new();
        for entry in entries {
            let file = entry?.path();
            let content = fs::read(&file)?;
            let mut parts = content.splitn(2, |byte| *byte == 0);
            let (path, id) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
            let data = PathBuf::from(OsStr::from_bytes(path));
            if data.is_dir() {
                stacks.push(KnownStack { data, project_id: String::from_utf8_lossy(id).into_owned() });
            } else {
                fs::remove_file(&file)?;
            }
        }
        stacks.sort();
        Ok(stacks)
    }
}

#[cfg(test)]
mod tests {
    use super::{KnownStack, Registry};

    #[test]
    fn a_removed_folder_is_forgotten() {
        let root = tempfile::tempdir().unwrap();
        let registry = Registry(root.path().join("stacks"));
        assert!(registry.stacks().unwrap().is_empty());
        let stacks = ["one", "two"]
            .map(|name| KnownStack { data: root.path().join(name), project_id: name.to_owned() });
        for stack in &stacks {
            std::fs::create_dir(&stack.data).unwrap();
            registry.add(&stack.data, "earlier").unwrap();
            registry.add(&stack.data, &stack.project_id).unwrap();
        }
        assert_eq!(registry.stacks().unwrap(), stacks);
        std::fs::remove_dir(&stacks[0].data).unwrap();
        assert_eq!(registry.stacks().unwrap(), stacks[1..]);
        assert_eq!(std::fs::read_dir(root.path().join("stacks")).unwrap().count(), 1);
    }
}
