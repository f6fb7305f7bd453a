//! The decision about a statement.

use crate::moving::words::{Name, quoted};

/// The decision about a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It is run unchanged.
    Run,
    /// This statement is run instead.
    Rewrite(String),
    /// This statement, which creates an extension or a queue, is run instead. It may add objects to the platform's schemas.
    Extend(String),
    /// It is not run, only counted: the platform has the object, or one of its own instead.
    NotNeeded,
    /// It is left out, for this reason.
    Omit(String),
    /// It loads rows.
    Rows(Rows),
}

/// The rows of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rows {
    pub table: Name,
    /// The columns that the statement names.
    pub columns: Vec<String>,
    /// The named columns that the table lacks or generates.
    pub missing: Vec<String>,
    pub action: RowAction,
    pub source: RowSource,
}

/// Where the rows are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowSource {
    /// In an `INSERT`, after its columns: the length of this text.
    Statement { length: usize },
    /// After a `COPY`, which has these options.
    Following { options: String },
}

/// The decision about rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowAction {
    Load,
    /// They are loaded after their queue of `pgmq` was created.
    LoadIntoQueue(String),
    /// They are the list of `pgmq`'s queues, which are created.
    CreateQueues,
    /// They are bookkeeping of the hosted services: not loaded and not reported.
    Ignore,
    /// They are left out, for this reason.
    Omit(String),
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
