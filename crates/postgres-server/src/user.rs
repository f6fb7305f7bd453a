//! The operating system user that Postgres runs as: this process's own, or an unprivileged one when this process runs
//! as root, which Postgres refuses.

use crate::error::{Context, Error};
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

/// The id of `nobody` and of its group on the usual systems. It needs no entry in the password file.
const NOBODY: u32 = 65534;

/// The user that Postgres runs as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum User {
    /// The user of this process.
    Current,
    /// Another user, without privileges.
    Unprivileged {
        /// Its user id and its group id.
        id: u32,
    },
}

impl User {
    /// The user for this process: `nobody` when this process runs as root.
    pub fn for_this_process() -> User {
        match fs::metadata("/proc/self").map(|process| process.uid()).or_else(|_| own_id()) {
            Ok(0) => User::Unprivileged { id: NOBODY },
            _ => User::Current,
        }
    }

    /// A command that runs as this user, with messages in English and times in UTC.
    pub fn command(self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.env("LC_ALL", "C").env("TZ", "UTC").stdin(Stdio::null());
        if let User::Unprivileged { id } = self {
            command.uid(id).gid(id);
        }
        command
    }

    /// Makes this user the owner of a file or folder, with the permissions `mode`.
    ///
    /// # Errors
    /// When the operating system refuses.
    pub fn take_ownership(self, path: &Path, mode: u32) -> Result<(), Error> {
        let operation = || format!("give {} to the user of Postgres", path.display());
        fs::set_permissions(path, Permissions::from_mode(mode)).context(operation)?;
        if let User::Unprivileged { id } = self {
            chown(path, Some(id), Some(id)).context(operation)?;
        }
        Ok(())
    }

    /// Whether this user can run `program`. Tried, not derived from the file's mode, so that access lists and mount
    /// options count too.
    pub fn can_run(self, program: &Path) -> bool {
        let mut command = self.command(program);
        command.arg("--version").current_dir("/").stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }

    /// Whether this user can use `folder` as its working folder.
    pub fn can_enter(self, folder: &Path) -> bool {
        let mut command = self.command(Path::new("/bin/sh"));
        command.args(["-c", ":"]).current_dir(folder).status().is_ok_and(|status| status.success())
    }
}

/// This process's user id on systems without `/proc`: the owner of a new file.
fn own_id() -> std::io::Result<u32> {
    tempfile::tempfile()?.metadata().map(|file| file.uid())
}
