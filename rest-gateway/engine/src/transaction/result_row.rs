//! The result of a main statement: one row of a fixed shape, whatever the statement.

use bytes::Bytes;
use postgres_wire::{Error, LargeRow, Row};

use super::failure::TransactionError;
use crate::answer::{AnswerBody, AnswerSink, ClientAnswerBudget};
use crate::query::column;

#[derive(Debug)]
pub(crate) struct ResultRow {
    /// Rows without limit and offset, if they were counted.
    pub total: Option<i64>,
    /// Rows of this page.
    pub page: i64,
    pub headers: Option<String>,
    pub status: Option<String>,
    /// The key of the inserted row as a JSON array of `[column, condition]`, for the Location header.
    pub location: Option<String>,
    /// The number of rows that an upsert inserted.
    pub inserted: Option<i64>,
    pub body: AnswerBody,
}

/// Headers and status that SQL set for the response: the GUCs `response.headers` and `response.status`.
pub(crate) struct ResponseOverrides {
    pub headers: Option<String>,
    pub status: Option<String>,
}

impl ResultRow {
    pub(super) async fn read(row: &Row, budget: &ClientAnswerBudget) -> Result<ResultRow, TransactionError> {
        let text = |index| Ok::<_, Error>(row.text(index)?.map(str::to_owned));
        // Not copied: the response is sent from the buffer that the row was read into.
        let body = row.bytes(column::BODY)?.unwrap_or_default();
        Ok(ResultRow {
            total: row.bigint(column::TOTAL)?,
            page: row.bigint(column::PAGE)?.unwrap_or(0),
            headers: text(column::HEADERS)?,
            status: text(column::STATUS)?,
            location: text(column::LOCATION)?,
            inserted: row.bigint(column::INSERTED)?,
            body: AnswerSink::keep(budget, body).await?,
        })
    }

    /// Reads a row whose body is too large to be held in memory.
    pub(super) async fn read_large(
        mut row: LargeRow<'_>,
        budget: &ClientAnswerBudget,
    ) -> Result<ResultRow, TransactionError> {
        let mut values = Vec::new();
        let mut body = AnswerSink::new(budget);
        while let Some(length) = row.next_value().await? {
            if values.len() == column::BODY {
                while let Some(part) = row.part().await? {
                    body.write(&part).await?;
                }
            }
            let value = row.rest().await?;
            values.push(length.map(|_| value));
        }
        let text = |index: usize| values.get(index).cloned().flatten().map(into_text).transpose();
        let number = |index: usize| values.get(index).and_then(Option::as_deref).map(into_number).transpose();
        Ok(ResultRow {
            total: number(column::TOTAL)?,
            page: number(column::PAGE)?.unwrap_or(0),
            headers: text(column::HEADERS)?,
            status: text(column::STATUS)?,
            location: text(column::LOCATION)?,
            inserted: number(column::INSERTED)?,
            body: body.finish().await?,
        })
    }

    /// A body that was encoded from `page` rows.
    pub fn of_rows(page: i64, body: AnswerBody) -> ResultRow {
        ResultRow { total: None, page, headers: None, status: None, location: None, inserted: None, body }
    }

    /// Adds the overrides, if they were read.
    pub fn with(self, overrides: Option<ResponseOverrides>) -> ResultRow {
        match overrides {
            Some(ResponseOverrides { headers, status }) => ResultRow { headers, status, ..self },
            None => self,
        }
    }

    /// The output of EXPLAIN: JSON in one row, or text with one row for each line.
    pub fn explained(rows: &[Row]) -> Result<ResultRow, Error> {
        let mut body = Vec::new();
        for row in rows {
            body.extend_from_slice(row.value(0)?.unwrap_or_default());
            body.push(b'\n');
        }
        Ok(ResultRow::of_rows(0, AnswerBody::Memory(Bytes::from(body))))
    }
}

fn into_text(bytes: Vec<u8>) -> Result<String, Error> {
    String::from_utf8(bytes).map_err(|_| Error::Unexpected)
}

fn into_number(bytes: &[u8]) -> Result<i64, Error> {
    bytes.try_into().map(i64::from_be_bytes).map_err(|_| Error::Unexpected)
}
