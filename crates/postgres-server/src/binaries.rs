//! Finds an installation of Postgres: on the machine first, then in an npm package. Rejects versions that are too old.

use crate::{Error, package};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The oldest major version that the migrations and the REST engine work with.
pub const OLDEST_MAJOR: u32 = 15;

/// The `bin` folder of an installation, which holds at least `initdb` and `postgres`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binaries {
    pub(crate) folder: PathBuf,
    pub(crate) major: u32,
    pub(crate) version: String,
}

impl Binaries {
    /// The first installation that is recent enough.
    pub fn find() -> Result<Binaries, Error> {
        let found: Vec<Binaries> = installations().collect();
        let too_old = found.first().cloned();
        match (found.into_iter().find(|binaries| binaries.major >= OLDEST_MAJOR), too_old) {
            (Some(binaries), _) => Ok(binaries),
            (None, Some(old)) => Err(Error::TooOld { path: old.folder, found: old.major }),
            (None, None) => Err(Error::NotFound),
        }
    }

    /// The installation for a data folder: of the major version that made its data; where there is no data yet, of the
    /// `wanted` one or the first that is recent enough.
    pub fn find_for(data_dir: &Path, wanted: Option<u32>) -> Result<Binaries, Error> {
        let made_by = crate::home::recorded_major(data_dir);
        let Some(needed) = made_by.or(wanted) else { return Binaries::find() };
        let lacking = || match made_by {
            Some(needed) => Error::OtherMajor { path: data_dir.to_owned(), needed },
            None => Error::NoSuchMajor(needed),
        };
        installations().find(|binaries| binaries.major == needed).ok_or_else(lacking)
    }

    /// The installation with this `bin` folder, if there is one.
    pub fn at(folder: &Path) -> Option<Binaries> {
        if !folder.join("initdb").is_file() {
            return None;
        }
        let output =
            Command::new(folder.join("postgres")).arg("--version").stdin(Stdio::null()).output().ok()?;
        let (major, version) = version(std::str::from_utf8(&output.stdout).ok()?)?;
        Some(Binaries { folder: folder.to_owned(), major, version: version.to_owned() })
    }

    /// The `bin` folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The major version.
    pub fn major(&self) -> u32 {
        self.major
    }

    /// The whole version, e.g. `15.14`.
    pub fn version(&self) -> &str {
        &self.version
    }
}

/// Every installation that works, the preferred ones first; each is tried only when it is asked for.
fn installations() -> impl Iterator<Item = Binaries> {
    let machine = configured().into_iter().chain(debian()).chain(on_path());
    machine.chain(package::folders()).filter_map(|folder| Binaries::at(&folder))
}

fn configured() -> Option<PathBuf> {
    let output = Command::new("pg_config").arg("--bindir").stdin(Stdio::null()).output().ok()?;
    let folder = String::from_utf8(output.stdout).ok()?;
    Some(PathBuf::from(folder.trim()))
}

/// `/usr/lib/postgresql/<major>/bin`, the newest first.
fn debian() -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir("/usr/lib/postgresql") else { return Vec::new() };
    let mut majors: Vec<u32> =
        entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    majors.sort_unstable_by(|a, b| b.cmp(a));
    majors.iter().map(|major| format!("/usr/lib/postgresql/{major}/bin").into()).collect()
}

fn on_path() -> Vec<PathBuf> {
    std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect()).unwrap_or_default()
}

/// The `15` and `15.14` of `postgres (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)`.
fn version(text: &str) -> Option<(u32, &str)> {
    let version = text.split_once("(PostgreSQL) ")?.1.split_whitespace().next()?;
    let digits = version.find(|c: char| !c.is_ascii_digit()).map_or(version, |end| &version[..end]);
    Some((digits.parse().ok()?, version))
}

#[cfg(test)]
mod tests {
    use super::version;

    #[test]
    fn the_version_is_read_from_what_postgres_says() {
        assert_eq!(version("postgres (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)\n"), Some((15, "15.14")));
        assert_eq!(version("postgres (PostgreSQL) 18beta1\n"), Some((18, "18beta1")));
        assert_eq!(version("bash: postgres: not found"), None);
    }
}
