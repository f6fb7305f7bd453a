//! Errors of the configuration. All errors of its text are reported at once, each with its place and the expected value.

use std::fmt;
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
    #[error("{} and {}: a project has one configuration; remove the other", .0.display(), .1.display())]
    Several(PathBuf, PathBuf),
    #[error("{}", list(.diagnostics))]
    Invalid { diagnostics: Vec<Diagnostic> },
}

/// One error is one line. Several have a line each, below a line with their count.
fn list(diagnostics: &[Diagnostic]) -> String {
    match diagnostics {
        [only] => only.to_string(),
        all => {
            let lines: Vec<String> = all.iter().map(|diagnostic| format!("\n  {diagnostic}")).collect();
            format!("the configuration has {} errors:{}", all.len(), lines.concat())
        }
    }
}

/// An error in the text of a file or in an environment variable. It never contains the value, which may be a secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The file and the line, unless the value is an environment variable's.
    pub place: Option<(PathBuf, usize)>,
    /// The key and what was expected there.
    pub message: String,
}

impl Diagnostic {
    /// An error at a byte range of a file's text.
    pub(super) fn at(path: &Path, text: &str, span: &Range<usize>, message: &str) -> Diagnostic {
        let before = &text.as_bytes()[..span.start.min(text.len())];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        Diagnostic { place: Some((path.to_owned(), line)), message: message.trim_end().replace('\n', " ") }
    }

    /// An error in an environment variable.
    pub(super) fn of_variable(name: &str, message: &str) -> Diagnostic {
        Diagnostic { place: None, message: format!("the environment variable {name}: {message}") }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some((path, line)) => write!(f, "{}:{line}: {}", path.display(), self.message),
            None => f.write_str(&self.message),
        }
    }
}
