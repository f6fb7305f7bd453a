//! Decides for each statement of a dump whether it is run, changed, or left out because the platform has its own. Looks at
//! the statement and the catalog alone.
//!
//! - `create`, `alter`, `privileges`, `rows`, `session`: the statements of these kinds.

mod alter;
mod create;
mod privileges;
mod rows;
mod session;

pub use rows::{Rows, Taking, list};

use super::catalog::Catalog;
use super::words::{Name, Words};
use crate::stack::project::is_platform_schema;

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

/// Decides about a statement. What is not known is run, and the server decides.
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
        Some("select") => session::judge_select(words, catalog),
        Some("set") => session::judge_set(words, catalog),
        Some("reset") => Some(Verdict::InPlace),
        Some("drop") => Some(Verdict::Leave("an import drops nothing".to_owned())),
        Some(_) => Some(Verdict::Leave("security labels belong to extensions that are not here".to_owned())),
        None => session::judge_transaction(words),
    };
    verdict.unwrap_or(Verdict::Run)
}

/// Whether an object belongs to the platform.
fn is_of_platform(name: &Name) -> bool {
    is_platform_schema(&name.schema)
}

#[cfg(test)]
mod tests;
