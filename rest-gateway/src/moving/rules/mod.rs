//! Decides for each statement of a dump whether it is run, rewritten or left out. The decision depends on the statement and
//! the catalog alone.
//!
//! - `verdict`: the decision. `create`, `alter`, `privileges`, `rows`, `session`: the statements of these kinds.

mod alter;
mod create;
mod privileges;
mod rows;
mod session;
mod verdict;

pub use verdict::{RowAction, RowSource, Rows, Verdict, list};

use super::catalog::Catalog;
use super::words::Words;

/// Decides about a statement. A statement that matches no rule is run.
pub fn judge(statement: &str, catalog: &Catalog) -> Verdict {
    let mut words = Words::new(statement);
    let verdict = match words.accept_one(&[
        "create",
        "alter",
        "comment on",
        "grant",
        "revoke",
        "copy",
        "insert into",
        "select",
        "set",
        "reset",
        "drop",
        "security label",
    ]) {
        Some("create") => create::judge(words, statement, catalog),
        Some("alter") => alter::judge(words, statement, catalog),
        Some("comment on") => alter::judge_comment(words, catalog),
        Some("grant") => privileges::judge(words, "to", catalog),
        Some("revoke") => privileges::judge(words, "from", catalog),
        Some("copy") => rows::judge_copy(words, catalog),
        Some("insert into") => rows::judge_insert(words, catalog),
        Some("select") => session::judge_select(words, statement, catalog),
        Some("set") => session::judge_set(words, catalog),
        Some("reset") => Some(Verdict::NotNeeded),
        Some("drop") => Some(Verdict::Omit("an import drops nothing".to_owned())),
        Some(_) => Some(Verdict::Omit("security labels belong to extensions that are not here".to_owned())),
        None => session::judge_transaction(words),
    };
    verdict.unwrap_or(Verdict::Run)
}

#[cfg(test)]
mod tests;
