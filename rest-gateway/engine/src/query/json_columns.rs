//! Wraps a query so that some of its columns are JSON.

use postgres_wire::Column;

use super::sql::quote_ident;

/// The same query, with `to_json(value)` for each column that the row encoder cannot write. Columns are addressed by
/// position, because two of them may have the same name.
pub(crate) fn with_json_columns(
    query: &str,
    columns: &[Column],
    is_encodable: impl Fn(&Column) -> bool,
) -> String {
    let selected = columns.iter().enumerate().map(|(index, column)| {
        let value = if is_encodable(column) { format!("c{index}") } else { format!("to_json(c{index})") };
        format!("{value} AS {}", quote_ident(&column.name))
    });
    let selected: Vec<String> = selected.collect();
    let names: Vec<String> = (0..columns.len()).map(|index| format!("c{index}")).collect();
    format!("SELECT {} FROM ({query}) AS _postgrest_t({})", selected.join(", "), names.join(", "))
}
