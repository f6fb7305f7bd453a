//! What is decided about a statement.

use crate::moving::words::{Name, quoted};

/// What happens to a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It is run as it is.
    Run,
    /// This is run instead.
    Rewrite(String),
    /// The platform has it already, or has its own in its place.
    InPlace,
    /// It is left out, for this reason.
    Leave(String),
    /// It has rows.
    Rows(Rows),
}

/// The rows of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rows {
    pub table: Name,
    /// Those that the statement names.
    pub columns: Vec<String>,
    /// Those that the table has not, or computes itself.
    pub missing: Vec<String>,
    pub taking: Taking,
    /// The length of what follows the columns of an `INSERT`. `None` if the rows follow the statement.
    pub values_length: Option<usize>,
}

/// What happens to rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Taking {
    Take,
    /// They say nothing about the project.
    Ignore,
    /// They are left out, for this reason.
    Leave(String),
}

impl Rows {
    /// The table and its columns, for a statement.
    pub fn target(&self) -> String {
        let table = match self.table.schema.as_str() {
            "" => quoted(&self.table.name),
            schema => format!("{}.{}", quoted(schema), quoted(&self.table.name)),
        };
        if self.columns.is_empty() { table } else { format!("{table} ({})", list(&self.columns)) }
    }

    /// The columns that the table has.
    pub fn known(&self) -> Vec<String> {
        self.columns.iter().filter(|column| !self.missing.contains(column)).cloned().collect()
    }
}

/// Names of columns, for a statement.
pub fn list(columns: &[String]) -> String {
    columns.iter().map(|column| quoted(column)).collect::<Vec<_>>().join(", ")
}
