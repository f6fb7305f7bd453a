//! The user that Postgres runs as: ourselves, or an unprivileged one when we are root, which Postgres refuses.

use crate::error::{Doing, Error};
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

/// `nobody` and its group on the usual systems; it owns nothing and needs no entry in the password file.
const NOBODY: u32 = 65534;

/// The user that Postgres runs as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum User {
    Ourselves,
    Unprivileged { id: u32 },
}

impl User {
    pub fn current() -> User {
        match fs::metadata("/proc/self").map(|us| us.uid()).or_else(|_| own_id()) {
            Ok(0) => User::Unprivileged { id: NOBODY },
            _ => User::Ourselves,
        }
    }

    /// A command that runs as this user, in plain English.
    pub fn command(self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.env("LC_ALL", "C").env("TZ", "UTC").stdin(Stdio::null());
        if let User::Unprivileged { id } = self {
            command.uid(id).gid(id);
        }
        command
    }

    /// Makes `path` this user's and nobody else's.
    pub fn own(self, path: &Path, mode: u32) -> Result<(), Error> {
        let doing = || format!("hand {} to the user of Postgres", path.display());
        fs::set_permissions(path, Permissions::from_mode(mode)).doing(doing)?;
        if let User::Unprivileged { id } = self {
            chown(path, Some(id), Some(id)).doing(doing)?;
        }
        Ok(())
    }

    /// Whether this user can run `program`. Tried rather than worked out of modes, so that access lists and mount
    /// options count too.
    pub fn can_run(self, program: &Path) -> bool {
        let mut command = self.command(program);
        command.arg("--version").current_dir("/").stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }

    /// Whether this user can work in `folder`.
    pub fn can_enter(self, folder: &Path) -> bool {
        let mut command = self.command(Path::new("/bin/sh"));
        command.args(["-c", ":"]).current_dir(folder).status().is_ok_and(|status| status.success())
    }
}

/// Our user id where there is no `/proc`: the owner of a file that we make.
fn own_id() -> std::io::Result<u32> {
    tempfile::tempfile()?.metadata().map(|file| file.uid())
}
