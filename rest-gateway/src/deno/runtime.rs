//! Deno, with the module cache that all functions of a stack share.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const BOOTSTRAP: &str = include_str!("bootstrap.js");
const BOOTSTRAP_FILE: &str = "bootstrap.js";
/// Modules that were downloaded and compiled.
const CACHE_FOLDER: &str = "cache";

/// Deno, its cache and the bootstrap.
#[derive(Debug, Clone)]
pub struct DenoRuntime {
    pub(super) executable: PathBuf,
    folder: PathBuf,
}

impl DenoRuntime {
    /// Writes the bootstrap into `folder`, which keeps the downloaded modules between starts.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn prepare(executable: PathBuf, folder: &Path) -> io::Result<DenoRuntime> {
        let runtime = DenoRuntime { executable, folder: folder.to_owned() };
        fs::create_dir_all(runtime.cache())?;
        fs::write(runtime.bootstrap(), BOOTSTRAP)?;
        Ok(runtime)
    }

    pub(super) fn bootstrap(&self) -> PathBuf {
        self.folder.join(BOOTSTRAP_FILE)
    }

    pub(super) fn cache(&self) -> PathBuf {
        self.folder.join(CACHE_FOLDER)
    }
}
