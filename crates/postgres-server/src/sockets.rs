//! The folder of the unix socket: in the home, or in `/tmp` where the home's path is too long for a socket.

use crate::error::{Doing, Error};
use crate::user::User;
use std::fs;
use std::path::{Path, PathBuf};

/// A socket's whole path, `/.s.PGSQL.65535` included, must fit into 107 bytes.
const LONGEST_SOCKET_FOLDER: usize = 107 - "/.s.PGSQL.65535".len();

/// A private folder for the socket; one in `/tmp` goes with this value.
pub struct Sockets {
    pub folder: PathBuf,
    temporary: bool,
}

impl Sockets {
    pub fn make(home: &Path, user: User) -> Result<Sockets, Error> {
        let folder = home.join("socket");
        if folder.as_os_str().len() <= LONGEST_SOCKET_FOLDER {
            fs::create_dir_all(&folder).doing(|| format!("make the folder {}", folder.display()))?;
            user.own(&folder, 0o700)?;
            return Ok(Sockets { folder, temporary: false });
        }
        let made = tempfile::Builder::new().prefix("pg-").rand_bytes(12).tempdir_in("/tmp");
        let made = made.doing(|| "make a folder for the socket in /tmp".into())?;
        user.own(made.path(), 0o700)?;
        Ok(Sockets { folder: made.keep(), temporary: true })
    }
}

impl Drop for Sockets {
    fn drop(&mut self) {
        if self.temporary {
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}
