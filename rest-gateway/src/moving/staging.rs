//! Loads rows with columns that their table lacks: first into a temporary table, then without those columns into their
//! table.

use super::rules::{Rows, list};
use super::words::quoted;
use tokio_postgres::{Client, Error};

const TABLE: &str = "pg_temp.import_rows";

/// The outcome of moving the rows.
pub struct Moved {
    pub rows: u64,
    /// The columns that were left out, with the number of their values.
    pub omitted: Vec<(String, i64)>,
}

/// Creates the temporary table: known columns with their types, the others as text, and no constraints.
pub fn create(rows: &Rows) -> String {
    let known = list(&rows.known());
    let missing: String = rows
        .missing
        .iter()
        .map(|column| format!("; alter table {TABLE} add column {} text", quoted(column)))
        .collect();
    let (schema, table) = (quoted(&rows.table.schema), quoted(&rows.table.name));
    format!("create temporary table import_rows as select {known} from {schema}.{table} where false{missing}")
}

/// The temporary table and the columns of the dump, for a statement.
pub fn target(rows: &Rows) -> String {
    format!("{TABLE} ({})", list(&rows.columns))
}

/// Moves the rows into their table, and drops the temporary one.
///
/// # Errors
/// When the table rejects a row.
pub async fn move_rows(client: &Client, rows: &Rows) -> Result<Moved, Error> {
    let mut omitted = Vec::new();
    for column in &rows.missing {
        let count = format!("select count({}) from {TABLE}", quoted(column));
        match client.query_one(&count, &[]).await?.get(0) {
            0 => {}
            values => omitted.push((column.clone(), values)),
        }
    }
    let known = list(&rows.known());
    let (schema, table) = (quoted(&rows.table.schema), quoted(&rows.table.name));
    let insert = format!("insert into {schema}.{table} ({known}) select {known} from {TABLE}");
    let rows = client.execute(&insert, &[]).await?;
    client.batch_execute(&format!("drop table {TABLE}")).await?;
    Ok(Moved { rows, omitted })
}
