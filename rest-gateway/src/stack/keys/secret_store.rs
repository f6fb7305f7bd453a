//! Generated secrets, stored in one file that is readable by its owner only. Rejects an unreadable file instead of
//! replacing it by new secrets.

use std::collections::BTreeMap;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The secrets of the file, with unsaved changes.
pub struct SecretStore {
    path: PathBuf,
    secrets: BTreeMap<String, String>,
    changed: bool,
    is_new: bool,
}

/// Why the file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("cannot read the kept secrets in {path}: {cause}", path = .path.display())]
    Read { path: PathBuf, cause: std::io::Error },
    #[error("cannot keep the generated secrets in {path}: {cause}", path = .path.display())]
    Write { path: PathBuf, cause: std::io::Error },
}

impl SecretStore {
    /// Reads the file; the store is empty if it does not exist.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn open(path: PathBuf) -> Result<SecretStore, StoreError> {
        let (secrets, is_new) = match std::fs::read(&path) {
            Ok(text) => {
                let unreadable =
                    |cause: serde_json::Error| StoreError::Read { path: path.clone(), cause: cause.into() };
                (serde_json::from_slice(&text).map_err(unreadable)?, false)
            }
            Err(error) if error.kind() == ErrorKind::NotFound => (BTreeMap::new(), true),
            Err(cause) => return Err(StoreError::Read { path, cause }),
        };
        Ok(SecretStore { path, secrets, changed: false, is_new })
    }

    /// Whether there was no file.
    pub fn is_new(&self) -> bool {
        self.is_new
    }

    /// A stored secret.
    pub fn get(&self, name: &str) -> Option<String> {
        self.secrets.get(name).cloned()
    }

    /// Stores a secret and returns it.
    pub fn put(&mut self, name: &str, secret: String) -> String {
        let before = self.secrets.insert(name.to_owned(), secret.clone());
        self.changed |= before.as_ref() != Some(&secret);
        secret
    }

    /// The stored secret, or a newly generated one.
    pub fn keep(&mut self, name: &str, make: impl FnOnce() -> String) -> String {
        self.get(name).unwrap_or_else(|| self.put(name, make()))
    }

    /// Writes the file atomically if something has changed, and syncs it to disk, so that the secrets survive whatever
    /// is created with them.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn save(&mut self) -> Result<(), StoreError> {
        if !self.changed {
            return Ok(());
        }
        self.write().map_err(|cause| StoreError::Write { path: self.path.clone(), cause })?;
        self.changed = false;
        Ok(())
    }

    fn write(&self) -> std::io::Result<()> {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        // Temporary files are readable by their owner only.
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        serde_json::to_writer_pretty(&mut file, &self.secrets)?;
        file.write_all(b"\n")?;
        file.as_file().sync_all()?;
        file.persist(&self.path)?;
        std::fs::File::open(folder)?.sync_all()
    }
}
