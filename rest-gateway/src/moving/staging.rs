//! Rows with columns that their table lacks. They are loaded into a temporary table, and go on from there without those
//! columns.

use super::rules::{Rows, list};
use super::words::quoted;
use tokio_postgres::{Client, Error};

const TABLE: &str = "pg_temp.import_rows";

/// What was taken from the temporary table.
pub struct Taken {
    pub rows: u64,
    /// The columns that were left out and had values, with the number of these.
    pub left: Vec<(String, i64)>,
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
/// When the table refuses a row.
pub async fn take(client: &Client, rows: &Rows) -> Result<Taken, Error> {
    let mut left = Vec::new();
    for column in &rows.missing {
        let count = format!("select count({}) from {TABLE}", quoted(column));
        match client.query_one(&count, &[]).await?.get(0) {
            0 => {}
            values => left.push((column.clone(), values)),
        }
    }
    let known = list(&rows.known());
    let (schema, table) = (quoted(&rows.table.schema), quoted(&rows.table.name));
    let insert = format!("insert into {schema}.{table} ({known}) select {known} from {TABLE}");
    let rows = client.execute(&insert, &[]).await?;
    client.batch_execute(&format!("drop table {TABLE}")).await?;
    Ok(Taken { rows, left })
}
