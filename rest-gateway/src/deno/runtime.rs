//! Deno, with the module cache that all functions of a stack share.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const BOOTSTRAP: &str = include_str!("bootstrap.js");
const BOOTSTRAP_FILE: &str = "bootstrap.js";
const STD_SERVER: &str = include_str!("std_server.js");
const STD_SERVER_FILE: &str = "std_server.js";
const IMPORT_MAPS: &str = "import_maps";
/// Modules that were downloaded and compiled.
const CACHE_FOLDER: &str = "cache";

/// Deno, its cache and the bootstrap.
#[derive(Debug, Clone)]
pub struct DenoRuntime {
    pub(super) executable: PathBuf,
    folder: PathBuf,
}

impl DenoRuntime {
    /// Writes the modules of this program into `folder`, which keeps the downloaded modules between starts.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn prepare(executable: PathBuf, folder: &Path) -> io::Result<DenoRuntime> {
        let runtime = DenoRuntime { executable, folder: folder.to_owned() };
        fs::create_dir_all(runtime.cache())?;
        fs::write(runtime.bootstrap(), BOOTSTRAP)?;
        fs::write(runtime.std_server(), STD_SERVER)?;
        Ok(runtime)
    }

    pub(super) fn bootstrap(&self) -> PathBuf {
        self.folder.join(BOOTSTRAP_FILE)
    }

    /// The module that replaces `http/server.ts` of Deno's former standard library.
    pub(super) fn std_server(&self) -> PathBuf {
        self.folder.join(STD_SERVER_FILE)
    }

    pub(super) fn import_maps(&self) -> PathBuf {
        self.folder.join(IMPORT_MAPS)
    }

    pub(super) fn cache(&self) -> PathBuf {
        self.folder.join(CACHE_FOLDER)
    }
}
