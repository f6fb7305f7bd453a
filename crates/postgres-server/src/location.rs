//! The location of a server's files: the data folder, or, if the user of Postgres cannot reach that, a private folder
//! named by the file `location` in the data folder. Rejects a named folder that another user could have created.

use crate::error::{Context, Error};
use crate::log;
use crate::user::User;
use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};

/// The file in the data folder that names the folder of relocated data.
const RECORD: &str = "location";
/// Postgres's own data folder.
const CLUSTER: &str = "cluster";

/// The folder that holds the cluster, its log, its socket and a copy of the binaries where one is needed.
pub struct Location {
    pub folder: PathBuf,
    /// It is not the data folder itself.
    pub relocated: bool,
}

impl Location {
    /// Finds or creates the location for `data_dir`. `durable` data goes where it survives a restart of the machine.
    ///
    /// # Errors
    /// When relocated data is missing or was replaced, or no folder can be created for it.
    pub fn prepare(data_dir: &Path, user: User, durable: bool) -> Result<Location, Error> {
        let (folder, relocated) = match recorded(data_dir)? {
            Some(folder) => (checked(data_dir, folder, user)?, true),
            None if can_hold_cluster(data_dir, user)? => (data_dir.to_owned(), false),
            None => (create_elsewhere(data_dir, user, durable)?, true),
        };
        Ok(Location { folder, relocated })
    }

    /// Postgres's own data folder.
    pub fn cluster(&self) -> PathBuf {
        self.folder.join(CLUSTER)
    }
}

/// The major version that created the data of `data_dir`, if there is data.
pub fn data_version(data_dir: &Path) -> Option<u32> {
    let folder = recorded(data_dir).ok()?.unwrap_or_else(|| data_dir.to_owned());
    fs::read_to_string(folder.join(CLUSTER).join("PG_VERSION")).ok()?.trim().parse().ok()
}

/// The path of the server's log file.
pub fn log_file(data_dir: &Path) -> PathBuf {
    let folder = recorded(data_dir).ok().flatten().unwrap_or_else(|| data_dir.to_owned());
    folder.join(log::FILE_NAME)
}

/// Removes the relocated data of `data_dir` and returns its folder, if there was any. The server must not run.
///
/// # Errors
/// When the folder was replaced, or cannot be removed.
pub fn remove_relocated_data(data_dir: &Path) -> Result<Option<PathBuf>, Error> {
    let Some(folder) = recorded(data_dir)? else { return Ok(None) };
    if !folder.exists() {
        return Ok(None);
    }
    let folder = checked(data_dir, folder, User::for_this_process())?;
    fs::remove_dir_all(&folder).context(|| format!("remove {}", folder.display()))?;
    Ok(Some(folder))
}

fn recorded(data_dir: &Path) -> Result<Option<PathBuf>, Error> {
    let record = data_dir.join(RECORD);
    match fs::read_to_string(&record) {
        Ok(path) => Ok(Some(PathBuf::from(path.trim_end()))),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).context(|| format!("read {}", record.display())),
    }
}

fn checked(data_dir: &Path, folder: PathBuf, user: User) -> Result<PathBuf, Error> {
    let lost =
        |problem| Error::RelocatedDataLost { path: data_dir.to_owned(), folder: folder.clone(), problem };
    let found = fs::symlink_metadata(&folder).map_err(|_| lost("is gone"))?;
    if !found.is_dir() || found.permissions().mode() & 0o077 != 0 {
        return Err(lost("is not a private folder"));
    }
    match user {
        User::Unprivileged { id } if found.uid() != id => Err(lost("belongs to another user")),
        _ => Ok(folder),
    }
}

/// Makes the user the owner of `data_dir`. Restores the owner where the user cannot reach the folder even so.
fn can_hold_cluster(data_dir: &Path, user: User) -> Result<bool, Error> {
    let operation = || format!("change the owner of {}", data_dir.display());
    let before = fs::metadata(data_dir).context(operation)?;
    user.take_ownership(data_dir, 0o700)?;
    if user.can_enter(data_dir) {
        return Ok(true);
    }
    chown(data_dir, Some(before.uid()), Some(before.gid())).context(operation)?;
    Ok(false)
}

/// Creates a folder with an unguessable name. Durable data goes to `/var/tmp`, where many machines delete old files,
/// only when `/var/lib` is not writable.
fn create_elsewhere(data_dir: &Path, user: User, durable: bool) -> Result<PathBuf, Error> {
    let parents: &[&str] = if durable { &["/var/lib", "/var/tmp"] } else { &["/tmp", "/var/tmp"] };
    for parent in parents {
        let created = tempfile::Builder::new().prefix("postgres-server-").rand_bytes(24).tempdir_in(parent);
        let Ok(created) = created else { continue };
        user.take_ownership(created.path(), 0o700)?;
        if user.can_enter(created.path()) {
            let folder = created.keep();
            let record = data_dir.join(RECORD);
            fs::write(&record, format!("{}\n", folder.display()))
                .context(|| format!("write {}", record.display()))?;
            tracing::info!(folder = %folder.display(), "the user of Postgres cannot reach the data folder");
            return Ok(folder);
        }
    }
    Err(std::io::Error::from(ErrorKind::PermissionDenied))
        .context(|| format!("find a folder in {} that the user of Postgres can reach", parents.join(" or ")))
}
