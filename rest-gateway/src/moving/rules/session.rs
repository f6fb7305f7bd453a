//! Settings, transactions, and the positions of sequences.

use super::verdict::Verdict;
use crate::moving::catalog::{Catalog, is_of_platform};
use crate::moving::words::Words;

/// The import sets this itself.
const REPLICATION_ROLE: &str = "session_replication_role";

const CREATE_QUEUE: [&str; 2] = ["pgmq.create(", "pgmq.create_unlogged("];

/// `SET`.
pub fn judge_set(mut words: Words<'_>, catalog: &Catalog) -> Option<Verdict> {
    let _ = words.accept_one(&["session authorization", "session", "local"]);
    let name = words.name()?;
    if name.name == REPLICATION_ROLE {
        return Some(Verdict::NotNeeded);
    }
    // A setting of an extension has a prefix, and any value.
    if !name.schema.is_empty() || catalog.has_global("setting", &name.name) {
        return Some(Verdict::Run);
    }
    let version = catalog.session.major_version;
    Some(Verdict::Omit(format!("Postgres {version} has no setting `{}`", name.name)))
}

/// `SELECT`, which dumps use for the positions of sequences, and exports to create queues.
pub fn judge_select(words: Words<'_>, statement: &str, catalog: &Catalog) -> Option<Verdict> {
    if CREATE_QUEUE.iter().any(|call| words.rest().starts_with(call)) {
        return Some(Verdict::Extend(statement.to_owned()));
    }
    let argument = words.rest().strip_prefix("pg_catalog.setval('")?;
    let sequence = Words::new(&argument.replace("''", "'")).name()?;
    if !is_of_platform(&sequence) || catalog.has("relation", &sequence) {
        return Some(Verdict::Run);
    }
    Some(Verdict::Omit(format!("the platform has no sequence {sequence}")))
}

/// The import is one transaction.
pub fn judge_transaction(mut words: Words<'_>) -> Option<Verdict> {
    let controls = words.accept_one(&["begin", "commit", "start transaction", "rollback", "end", "abort"]);
    controls.map(|_| Verdict::NotNeeded)
}
