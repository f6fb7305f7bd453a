//! Reads a script as `psql` does: statement by statement, the rows after each `COPY … FROM stdin`, and the commands that
//! begin with a backslash. Holds one statement in memory, not the file.

use super::error::ImportError;
use sql_migrations::{StatementEnd, code_offset};
use std::io;
use std::path::{Path, PathBuf};
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt};

/// The maximum length of a statement and of a line, in bytes. Postgres accepts no longer message.
const MAX_STATEMENT: usize = 1 << 30;
/// The minimum size of a block of rows, in bytes, except for the last one.
const ROWS: usize = 64 * 1024;

/// A part of a script.
#[derive(Debug, PartialEq, Eq)]
pub enum Item {
    /// A statement without its semicolon and the comments before it.
    Statement(String),
    /// A command of `psql`.
    Command(String),
}

/// A script that is being read.
pub struct Script<R> {
    name: PathBuf,
    reader: R,
    /// The last line, and where its unread part begins.
    line: Vec<u8>,
    read: usize,
    /// The number of the last line.
    number: usize,
    /// The end of the rows was read together with the last of them.
    rows_ended: bool,
}

impl<R: AsyncBufRead + Unpin> Script<R> {
    /// `name` is the file's path, for error messages.
    pub fn new(name: &Path, reader: R) -> Script<R> {
        Script { name: name.to_owned(), reader, line: Vec::new(), read: 0, number: 0, rows_ended: false }
    }

    /// The number of lines so far.
    pub fn line_number(&self) -> usize {
        self.number
    }

    /// The next item with the number of its first line.
    ///
    /// # Errors
    /// When the file is unreadable, or a statement is too long, incomplete or not UTF-8.
    pub async fn next(&mut self) -> Result<Option<(usize, Item)>, ImportError> {
        let mut end = StatementEnd::default();
        let mut statement = Vec::new();
        let mut first_line = self.number;
        loop {
            if self.read == self.line.len() && !self.read_line().await? {
                return if end.has_code() {
                    Err(self.error(first_line, "it does not end"))
                } else {
                    Ok(None)
                };
            }
            let rest = &self.line[self.read..];
            if !end.has_code() && self.read == 0 && rest.starts_with(b"\\") {
                let command = String::from_utf8_lossy(rest).trim_end().to_owned();
                self.read = self.line.len();
                return Ok(Some((self.number, Item::Command(command))));
            }
            if statement.is_empty() {
                first_line = self.number;
            }
            let found = end.find(rest);
            let length = found.unwrap_or(rest.len());
            if statement.len() + length > MAX_STATEMENT {
                return Err(self.error(first_line, "it is longer than 1 GB"));
            }
            statement.extend_from_slice(&rest[..length]);
            self.read += length;
            if found.is_some() && end.has_code() {
                return self.item(first_line, statement).map(Some);
            }
            // So far there are only comments.
            if found.is_some() || !end.has_code() && !end.is_open() {
                (end, statement) = (StatementEnd::default(), Vec::new());
            }
        }
    }

    fn item(&self, first_line: usize, statement: Vec<u8>) -> Result<(usize, Item), ImportError> {
        let text = String::from_utf8(statement).map_err(|_| self.error(first_line, "it is not UTF-8"))?;
        let code = code_offset(&text);
        let line = first_line + text[..code].matches('\n').count();
        Ok((line, Item::Statement(text[code..].trim_end().trim_end_matches(';').trim_end().to_owned())))
    }

    /// Some of the rows after a `COPY … FROM stdin`, as whole lines; `None` at their end.
    ///
    /// # Errors
    /// When the file is unreadable, or ends before the rows do.
    pub async fn rows(&mut self) -> Result<Option<Vec<u8>>, ImportError> {
        if std::mem::take(&mut self.rows_ended) {
            return Ok(None);
        }
        let mut rows = Vec::new();
        while rows.len() < ROWS {
            if !self.read_line().await? {
                return Err(self.error(self.number, "the rows of COPY do not end"));
            }
            self.read = self.line.len();
            if self.line.trim_ascii_end() == b"\\." {
                self.rows_ended = !rows.is_empty();
                return Ok(self.rows_ended.then_some(rows));
            }
            rows.extend_from_slice(&self.line);
        }
        Ok(Some(rows))
    }

    /// False at the end of the file.
    async fn read_line(&mut self) -> Result<bool, ImportError> {
        self.line.clear();
        self.read = 0;
        let mut reader = (&mut self.reader).take(MAX_STATEMENT as u64 + 1);
        let read = reader.read_until(b'\n', &mut self.line).await;
        let bytes = read.map_err(|cause| ImportError::Read { path: self.name.clone(), cause })?;
        self.number += usize::from(bytes > 0);
        if bytes > MAX_STATEMENT {
            return Err(self.error(self.number, "it is longer than 1 GB"));
        }
        Ok(bytes > 0)
    }

    fn error(&self, line: usize, problem: &str) -> ImportError {
        let cause = io::Error::new(io::ErrorKind::InvalidData, format!("line {line}: {problem}"));
        ImportError::Read { path: self.name.clone(), cause }
    }
}
