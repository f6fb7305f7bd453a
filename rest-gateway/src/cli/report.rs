//! What the commands of a project say of files and runs.

use sql_migrations::{Migration, Report};
use std::path::{Path, PathBuf};

/// A path from the current folder on, where it is in it.
pub(super) fn shown(path: &Path) -> PathBuf {
    let current = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(current).unwrap_or(path).to_owned()
}

/// Names of files, for messages.
pub(super) fn list_files(files: &[Migration]) -> Vec<String> {
    files.iter().map(|file| shown(&file.path).display().to_string()).collect()
}

/// What a run has done, in a few words.
pub(super) fn describe(report: &Report) -> String {
    format!("{} migrations applied, {} seeds run", report.applied.len(), report.seeded.len())
}
