//! An extension that is neither installed nor replaced.

use std::fmt;
use std::path::PathBuf;

/// An extension that a migration creates and the server does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingExtension {
    /// Its name.
    pub name: String,
    /// The file.
    pub path: PathBuf,
    /// The line of the statement, from 1.
    pub line: usize,
    /// The package that brings it, if it is known.
    pub package: Option<String>,
    /// The major version of the server.
    pub major: u32,
}

impl fmt::Display for MissingExtension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MissingExtension { name, path, line, package, major } = self;
        write!(
            f,
            "{}:{line}: the extension {name} is not installed for this Postgres {major}",
            path.display()
        )?;
        match package {
            Some(package) => write!(f, "; the package {package} of Debian or apt.postgresql.org brings it"),
            None => f.write_str(", and no Debian package is known to bring it"),
        }
    }
}
