//! `COPY` and `INSERT`.

use super::verdict::{Rows, Taking, Verdict};
use crate::moving::catalog::{Catalog, is_of_platform};
use crate::moving::words::{Name, Words};
use crate::stack::project::is_bookkeeping_table;

/// The platform's schemas whose rows are a project's.
const TAKEN: [&str; 5] = ["auth", "storage", "supabase_functions", "cron", "pgmq"];
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
    let mut taking = Taking::Take;
    if is_of_platform(&table) {
        taking = decide(&table, catalog);
        let is_missing = |column: &&String| !catalog.has_part("column", &table, column);
        missing = columns.iter().filter(is_missing).cloned().collect();
    }
    Rows { table, columns, missing, taking, values_length: values }
}

fn decide(table: &Name, catalog: &Catalog) -> Taking {
    if is_bookkeeping_table(&table.to_string()) {
        return Taking::Ignore;
    }
    let reason = match table.schema.as_str() {
        "vault" => {
            "they are encrypted with a key of their server: read them there, by `select name, decrypted_secret from vault.decrypted_secrets`, and create them here"
        }
        schema if TAKEN.contains(&schema) && catalog.has("relation", table) => return Taking::Take,
        schema if TAKEN.contains(&schema) => "the platform has no such table",
        _ => "they are of the source's own services",
    };
    Taking::Leave(reason.to_owned())
}
