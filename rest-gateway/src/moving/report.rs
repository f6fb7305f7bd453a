//! The report of an import: counts, and the statements that were left out or failed, with their lines.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

/// The maximum number of lines kept of each kind. Further ones are only counted.
const MAX_LINES: usize = 1000;
/// The maximum length of a shown statement, in characters.
const MAX_SHOWN: usize = 90;

/// A statement that was not run, and the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub path: PathBuf,
    pub line: usize,
    pub statement: String,
    pub reason: String,
}

/// Lines, up to a limit.
#[derive(Debug, Clone, Default)]
pub struct Lines {
    pub kept: Vec<Line>,
    pub count: usize,
}

/// The outcome of an import so far.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// Statements that were run.
    pub run: usize,
    /// Statements about objects that the platform has.
    pub not_needed: usize,
    /// Rows by table.
    pub rows: BTreeMap<String, u64>,
    /// Statements and rows that were left out.
    pub omitted: Lines,
    /// Statements that failed.
    pub failed: Lines,
    /// Further notes for the user.
    pub notes: Vec<String>,
}

impl Lines {
    pub fn add(&mut self, path: &Path, line: usize, statement: &str, reason: String) {
        self.count += 1;
        if self.kept.len() < MAX_LINES {
            let statement = shown(statement);
            self.kept.push(Line { path: path.to_owned(), line, statement, reason });
        }
    }

    pub fn is_full(&self) -> bool {
        self.count >= MAX_LINES
    }
}

impl fmt::Display for Lines {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Line { path, line, statement, reason } in &self.kept {
            writeln!(formatter, "  {}:{line}: {statement}\n      {reason}", path.display())?;
        }
        match self.count - self.kept.len() {
            0 => Ok(()),
            more => writeln!(formatter, "  and {more} more"),
        }
    }
}

/// The error message of a failed import.
impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            formatter,
            "{} statements cannot be run here; nothing was imported. --ignore-errors imports without them.",
            self.failed.count
        )?;
        self.failed.fmt(formatter)
    }
}

impl Report {
    /// The number of rows of all tables.
    pub fn row_count(&self) -> u64 {
        self.rows.values().sum()
    }
}

/// The beginning of a statement in one line.
fn shown(statement: &str) -> String {
    let mut words = statement.split_whitespace();
    let mut text = words.next().unwrap_or_default().to_owned();
    for word in words {
        if text.chars().count() + word.chars().count() > MAX_SHOWN {
            return text + " …";
        }
        text.push(' ');
        text.push_str(word);
    }
    text
}
