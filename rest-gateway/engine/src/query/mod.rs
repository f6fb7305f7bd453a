//! From plans to SQL text and binds.

mod call;
mod filter;
mod mutate;
mod read;
mod settings;
mod sql;
mod statement;
#[cfg(test)]
mod tests;

pub(crate) use settings::{Setting, accessible, is_not_applied, pre_request, search_path, settings};
pub(crate) use sql::{Sql, array, quote_ident, quote_qualified};
pub(crate) use statement::{Main, SAID, column, statements, statements_without_rows};
