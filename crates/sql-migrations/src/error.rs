//! Why a project's SQL could not be run.

use crate::missing_extension::MissingExtension;
use crate::split::{Statement, code_offset};
use std::fmt;
use std::path::{Path, PathBuf};
use tokio_postgres::error::ErrorPosition;

/// A failure. Its transaction was rolled back.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file or folder is unreadable.
    #[error("{}: {cause}", .path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        cause: std::io::Error,
    },
    /// A pattern names a folder.
    #[error("{}: is a folder; a pattern of seeds must name files", .path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
    },
    /// A version to record has no file.
    #[error("{}: no file {version}_<name>.sql", .folder.display())]
    NoFile {
        /// The version.
        version: String,
        /// The folder of migrations.
        folder: PathBuf,
    },
    /// The server lacks extensions. Nothing was run.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Extensions(Vec<MissingExtension>),
    /// A statement failed.
    #[error(transparent)]
    Statement(Box<StatementError>),
    /// All statements ran, and the transaction failed, for example at a deferred constraint.
    #[error("{}: cannot be committed: {}", .path.display(), reason(.cause))]
    Commit {
        /// The file.
        path: PathBuf,
        /// The server's error.
        cause: tokio_postgres::Error,
    },
    /// The history cannot be read or written.
    #[error("the history of migrations cannot be used: {}", reason(.0))]
    History(#[from] tokio_postgres::Error),
}

/// A statement that failed, and where.
#[derive(Debug)]
pub struct StatementError {
    /// The file.
    pub path: PathBuf,
    /// The line of the error in the file, from 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
    /// The number of the statement, from 1.
    pub number: usize,
    /// The first line of the statement.
    pub statement: String,
    /// The server's message, with its code, detail and hint.
    pub message: String,
}

/// A statement and its place in a file.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    pub path: &'a Path,
    /// The text of the file.
    pub sql: &'a str,
    /// From 1.
    pub number: usize,
    pub statement: Statement<'a>,
}

impl StatementError {
    /// The server's error about a statement.
    pub(crate) fn new(place: Place<'_>, cause: &tokio_postgres::Error) -> StatementError {
        let text = place.statement.text;
        let offset = error_offset(text, cause).unwrap_or_else(|| code_offset(text));
        StatementError::at(place, offset, message(cause))
    }

    /// The server's error about the replacement of a statement.
    pub(crate) fn in_replacement(place: Place<'_>, cause: &tokio_postgres::Error) -> StatementError {
        StatementError::at(place, code_offset(place.statement.text), message(cause))
    }

    /// An error at an offset in the statement.
    pub(crate) fn at(place: Place<'_>, offset: usize, message: String) -> StatementError {
        let Place { path, sql, number, statement } = place;
        let code = code_offset(statement.text);
        let before = &sql[..statement.offset + offset];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        StatementError {
            path: path.to_owned(),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            number,
            statement: statement.text[code..].lines().next().unwrap_or_default().to_owned(),
            message,
        }
    }
}

impl fmt::Display for StatementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let StatementError { path, line, column, number, statement, message } = self;
        write!(f, "{}:{line}:{column}: {message}, in statement {number}: {statement}", path.display())
    }
}

impl std::error::Error for StatementError {}

/// The place in a statement that the server names, in bytes.
fn error_offset(statement: &str, cause: &tokio_postgres::Error) -> Option<usize> {
    let Some(ErrorPosition::Original(character)) = cause.as_db_error()?.position() else { return None };
    let index = usize::try_from(*character).ok()?.checked_sub(1)?;
    statement.char_indices().nth(index).map(|(offset, _)| offset)
}

fn message(cause: &tokio_postgres::Error) -> String {
    let Some(error) = cause.as_db_error() else { return cause.to_string() };
    let mut message = format!("{} ({}", error.message(), error.code().code());
    for further in [error.detail(), error.hint()].into_iter().flatten() {
        message += &format!("; {further}");
    }
    message + ")"
}

/// The server's message, which tokio-postgres omits from its own.
fn reason(error: &tokio_postgres::Error) -> String {
    error.as_db_error().map_or_else(|| error.to_string(), |error| error.message().to_owned())
}
