//! Errors in the configuration, with file, line and what was expected there.

use std::ops::Range;
use std::path::{Path, PathBuf};

/// Why the configuration cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    #[error(
        "{path}: there is no such file; run this in the project's folder, or name its configuration with --config FILE",
        path = .path.display()
    )]
    Missing { path: PathBuf },
    #[error("{path}: {cause}", path = .path.display())]
    Unreadable { path: PathBuf, cause: std::io::Error },
    #[error("{path}:{line}: {message}", path = .path.display())]
    Invalid { path: PathBuf, line: usize, message: String },
}

impl ConfigError {
    /// An error at a place in the file; line 1 if the place is unknown.
    pub(super) fn at(path: &Path, text: &str, span: Option<Range<usize>>, message: String) -> ConfigError {
        let start = span.map_or(0, |span| span.start.min(text.len()));
        let line = text.as_bytes()[..start].iter().filter(|byte| **byte == b'\n').count() + 1;
        ConfigError::Invalid { path: path.to_owned(), line, message: message.trim_end().replace('\n', " ") }
    }
}
