//! Texts about files and runs, for the output of the commands of a project.

use sql_migrations::{Migration, Report};
use std::path::{Path, PathBuf};

/// A path relative to the current folder if it is inside.
pub(super) fn display_path(path: &Path) -> PathBuf {
    let current = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(current).unwrap_or(path).to_owned()
}

/// Names of files, for messages.
pub(super) fn list_files(files: &[Migration]) -> Vec<String> {
    files.iter().map(|file| display_path(&file.path).display().to_string()).collect()
}

/// A summary of a run.
pub(super) fn describe(report: &Report) -> String {
    format!("{} migrations applied, {} seeds run", report.applied.len(), report.seeded.len())
}
