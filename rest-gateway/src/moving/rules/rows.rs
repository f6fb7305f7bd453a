//! `COPY` and `INSERT`.

use super::verdict::{RowAction, Rows, Verdict};
use crate::moving::catalog::{Catalog, is_of_platform};
use crate::moving::words::{Name, Words};
use crate::stack::project::is_bookkeeping_table;

/// The platform's schemas with rows of the project.
const LOADED: [&str; 5] = ["auth", "storage", "supabase_functions", "cron", "pgmq"];

/// `COPY table (columns) FROM stdin`.
pub fn judge_copy(mut words: Words<'_>, catalog: &Catalog) -> Option<Verdict> {
    let table = words.name()?;
    let columns = words.names_in_parentheses().unwrap_or_default();
    words.accept("from stdin").then(|| Verdict::Rows(rows(table, columns, None, catalog)))
}

/// `INSERT INTO table (columns) VALUES …`.
pub fn judge_insert(mut words: Words<'_>, catalog: &Catalog) -> Option<Verdict> {
    let table = words.name()?;
    let columns = words.names_in_parentheses().unwrap_or_default();
    Some(Verdict::Rows(rows(table, columns, Some(words.rest().len()), catalog)))
}

fn rows(table: Name, columns: Vec<String>, values: Option<usize>, catalog: &Catalog) -> Rows {
    let mut missing = Vec::new();
    let mut action = RowAction::Load;
    if is_of_platform(&table) {
        action = decide(&table, catalog);
        let is_missing = |column: &&String| !catalog.has_part("column", &table, column);
        missing = columns.iter().filter(is_missing).cloned().collect();
    }
    Rows { table, columns, missing, action, values_length: values }
}

fn decide(table: &Name, catalog: &Catalog) -> RowAction {
    if is_bookkeeping_table(&table.to_string()) {
        return RowAction::Ignore;
    }
    let reason = match table.schema.as_str() {
        "vault" => {
            "they are encrypted with a key of their server: read them there, by `select name, decrypted_secret from vault.decrypted_secrets`, and create them here"
        }
        schema if LOADED.contains(&schema) && catalog.has("relation", table) => return RowAction::Load,
        schema if LOADED.contains(&schema) => "the platform has no such table",
        _ => "they are of the source's own services",
    };
    RowAction::Leave(reason.to_owned())
}
