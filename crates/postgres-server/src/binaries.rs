//! Finds an installation of Postgres, on the machine first, then in an npm package. Rejects versions that are too old.

use crate::error::Error;
use crate::extension_files::extension_folder;
use crate::version::{self, MIN_MAJOR_VERSION};
use crate::{location, npm_package};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// An installation: its `bin` folder, which holds at least `initdb` and `postgres`, and its version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binaries {
    pub(crate) folder: PathBuf,
    pub(crate) major: u32,
    pub(crate) version: String,
}

impl Binaries {
    /// The first installation that is recent enough.
    ///
    /// # Errors
    /// When there is none.
    pub fn find() -> Result<Binaries, Error> {
        let found: Vec<Binaries> = installations().collect();
        let too_old = found.first().cloned();
        match (found.into_iter().find(|binaries| binaries.major >= MIN_MAJOR_VERSION), too_old) {
            (Some(binaries), _) => Ok(binaries),
            (None, Some(old)) => Err(Error::TooOld { path: old.folder, found: old.major }),
            (None, None) => Err(Error::NotFound),
        }
    }

    /// The installation for a data folder: that of the major version that created its data. Without data, that of the
    /// version `wanted`, or else the first one that is recent enough.
    ///
    /// # Errors
    /// When the version is not installed.
    pub fn find_for(data_dir: &Path, wanted: Option<u32>) -> Result<Binaries, Error> {
        let created_by = location::data_version(data_dir);
        let Some(needed) = created_by.or(wanted) else { return Binaries::find() };
        let missing = || match created_by {
            Some(needed) => Error::OtherMajor { path: data_dir.to_owned(), needed },
            None => Error::NoSuchMajor(needed),
        };
        installations().find(|binaries| binaries.major == needed).ok_or_else(missing)
    }

    /// An installation for a data folder that has all of these extensions: of the version that created its data, or,
    /// without data, of the version `preferred` if there is one.
    pub fn find_with_extensions<Name: AsRef<str>>(
        data_dir: &Path,
        preferred: u32,
        extensions: &[Name],
    ) -> Option<Binaries> {
        let created_by = location::data_version(data_dir);
        let fits = |binaries: &Binaries| {
            let is_usable = match created_by {
                Some(major) => binaries.major == major,
                None => binaries.major >= MIN_MAJOR_VERSION,
            };
            is_usable && extensions.iter().all(|name| binaries.has_extension(name.as_ref()))
        };
        let mut found: Vec<Binaries> = installations().filter(fits).collect();
        let index = found.iter().position(|binaries| binaries.major == preferred).unwrap_or_default();
        (index < found.len()).then(|| found.swap_remove(index))
    }

    /// The installation with this `bin` folder, if its `postgres` runs.
    pub fn at(folder: &Path) -> Option<Binaries> {
        if !folder.join("initdb").is_file() {
            return None;
        }
        let output =
            Command::new(folder.join("postgres")).arg("--version").stdin(Stdio::null()).output().ok()?;
        let (major, version) = version::parse(std::str::from_utf8(&output.stdout).ok()?)?;
        Some(Binaries { folder: folder.to_owned(), major, version: version.to_owned() })
    }

    /// The `bin` folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether the installation has a loadable library, by the places of Debian's packages and of the npm package.
    pub fn has_library(&self, name: &str) -> bool {
        let file = format!("{name}.{}", std::env::consts::DLL_EXTENSION);
        ["../lib", "../lib/postgresql"].iter().any(|place| self.folder.join(place).join(&file).is_file())
    }

    /// Whether the installation has an extension.
    pub fn has_extension(&self, name: &str) -> bool {
        extension_folder(&self.folder).is_some_and(|folder| folder.join(format!("{name}.control")).is_file())
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

/// The working installations, preferred ones first. The iterator is lazy: each `postgres` runs only when it is reached.
fn installations() -> impl Iterator<Item = Binaries> {
    bin_folders().filter_map(|folder| Binaries::at(&folder))
}

/// The folders that may hold programs of Postgres, preferred ones first.
pub(crate) fn bin_folders() -> impl Iterator<Item = PathBuf> {
    let machine = pg_config().into_iter().chain(debian()).chain(on_path());
    machine.chain(npm_package::bin_folders())
}

fn pg_config() -> Option<PathBuf> {
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
