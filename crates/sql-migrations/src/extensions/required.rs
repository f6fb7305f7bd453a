//! An extension that a file creates, and where.

use super::packages::package;
use super::statement::ExtensionStatement;
use crate::missing_extension::MissingExtension;
use crate::split::{code_offset, split};
use std::path::{Path, PathBuf};

/// An extension that a migration creates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequiredExtension {
    /// Its name.
    pub name: String,
    /// The file.
    pub path: PathBuf,
    /// The line of the statement, from 1.
    pub line: usize,
}

impl RequiredExtension {
    /// Those of a file.
    pub(crate) fn of_file(path: &Path, sql: &str) -> Vec<RequiredExtension> {
        let mut required = Vec::new();
        for statement in split(sql) {
            if let Some(ExtensionStatement::Create { name, .. }) = ExtensionStatement::parse(statement.text) {
                let offset = statement.offset + code_offset(statement.text);
                let line = sql[..offset].matches('\n').count() + 1;
                required.push(RequiredExtension { name, path: path.to_owned(), line });
            }
        }
        required
    }

    /// The report that a server of this major version does not have it.
    #[must_use]
    pub fn missing_from(self, major: u32) -> MissingExtension {
        let RequiredExtension { name, path, line } = self;
        MissingExtension { package: package(&name, major), name, path, line, major }
    }
}
