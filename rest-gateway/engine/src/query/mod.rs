//! Builds SQL text and binds from plans. All SQL of the engine is built here, except the catalogue queries, which are
//! next to their row types in `schema_cache`, and the listener's LISTEN.
//!
//! Depends on `plan` and the modules before it.

mod call;
mod catalogue;
mod count;
mod database_config;
mod filter;
mod json_columns;
mod mutate;
mod positions;
mod read;
mod result_row;
mod settings;
mod sql;
mod statement;
#[cfg(test)]
mod tests;
mod transaction_control;

pub(crate) use catalogue::{CATALOGUE_SETTINGS, REQUIRE_SCHEMAS};
pub(crate) use database_config::{CURRENT_SETTINGS, FORBIDDEN_SETTINGS, ROLE_SETTINGS};
pub(crate) use json_columns::with_json_columns;
pub(crate) use positions::{CURRENT_LSN, REPLAYED_LSN};
pub(crate) use result_row::{SELECT_OVERRIDES, column};
pub(crate) use settings::{
    Setting, accessible, call_by_name, is_not_applied, search_path, setting_values, settings,
};
pub(crate) use sql::{Sql, array, quote_ident};
pub(crate) use statement::{Main, statements, statements_without_rows};
pub(crate) use transaction_control::{BEGIN_READ_ONLY, BEGIN_SNAPSHOT, COMMIT, ROLLBACK, begin, end};
