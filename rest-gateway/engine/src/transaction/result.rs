//! The one row that every statement gives, except those that explain another.

use bytes::Bytes;
use postgres_wire::{Error, Row};

use crate::query::column;

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

/// What SQL has said about the answer: `response.headers` and `response.status`.
pub(crate) struct Said {
    pub headers: Option<String>,
    pub status: Option<String>,
}

impl ResultRow {
    pub fn read(row: &Row) -> Result<ResultRow, Error> {
        let text = |index| Ok::<_, Error>(row.text(index)?.map(str::to_owned));
        Ok(ResultRow {
            total: row.bigint(column::TOTAL)?,
            page: row.bigint(column::PAGE)?.unwrap_or(0),
            headers: text(column::HEADERS)?,
            status: text(column::STATUS)?,
            location: text(column::LOCATION)?,
            inserted: row.bigint(column::INSERTED)?,
            // It is sent from where it was read to.
            body: row.bytes(column::BODY)?.unwrap_or_default(),
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

    /// The same with what was said, if that was asked for.
    pub fn with(self, said: Option<Said>) -> ResultRow {
        match said {
            Some(Said { headers, status }) => ResultRow { headers, status, ..self },
            None => self,
        }
    }

    /// What EXPLAIN gives: JSON in one row, or text line by line.
    pub fn explained(rows: &[Row]) -> Result<ResultRow, Error> {
        let mut body = Vec::new();
        for row in rows {
            body.extend_from_slice(row.value(0)?.unwrap_or_default());
            body.push(b'\n');
        }
        Ok(ResultRow::of_rows(0, body))
    }
}
