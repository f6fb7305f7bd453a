//! What a transaction is told before its query: whose it is, and what SQL may see of the request.

use super::sql::{Sql, quote_ident, quote_qualified};

/// One setting and its value.
pub(crate) type Setting<'a> = (&'a str, &'a str);

/// Sets everything for the one transaction, in this order. The names are the configuration's and the catalogue's.
/// `set_config` gives what it has set, which is no NULL: instead of all that the server sends back whether a transaction
/// that nobody begins reads what is committed.
pub(crate) fn settings<'a>(pairs: impl IntoIterator<Item = Setting<'a>>) -> Sql {
    let mut sql = Sql::new("SELECT ");
    sql.list(pairs, " OR ", |sql, (name, value)| {
        sql.push("set_config(").literal(name).push(", ").bind(value.to_owned()).push(", true) IS NULL");
    });
    sql.push(" OR current_setting('default_transaction_isolation') = 'read committed'");
    sql
}

pub(crate) fn search_path<'a>(schemas: impl IntoIterator<Item = &'a str>) -> String {
    schemas.into_iter().map(quote_ident).collect::<Vec<_>>().join(", ")
}

/// What a role may use of a schema, in the row that every statement gives.
pub(crate) fn accessible(schema: &str) -> Sql {
    let mut sql = Sql::new(include_str!("sql/accessible.sql").trim_end());
    sql.push(" ").bind(schema.to_owned()).push("::text AS name) schema");
    sql
}

/// Calls the function that looks at every request, `schema.name` or `name`.
pub(crate) fn pre_request(function: &str) -> Sql {
    Sql::new(format!("SELECT {}()", quote_qualified(function)))
}
