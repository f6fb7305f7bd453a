//! The installation of the package, and the runtime that runs it.

use crate::deno::{INSTALLATION, find_deno};
use sha2::{Digest, Sha256};
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::process::Command;
use tokio::time::timeout;

const SCRIPT: &str = include_str!("diff.mjs");
const MANIFEST: &str = include_str!("package.json");
/// Versions and checksums of the package and of those that it needs.
const LOCK: &str = include_str!("package-lock.json");
/// The timeout of the installation.
const INSTALL_TIMEOUT: Duration = Duration::from_secs(600);

/// Why the package cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    #[error("schemas are compared by an npm package, which needs Node.js with npm, or Deno ({INSTALLATION})")]
    NoRuntime,
    #[error("the package that compares schemas cannot be installed: {0}")]
    Install(String),
    #[error("npm has not installed the package that compares schemas within {} s", INSTALL_TIMEOUT.as_secs())]
    Slow,
    #[error("cannot write {path}: {cause}", path = .path.display())]
    Write { path: PathBuf, cause: io::Error },
}

/// The installed package.
pub(super) struct Engine {
    runtime: Runtime,
    folder: PathBuf,
}

enum Runtime {
    Node(PathBuf),
    Deno(PathBuf),
}

impl Engine {
    /// Installs the package, unless this version is there. npm checks what it downloads by the lock file; Deno installs
    /// by itself when the script is run, so it is only used without Node.js.
    pub async fn prepare(project: &Path, cache: &Path) -> Result<Engine, EngineError> {
        let node = on_path("node").zip(on_path("npm"));
        let name = if node.is_some() { "node" } else { "deno" };
        let folder = cache.join("schema-diff").join(format!("{name}-{}", version()));
        let runtime = match node {
            Some((node, npm)) => {
                if !folder.exists() {
                    install(&folder, &npm).await?;
                }
                Runtime::Node(node)
            }
            None => {
                let deno = find_deno(project).ok_or(EngineError::NoRuntime)?;
                write_files(&folder)?;
                Runtime::Deno(deno)
            }
        };
        Ok(Engine { runtime, folder })
    }

    /// The command that runs the script.
    pub fn command(&self) -> Command {
        let script = self.folder.join("diff.mjs");
        let mut command = match &self.runtime {
            Runtime::Node(node) => Command::new(node),
            Runtime::Deno(deno) => {
                let mut command = Command::new(deno);
                command.args(["run", "--quiet", "--no-prompt", "--no-lock", "--node-modules-dir=auto"]);
                command.args(["--allow-env", "--allow-net", "--allow-read", "--allow-sys"]);
                command.env("NO_COLOR", "1").env("DENO_DIR", self.folder.join("cache"));
                command
            }
        };
        command.arg(script).current_dir(&self.folder);
        command
    }
}

/// A digest of the script and the lock file, which names the installation.
fn version() -> String {
    let digest = Sha256::digest([SCRIPT, LOCK].concat());
    digest.iter().take(6).map(|byte| format!("{byte:02x}")).collect()
}

/// Installs into a temporary folder and renames it, so that an interrupted installation is never used. If two processes
/// install at once, the folder of the first one is kept.
async fn install(folder: &Path, npm: &Path) -> Result<(), EngineError> {
    let unusable = |cause| EngineError::Write { path: folder.to_owned(), cause };
    let parent = folder.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(parent).map_err(unusable)?;
    let building = tempfile::tempdir_in(parent).map_err(unusable)?;
    write_files(building.path())?;
    let arguments = ["ci", "--omit=peer", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"];
    let mut npm = Command::new(npm);
    npm.args(arguments).current_dir(building.path()).kill_on_drop(true);
    let done = timeout(INSTALL_TIMEOUT, npm.output()).await.map_err(|_| EngineError::Slow)?;
    let done = done.map_err(|error| EngineError::Install(error.to_string()))?;
    if !done.status.success() {
        return Err(EngineError::Install(String::from_utf8_lossy(&done.stderr).trim().to_owned()));
    }
    match fs::rename(building.path(), folder) {
        Err(_) if folder.exists() => Ok(()),
        renamed => renamed.map_err(unusable),
    }
}

fn write_files(folder: &Path) -> Result<(), EngineError> {
    let write = || -> io::Result<()> {
        fs::create_dir_all(folder)?;
        let files = [("diff.mjs", SCRIPT), ("package.json", MANIFEST), ("package-lock.json", LOCK)];
        files.iter().try_for_each(|(name, content)| -> io::Result<()> {
            // Another comparison may be reading the file.
            let mut file = tempfile::NamedTempFile::new_in(folder)?;
            file.write_all(content.as_bytes())?;
            file.persist(folder.join(name))?;
            Ok(())
        })
    };
    write().map_err(|cause| EngineError::Write { path: folder.to_owned(), cause })
}

fn on_path(program: &str) -> Option<PathBuf> {
    let path: OsString = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}
