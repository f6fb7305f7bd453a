//! Finds Postgres's client programs. `pg_dump` refuses a server of a newer major version, so the first one is not always
//! the right one.

use crate::binaries::bin_folders;
use crate::version;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Why there is no program to use.
#[derive(Debug, thiserror::Error)]
pub enum ClientProgramError {
    /// It is not installed.
    #[error(
        "{0} is not installed: it is in the package of Postgres's client programs (`apt-get install postgresql-client`)"
    )]
    NotFound(&'static str),
    /// Only versions that are older than the server are installed.
    #[error(
        "the server is PostgreSQL {needed}, and {name} is older: the package postgresql-client-{needed} of Debian or apt.postgresql.org brings a newer one"
    )]
    TooOld {
        /// The name of the program.
        name: &'static str,
        /// The server's major version.
        needed: u32,
    },
}

/// A client program of at least this major version: the first one beside an installed server, or on the `PATH`.
///
/// # Errors
/// When there is none.
pub fn find_client_program(name: &'static str, min_major: u32) -> Result<PathBuf, ClientProgramError> {
    first_of(bin_folders(), name, min_major)
}

fn first_of(
    folders: impl Iterator<Item = PathBuf>,
    name: &'static str,
    min_major: u32,
) -> Result<PathBuf, ClientProgramError> {
    let mut is_installed = false;
    for path in folders.map(|folder| folder.join(name)).filter(|path| path.is_file()) {
        is_installed = true;
        if major(&path).is_some_and(|major| major >= min_major) {
            return Ok(path);
        }
    }
    Err(match is_installed {
        true => ClientProgramError::TooOld { name, needed: min_major },
        false => ClientProgramError::NotFound(name),
    })
}

fn major(program: &Path) -> Option<u32> {
    let output = Command::new(program).arg("--version").stdin(Stdio::null()).output().ok()?;
    version::parse(std::str::from_utf8(&output.stdout).ok()?).map(|(major, _)| major)
}

#[cfg(test)]
mod tests {
    // A test whose setup fails stops.
    #![allow(clippy::unwrap_used)]

    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    /// A folder with a `pg_dump` of this version.
    fn folder_of(root: &Path, version: &str) -> PathBuf {
        let folder = root.join(version);
        fs::create_dir(&folder).unwrap();
        let program = folder.join("pg_dump");
        fs::write(&program, format!("#!/bin/sh\necho 'pg_dump (PostgreSQL) {version}'\n")).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        folder
    }

    #[test]
    fn the_first_program_that_is_as_new_as_the_server_is_found() {
        let root = tempfile::tempdir().unwrap();
        let folders =
            [root.path().join("none"), folder_of(root.path(), "15.18"), folder_of(root.path(), "17.2")];
        let found = |min_major| first_of(folders.clone().into_iter(), "pg_dump", min_major);
        assert_eq!(found(15).unwrap(), folders[1].join("pg_dump"));
        assert_eq!(found(16).unwrap(), folders[2].join("pg_dump"));
        assert!(found(18).unwrap_err().to_string().contains("postgresql-client-18"));
        let missing = first_of(folders.into_iter(), "pg_restore", 0).unwrap_err();
        assert!(matches!(missing, ClientProgramError::NotFound("pg_restore")), "{missing}");
    }
}
