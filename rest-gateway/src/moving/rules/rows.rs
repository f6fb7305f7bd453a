//! `COPY` and `INSERT`.

use super::verdict::{RowAction, RowSource, Rows, Verdict};
use crate::moving::catalog::{Catalog, is_of_platform};
use crate::moving::words::{Name, Words};
use crate::stack::project::is_bookkeeping_table;

/// The platform's schemas whose rows are the project's.
const LOADED: [&str; 5] = ["auth", "storage", "supabase_functions", "cron", "pgmq"];

/// The extension of message queues, its list of queues, and what the names of a queue's two tables begin with.
const QUEUES: &str = "pgmq";
const LIST_OF_QUEUES: &str = "meta";
const QUEUE_TABLES: [&str; 2] = ["q_", "a_"];

/// `COPY table (columns) FROM stdin WITH (…)`.
pub fn judge_copy(mut words: Words<'_>, catalog: &Catalog) -> Option<Verdict> {
    let table = words.name()?;
    let columns = words.names_in_parentheses().unwrap_or_default();
    if !words.accept("from stdin") {
        return None;
    }
    let source = RowSource::Following { options: words.rest().to_owned() };
    Some(Verdict::Rows(rows(table, columns, source, catalog)))
}

/// `INSERT INTO table (columns) VALUES …`.
pub fn judge_insert(mut words: Words<'_>, catalog: &Catalog) -> Option<Verdict> {
    let table = words.name()?;
    let columns = words.names_in_parentheses().unwrap_or_default();
    let source = RowSource::Statement { length: words.rest().len() };
    Some(Verdict::Rows(rows(table, columns, source, catalog)))
}

fn rows(table: Name, columns: Vec<String>, source: RowSource, catalog: &Catalog) -> Rows {
    let mut missing = Vec::new();
    let mut action = RowAction::Load;
    if is_of_platform(&table) {
        action = decide(&table, catalog);
        if action == RowAction::Load {
            let is_missing = |column: &&String| !catalog.has_part("column", &table, column);
            missing = columns.iter().filter(is_missing).cloned().collect();
        }
    }
    Rows { table, columns, missing, action, source }
}

fn decide(table: &Name, catalog: &Catalog) -> RowAction {
    if is_bookkeeping_table(&table.to_string()) {
        return RowAction::Ignore;
    }
    if table.schema == QUEUES
        && catalog.has("relation", &Name { name: LIST_OF_QUEUES.to_owned(), ..table.clone() })
    {
        if table.name == LIST_OF_QUEUES {
            return RowAction::CreateQueues;
        }
        let queue = QUEUE_TABLES.iter().find_map(|prefix| table.name.strip_prefix(prefix));
        if let Some(queue) = queue.filter(|_| !catalog.has("relation", table)) {
            return RowAction::LoadIntoQueue(queue.to_owned());
        }
    }
    let reason = match table.schema.as_str() {
        "vault" => {
            "they are encrypted with a key of their server: read them there, by `select name, decrypted_secret from vault.decrypted_secrets`, and create them here"
        }
        schema if LOADED.contains(&schema) && catalog.has("relation", table) => return RowAction::Load,
        schema if LOADED.contains(&schema) => "the platform has no such table",
        _ => "they belong to the source's own services",
    };
    RowAction::Omit(reason.to_owned())
}
