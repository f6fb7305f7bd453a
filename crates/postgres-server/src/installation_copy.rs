//! A copy of the installation for a user that cannot run the original, as from a clone under `/root`.

use crate::binaries::Binaries;
use crate::error::{Context, Error};
use crate::user::User;
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

/// A `bin` folder that `user` can run: the installation's own, or that of a copy in `folder`, which is created where it
/// is missing.
///
/// # Errors
/// When the user cannot run a copy either, or copying fails.
pub fn runnable_bin(binaries: &Binaries, folder: &Path, user: User) -> Result<PathBuf, Error> {
    if user.can_run(&binaries.folder.join("postgres")) {
        return Ok(binaries.folder.clone());
    }
    let copy = folder.join(format!("postgresql-{}", binaries.version));
    let bin = copy.join("bin");
    if user.can_run(&bin.join("postgres")) {
        return Ok(bin);
    }
    let unreachable = || Error::Unreachable { path: binaries.folder.clone() };
    let installation = binaries.folder.parent().filter(|folder| folder.join("share").is_dir());
    let installation = installation.ok_or_else(unreachable)?;
    if copy.exists() {
        fs::remove_dir_all(&copy).context(|| format!("remove {}", copy.display()))?;
    }
    let operation = || format!("create the folder {}", copy.display());
    fs::create_dir(&copy).context(operation)?;
    fs::set_permissions(&copy, Permissions::from_mode(0o755)).context(operation)?;
    for part in ["bin", "lib", "share"] {
        let (from, to) = (installation.join(part), copy.join(part));
        copy_folder(&from, &to).context(|| format!("copy {} to {}", from.display(), to.display()))?;
    }
    if user.can_run(&bin.join("postgres")) { Ok(bin) } else { Err(unreachable()) }
}

/// Copies a folder so that every user can read the copy. Static libraries are left out.
fn copy_folder(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        let kind = entry.file_type()?;
        if kind.is_dir() {
            copy_folder(&source, &target)?;
        } else if kind.is_symlink() {
            symlink(fs::read_link(&source)?, &target)?;
        } else if source.extension().is_none_or(|extension| extension != "a") {
            fs::copy(&source, &target)?;
            let executable = source.metadata()?.permissions().mode() & 0o100 != 0;
            fs::set_permissions(&target, Permissions::from_mode(if executable { 0o755 } else { 0o644 }))?;
        }
    }
    fs::set_permissions(to, Permissions::from_mode(0o755))
}
