//! Where a data folder's Postgres really lives: in the data folder, or, where the user of Postgres cannot reach that,
//! in a private folder that it can reach, whose path the data folder records. Rejects a recorded folder that somebody
//! else could have made.

use crate::binaries::Binaries;
use crate::error::{Doing, Error};
use crate::user::User;
use std::fs::{self, Permissions};
use std::io::ErrorKind;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::path::{Path, PathBuf};

/// The file in the data folder that names the home elsewhere.
const RECORD: &str = "location";
/// Postgres's own data folder, in the home.
const CLUSTER: &str = "cluster";

/// The folder that holds the cluster, its log and its socket, and the binaries that the user of Postgres can run.
pub struct Home {
    pub folder: PathBuf,
    pub bin: PathBuf,
    /// It is not the data folder itself.
    pub elsewhere: bool,
}

impl Home {
    /// Finds or makes the home of `data_dir`; `lasting` data survives a restart of the machine.
    pub fn prepare(data_dir: &Path, binaries: &Binaries, user: User, lasting: bool) -> Result<Home, Error> {
        let (folder, elsewhere) = match recorded(data_dir)? {
            Some(home) => (checked(data_dir, home, user)?, true),
            None if can_be_home(data_dir, user)? => (data_dir.to_owned(), false),
            None => (make_elsewhere(data_dir, user, lasting)?, true),
        };
        let bin = if user.can_run(&binaries.folder.join("postgres")) {
            binaries.folder.clone()
        } else {
            copied_binaries(binaries, &folder, user)?
        };
        Ok(Home { folder, bin, elsewhere })
    }

    /// Postgres's own data folder.
    pub fn cluster(&self) -> PathBuf {
        self.folder.join(CLUSTER)
    }
}

/// The major version that made the data of `data_dir`, if there is data.
pub fn recorded_major(data_dir: &Path) -> Option<u32> {
    let home = recorded(data_dir).ok()?.unwrap_or_else(|| data_dir.to_owned());
    fs::read_to_string(home.join(CLUSTER).join("PG_VERSION")).ok()?.trim().parse().ok()
}

/// The server's log file.
pub fn log_file(data_dir: &Path) -> PathBuf {
    let home = recorded(data_dir).ok().flatten().unwrap_or_else(|| data_dir.to_owned());
    home.join(crate::log::NAME)
}

/// Removes what lies elsewhere of `data_dir`, and tells where it lay. The server must not run.
pub fn remove_elsewhere(data_dir: &Path) -> Result<Option<PathBuf>, Error> {
    let Some(home) = recorded(data_dir)? else { return Ok(None) };
    if !home.exists() {
        return Ok(None);
    }
    let home = checked(data_dir, home, User::current())?;
    fs::remove_dir_all(&home).doing(|| format!("remove {}", home.display()))?;
    Ok(Some(home))
}

fn recorded(data_dir: &Path) -> Result<Option<PathBuf>, Error> {
    let record = data_dir.join(RECORD);
    match fs::read_to_string(&record) {
        Ok(path) => Ok(Some(PathBuf::from(path.trim_end()))),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).doing(|| format!("read {}", record.display())),
    }
}

fn checked(data_dir: &Path, home: PathBuf, user: User) -> Result<PathBuf, Error> {
    let lost = |problem| Error::LostHome { path: data_dir.to_owned(), home: home.clone(), problem };
    let found = fs::symlink_metadata(&home).map_err(|_| lost("is gone"))?;
    if !found.is_dir() || found.permissions().mode() & 0o077 != 0 {
        return Err(lost("is not a private folder"));
    }
    match user {
        User::Unprivileged { id } if found.uid() != id => Err(lost("belongs to another user")),
        _ => Ok(home),
    }
}

/// Makes `data_dir` the user's, and gives it back if the user cannot reach it even so.
fn can_be_home(data_dir: &Path, user: User) -> Result<bool, Error> {
    let doing = || format!("take over {}", data_dir.display());
    let before = fs::metadata(data_dir).doing(doing)?;
    user.own(data_dir, 0o700)?;
    if user.can_enter(data_dir) {
        return Ok(true);
    }
    chown(data_dir, Some(before.uid()), Some(before.gid())).doing(doing)?;
    Ok(false)
}

/// A folder under a name that nobody can guess. Lasting data does not go to `/var/tmp`, which many machines clear of
/// old files, unless there is nothing better.
fn make_elsewhere(data_dir: &Path, user: User, lasting: bool) -> Result<PathBuf, Error> {
    let parents: &[&str] = if lasting { &["/var/lib", "/var/tmp"] } else { &["/tmp", "/var/tmp"] };
    for parent in parents {
        let made = tempfile::Builder::new().prefix("postgres-server-").rand_bytes(24).tempdir_in(parent);
        let Ok(made) = made else { continue };
        user.own(made.path(), 0o700)?;
        if user.can_enter(made.path()) {
            let home = made.keep();
            let record = data_dir.join(RECORD);
            fs::write(&record, format!("{}\n", home.display()))
                .doing(|| format!("write {}", record.display()))?;
            tracing::info!(home = %home.display(), "the user of Postgres cannot reach the data folder");
            return Ok(home);
        }
    }
    Err(std::io::Error::from(ErrorKind::PermissionDenied))
        .doing(|| format!("find a folder in {} that the user of Postgres can reach", parents.join(" or ")))
}

/// The installation's copy in the home, made where it is missing.
fn copied_binaries(binaries: &Binaries, home: &Path, user: User) -> Result<PathBuf, Error> {
    let copy = home.join(format!("postgresql-{}", binaries.version));
    let bin = copy.join("bin");
    if user.can_run(&bin.join("postgres")) {
        return Ok(bin);
    }
    let unreachable = || Error::Unreachable { path: binaries.folder.clone() };
    let installation = binaries.folder.parent().filter(|folder| folder.join("share").is_dir());
    let installation = installation.ok_or_else(unreachable)?;
    if copy.exists() {
        fs::remove_dir_all(&copy).doing(|| format!("remove {}", copy.display()))?;
    }
    let doing = || format!("make the folder {}", copy.display());
    fs::create_dir(&copy).doing(doing)?;
    fs::set_permissions(&copy, Permissions::from_mode(0o755)).doing(doing)?;
    for part in ["bin", "lib", "share"] {
        let (from, to) = (installation.join(part), copy.join(part));
        copy_folder(&from, &to).doing(|| format!("copy {} to {}", from.display(), to.display()))?;
    }
    if user.can_run(&bin.join("postgres")) { Ok(bin) } else { Err(unreachable()) }
}

/// Copies a folder so that everybody can read the copy; static libraries stay behind.
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
