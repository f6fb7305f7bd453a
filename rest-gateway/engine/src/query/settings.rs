//! The transaction-scoped settings (GUCs) of a request, set before its query: the role, the claims of the token, and
//! the parts of the request that SQL can read.
//!
//! Row-level security depends on them, so none may be skipped. Each `set_config` is a column of a subquery, and
//! Postgres evaluates the columns of a select list in order. The outer query reads every column: it succeeds only if
//! each `set_config` ran and returned the requested value. Otherwise the statement fails, and with it the rest of the
//! transaction, so the query can be sent without waiting for the result.
//!
//! The text depends only on the names, so that it can be built once for all requests that make the same settings.

use bytes::Bytes;
use postgres_wire::{Bind, ServerError};

use super::sql::{Sql, quote_ident, quote_qualified};

/// A setting for one transaction.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Setting<'a> {
    /// A value that Postgres keeps verbatim: names, and texts of the request.
    Verbatim(&'a str, &'a str),
    /// A value that Postgres may spell differently, such as `1min` for `60s`.
    Normalized(&'a str, &'a str),
    /// `statement_timeout` in milliseconds, if the session has none or a longer one.
    MaxStatementTimeout(u128),
}

/// Text in the error of a setting that was not applied. Postgres quotes it in messages of every language.
const NOT_APPLIED: &str = "a setting of the transaction was not applied";

/// Applies the settings in this order. Their names must come from the configuration or the catalogue, because they are
/// not bound. Returns one boolean, so that the values are not sent back: whether an implicit transaction is READ
/// COMMITTED.
pub(crate) fn settings(settings: &[Setting<'_>]) -> Sql {
    let mut sql = Sql::new("SELECT (CASE WHEN ");
    sql.list(settings.iter().enumerate(), " AND ", |sql, (index, _)| {
        sql.numbered("s", index);
    });
    sql.push(
        " THEN (pg_catalog.current_setting('default_transaction_isolation') \
              OPERATOR(pg_catalog.=) 'read committed')::text ELSE ",
    );
    // Not a boolean, so the cast fails.
    sql.literal(NOT_APPLIED).push(" END)::boolean FROM (SELECT ");
    sql.list(settings.iter().enumerate(), ", ", |sql, (index, setting)| {
        match *setting {
            Setting::Verbatim(name, value) => {
                sql.push("pg_catalog.set_config(").literal(name).push(", ").bind(value.to_owned());
                sql.push(", true) OPERATOR(pg_catalog.=) ").last_bind();
            }
            Setting::Normalized(name, value) => {
                sql.push("pg_catalog.set_config(").literal(name).push(", ").bind(value.to_owned());
                sql.push(", true) IS NOT NULL");
            }
            Setting::MaxStatementTimeout(milliseconds) => {
                // Skips the slow casts to interval for the usual session, which has no timeout.
                sql.push(&format!(
                    "pg_catalog.set_config('statement_timeout', CASE \
                     WHEN pg_catalog.current_setting('statement_timeout') OPERATOR(pg_catalog.=) '0' \
                     THEN '{milliseconds}' \
                     WHEN pg_catalog.current_setting('statement_timeout')::pg_catalog.interval \
                     OPERATOR(pg_catalog.<=) '{milliseconds} ms' \
                     THEN pg_catalog.current_setting('statement_timeout') ELSE '{milliseconds}' END, true) \
                     IS NOT NULL"
                ));
            }
        }
        sql.numbered(" AS s", index);
    });
    sql.push(") settings");
    sql
}

/// The values for the parameters of `settings`, in their order. They share one allocation.
pub(crate) fn setting_values(settings: &[Setting<'_>]) -> Vec<Bind> {
    let values = || {
        settings.iter().filter_map(|setting| match *setting {
            Setting::Verbatim(_, value) | Setting::Normalized(_, value) => Some(value),
            Setting::MaxStatementTimeout(_) => None,
        })
    };
    let mut all = Bytes::from(values().collect::<String>());
    values().map(|value| Bind::Text(all.split_to(value.len()))).collect()
}

/// True for the error of the settings statement when a setting was not applied.
pub(crate) fn is_not_applied(error: &ServerError) -> bool {
    error.code == "22P02" && error.message.contains(NOT_APPLIED)
}

/// The value of `search_path` for these schemas.
pub(crate) fn search_path<'a>(schemas: impl IntoIterator<Item = &'a str>) -> String {
    schemas.into_iter().map(quote_ident).collect::<Vec<_>>().join(", ")
}

/// The relations and functions of a schema that the role may use, as the body of a result row.
pub(crate) fn accessible(schema: &str) -> Sql {
    let mut sql = Sql::new(include_str!("sql/accessible.sql").trim_end());
    sql.push(" ").bind(schema.to_owned()).push("::text AS name) schema");
    sql
}

/// Calls a function that a setting names, as `schema.name` or `name`: `db-pre-request` or `db-pre-config`.
pub(crate) fn call_by_name(function: &str) -> Sql {
    Sql::new(format!("SELECT {}()", quote_qualified(function)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_result_depends_on_every_setting() {
        let given = [
            Setting::Verbatim("role", "anon"),
            Setting::Normalized("work_mem", "65536kB"),
            Setting::MaxStatementTimeout(60_000),
        ];
        let settings = settings(&given);
        insta::assert_snapshot!(settings.text());
        assert_eq!(settings.binds(), setting_values(&given));
        assert_eq!(settings.binds().len(), 2);
    }
}
