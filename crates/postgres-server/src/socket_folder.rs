//! The folder of the Unix socket: beside the cluster, or in `/tmp` where that path is too long for a socket.

use crate::error::{Context, Error};
use crate::user::User;
use std::fs;
use std::path::{Path, PathBuf};

/// The path of a socket, `/.s.PGSQL.65535` included, is limited to 107 bytes.
const MAX_FOLDER_LENGTH: usize = 107 - "/.s.PGSQL.65535".len();

/// A private folder for the socket. Dropping it removes a folder in `/tmp`.
pub struct SocketFolder {
    pub path: PathBuf,
    temporary: bool,
}

impl SocketFolder {
    /// Creates the folder, which only `user` can enter. `parent` is the folder of the cluster.
    pub fn create(parent: &Path, user: User) -> Result<SocketFolder, Error> {
        let folder = parent.join("socket");
        if folder.as_os_str().len() <= MAX_FOLDER_LENGTH {
            fs::create_dir_all(&folder).context(|| format!("create the folder {}", folder.display()))?;
            user.take_ownership(&folder, 0o700)?;
            return Ok(SocketFolder { path: folder, temporary: false });
        }
        let created = tempfile::Builder::new().prefix("pg-").rand_bytes(12).tempdir_in("/tmp");
        let created = created.context(|| "create a folder for the socket in /tmp".into())?;
        user.take_ownership(created.path(), 0o700)?;
        Ok(SocketFolder { path: created.keep(), temporary: true })
    }
}

impl Drop for SocketFolder {
    fn drop(&mut self) {
        if self.temporary {
            let _ = fs::remove_dir_all(&self.path);
        }
    }
}
