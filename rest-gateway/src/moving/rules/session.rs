//! Settings, transactions, and the positions of sequences.

use super::verdict::Verdict;
use crate::moving::catalog::{Catalog, is_of_platform};
use crate::moving::words::Words;

/// The import sets this itself.
const REPLICATION_ROLE: &str = "session_replication_role";

/// `SET`.
pub fn judge_set(mut words: Words<'_>, catalog: &Catalog) -> Option<Verdict> {
    let _ = words.accept_one(&["session authorization", "session", "local"]);
    let name = words.name()?;
    if name.name == REPLICATION_ROLE {
        return Some(Verdict::InPlace);
    }
    // A setting of an extension has a prefix, and any value.
    if !name.schema.is_empty() || catalog.has_global("setting", &name.name) {
        return Some(Verdict::Run);
    }
    let version = catalog.session.major_version;
    Some(Verdict::Leave(format!("Postgres {version} has no setting `{}` to set here", name.name)))
}

/// `SELECT`, which dumps use for the positions of sequences.
pub fn judge_select(words: Words<'_>, catalog: &Catalog) -> Option<Verdict> {
    let argument = words.rest().strip_prefix("pg_catalog.setval('")?;
    let sequence = Words::new(&argument.replace("''", "'")).name()?;
    if !is_of_platform(&sequence) || catalog.has("relation", &sequence) {
        return Some(Verdict::Run);
    }
    Some(Verdict::Leave(format!("the platform has no sequence {sequence}")))
}

/// The import is one transaction.
pub fn judge_transaction(mut words: Words<'_>) -> Option<Verdict> {
    let controls = words.accept_one(&["begin", "commit", "start transaction", "rollback", "end", "abort"]);
    controls.map(|_| Verdict::InPlace)
}
