//! The migrations of a folder: `<digits>_<name>.sql`, ordered by version.

use crate::error::Error;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Files called `…_init.sql` with an earlier version were written by Supabase's first command line. They create the
/// platform's schema, so they are skipped.
const FIRST_INIT_VERSION: &str = "20211209000000";

/// A migration's file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Migration {
    /// The digits before the name.
    pub version: String,
    /// The name after the version, without `.sql`.
    pub name: String,
    /// The file.
    pub path: PathBuf,
}

/// A folder's migrations.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Migrations {
    /// Ordered by version.
    pub files: Vec<Migration>,
    /// Files whose names are not those of migrations.
    pub skipped: Vec<PathBuf>,
}

impl Migrations {
    /// Lists a folder, which need not exist.
    ///
    /// # Errors
    /// When the folder is unreadable.
    pub fn find(folder: &Path) -> Result<Migrations, Error> {
        let unreadable = |cause| Error::Read { path: folder.to_owned(), cause };
        let entries = match std::fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Migrations::default()),
            Err(cause) => return Err(unreadable(cause)),
        };
        let mut migrations = Migrations::default();
        for entry in entries {
            let path = entry.map_err(unreadable)?.path();
            if path.is_dir() || is_hidden(&path) {
                continue;
            }
            match Migration::of_file(&path) {
                Some(migration) => migrations.files.push(migration),
                None => migrations.skipped.push(path),
            }
        }
        migrations.files.sort_by(|one, other| one.sort_key().cmp(&other.sort_key()));
        migrations.skipped.sort();
        if migrations.files.first().is_some_and(Migration::is_first_init) {
            let first = migrations.files.remove(0);
            migrations.skipped.push(first.path);
        }
        Ok(migrations)
    }
}

impl Migration {
    fn of_file(path: &Path) -> Option<Migration> {
        let stem = path.file_name()?.to_str()?.strip_suffix(".sql")?;
        let (version, name) = stem.split_once('_')?;
        let is_version = !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_digit());
        is_version.then(|| Migration {
            version: version.to_owned(),
            name: name.to_owned(),
            path: path.to_owned(),
        })
    }

    /// Orders versions as numbers, of any length.
    pub(crate) fn sort_key(&self) -> (usize, &str, &str) {
        version_key(&self.version, &self.name)
    }

    fn is_first_init(&self) -> bool {
        self.name == "init" && self.version.as_str() < FIRST_INIT_VERSION && self.version.len() == 14
    }
}

fn version_key<'a>(version: &'a str, name: &'a str) -> (usize, &'a str, &'a str) {
    let digits = version.trim_start_matches('0');
    (digits.len(), digits, name)
}

/// Whether a version is a smaller number than another.
pub fn is_earlier(version: &str, other: &str) -> bool {
    version_key(version, "") < version_key(other, "")
}

fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}

#[cfg(test)]
// A test whose arrangement fails can only stop.
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn migrations_are_ordered_by_version() {
        let folder = tempfile::tempdir().unwrap();
        let names = [
            "20240102000000_b.sql",
            "20240101000000_a_b.sql",
            "9_old.sql",
            "10_newer.sql",
            "notes.md",
            "x_y.sql",
        ];
        for name in names {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        std::fs::create_dir(folder.path().join("1_folder.sql")).unwrap();
        std::fs::write(folder.path().join(".gitkeep"), "").unwrap();
        let migrations = Migrations::find(folder.path()).unwrap();
        let versions: Vec<_> =
            migrations.files.iter().map(|file| (file.version.as_str(), file.name.as_str())).collect();
        let expected = [("9", "old"), ("10", "newer"), ("20240101000000", "a_b"), ("20240102000000", "b")];
        assert_eq!(versions, expected);
        assert_eq!(migrations.skipped, ["notes.md", "x_y.sql"].map(|name| folder.path().join(name)));
    }

    #[test]
    fn the_schema_of_the_first_command_line_is_skipped() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("20210101000000_init.sql"), "").unwrap();
        assert!(Migrations::find(folder.path()).unwrap().files.is_empty());
        std::fs::write(folder.path().join("20230101000000_init.sql"), "").unwrap();
        assert_eq!(Migrations::find(folder.path()).unwrap().files.len(), 1);
    }

    #[test]
    fn an_absent_folder_has_none() {
        assert_eq!(Migrations::find(Path::new("/nowhere/migrations")).unwrap(), Migrations::default());
    }
}
