//! Generated secrets, kept in one file that only its owner reads. Rejects a file that cannot be read, rather than
//! generate other secrets in its place.

use std::collections::BTreeMap;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

pub struct SecretStore {
    path: PathBuf,
    secrets: BTreeMap<String, String>,
    changed: bool,
}

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("cannot read the kept secrets in {path}: {cause}", path = .path.display())]
    Read { path: PathBuf, cause: std::io::Error },
    #[error("cannot keep the generated secrets in {path}: {cause}", path = .path.display())]
    Write { path: PathBuf, cause: std::io::Error },
}

impl SecretStore {
    pub fn open(path: PathBuf) -> Result<SecretStore, StoreError> {
        let secrets = match std::fs::read(&path) {
            Ok(text) => serde_json::from_slice(&text)
                .map_err(|cause| StoreError::Read { path: path.clone(), cause: cause.into() })?,
            Err(error) if error.kind() == ErrorKind::NotFound => BTreeMap::new(),
            Err(cause) => return Err(StoreError::Read { path, cause }),
        };
        Ok(SecretStore { path, secrets, changed: false })
    }

    pub fn get(&self, name: &str) -> Option<String> {
        self.secrets.get(name).cloned()
    }

    /// Keeps a secret and returns it.
    pub fn put(&mut self, name: &str, secret: String) -> String {
        let before = self.secrets.insert(name.to_owned(), secret.clone());
        self.changed |= before.as_ref() != Some(&secret);
        secret
    }

    /// The kept secret, or a new one.
    pub fn keep(&mut self, name: &str, make: impl FnOnce() -> String) -> String {
        self.get(name).unwrap_or_else(|| self.put(name, make()))
    }

    /// Writes what is new: whole or not at all, and on the disk before anything is made that needs it.
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
        // Readable by its owner alone from the beginning.
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        serde_json::to_writer_pretty(&mut file, &self.secrets)?;
        file.write_all(b"\n")?;
        file.as_file().sync_all()?;
        file.persist(&self.path)?;
        std::fs::File::open(folder)?.sync_all()
    }
}
