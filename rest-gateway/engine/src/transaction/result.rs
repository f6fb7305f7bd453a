//! The one row that every statement gives, except those that explain another.

use bytes::Bytes;
use tokio_postgres::Row;

use super::run::database_error;
use crate::error::Error;
use crate::query::column;
use crate::row_encoder::Raw;

#[derive(Debug)]
pub(crate) struct ResultRow {
    pub total: Option<i64>,
    pub page: i64,
    pub headers: Option<String>,
    pub status: Option<String>,
    /// A JSON array of key and value.
    pub location: Option<String>,
    pub inserted: Option<i64>,
    pub body: Bytes,
}

impl ResultRow {
    pub fn read(row: Row) -> Result<ResultRow, Error> {
        Ok(ResultRow {
            total: row.try_get(column::TOTAL).map_err(database_error)?,
            page: row.try_get(column::PAGE).map_err(database_error)?,
            headers: row.try_get(column::HEADERS).map_err(database_error)?,
            status: row.try_get(column::STATUS).map_err(database_error)?,
            location: text(&row, column::LOCATION)?,
            inserted: number(&row, column::INSERTED)?,
            body: Bytes::from_owner(Body(row)),
        })
    }

    /// A body that was built from so many rows.
    pub fn of_rows(page: i64, body: Vec<u8>) -> ResultRow {
        ResultRow {
            total: None,
            page,
            headers: None,
            status: None,
            location: None,
            inserted: None,
            body: Bytes::from(body),
        }
    }

    /// What EXPLAIN gives: JSON in one row, or text line by line.
    pub fn explained(rows: &[Row]) -> Result<ResultRow, Error> {
        let mut body = Vec::new();
        for row in rows {
            let line: Raw<'_> = row.try_get(0).map_err(database_error)?;
            body.extend_from_slice(line.0);
            body.push(b'\n');
        }
        Ok(ResultRow::of_rows(0, body))
    }
}

/// A column that is a bare NULL has the type text.
fn number(row: &Row, index: usize) -> Result<Option<i64>, Error> {
    let bytes: Option<Raw<'_>> = row.try_get(index).map_err(database_error)?;
    Ok(bytes.and_then(|raw| raw.0.try_into().ok()).map(i64::from_be_bytes))
}

fn text(row: &Row, index: usize) -> Result<Option<String>, Error> {
    let bytes: Option<Raw<'_>> = row.try_get(index).map_err(database_error)?;
    Ok(bytes.map(|raw| String::from_utf8_lossy(raw.0).into_owned()))
}

/// The body stays where the driver read it to: it is sent from there without a copy.
struct Body(Row);

impl AsRef<[u8]> for Body {
    fn as_ref(&self) -> &[u8] {
        self.0.try_get::<_, Raw<'_>>(column::BODY).map_or(&[], |raw| raw.0)
    }
}
