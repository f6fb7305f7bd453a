//! Reads the results of a transaction's statements.

use std::fmt::Display;

use postgres_wire::{Error as WireError, NextRow, Results, Row};

use super::failure::TransactionError;
use super::result_row::{ResponseOverrides, ResultRow};
use super::work::{Outcome, StatementHandle};
use crate::answer::{AnswerBody, AnswerSink, ClientAnswerBudget, IN_MEMORY};
use crate::error::Error;
use crate::query::Main;
use crate::row_encoder::RowEncoder;

/// Reads the result of the main statement. If the engine encodes the body, the response overrides are missing from it.
pub(super) async fn read_main(
    results: &mut Results<'_>,
    handle: &StatementHandle,
    main: &Main,
    budget: &ClientAnswerBudget,
) -> Result<ResultRow, TransactionError> {
    match main {
        Main::Row(_) => {
            let row = match results.row_up_to(IN_MEMORY).await? {
                Some(NextRow::Whole(row)) => ResultRow::read(&row, budget).await?,
                Some(NextRow::Large(row)) => ResultRow::read_large(row, budget).await?,
                None => return Err(rejected("the statement gave no row")),
            };
            results.skip().await?;
            Ok(row)
        }
        Main::Plan(_) => Ok(ResultRow::explained(&read_rows(results).await?)?),
        Main::Rows { is_array, embedded, .. } => {
            encode_rows(results, handle, *is_array, embedded, budget).await
        }
        Main::Change { returns_overrides, .. } => {
            let overrides = match returns_overrides {
                true => read_overrides(results).await?,
                false => {
                    results.skip().await?;
                    None
                }
            };
            let changed = i64::try_from(results.changed()).unwrap_or(i64::MAX);
            Ok(ResultRow::of_rows(changed, AnswerBody::default()).with(overrides))
        }
    }
}

async fn read_rows(results: &mut Results<'_>) -> Result<Vec<Row>, WireError> {
    let mut rows = Vec::new();
    while let Some(row) = results.row().await? {
        rows.push(row);
    }
    Ok(rows)
}

/// Encodes the rows as they arrive.
async fn encode_rows(
    results: &mut Results<'_>,
    handle: &StatementHandle,
    is_array: bool,
    embedded: &[bool],
    budget: &ClientAnswerBudget,
) -> Result<ResultRow, TransactionError> {
    let StatementHandle::Prepared(prepared) = handle else {
        return Err(rejected("the columns of a statement that is not kept are not known"));
    };
    let format = prepared.row_format();
    let format = format.ok_or_else(|| rejected("a column is of a type that cannot be written"))?;
    let mut encoder = RowEncoder::new(format, embedded, is_array);
    let mut large = None;
    while let Some(row) = results.row_up_to(IN_MEMORY).await? {
        let NextRow::Whole(row) = row else { return Err(Error::LargeRow.into()) };
        encoder.push(&row).map_err(rejected)?;
        if encoder.written() > IN_MEMORY {
            large.get_or_insert_with(|| AnswerSink::new(budget)).write(&encoder.take()).await?;
        }
    }
    let (rows, rest) = encoder.finish();
    let body = match large {
        Some(mut sink) => {
            sink.write(&rest).await?;
            sink.finish().await?
        }
        None => AnswerSink::keep(budget, rest.into()).await?,
    };
    Ok(ResultRow::of_rows(rows, body))
}

fn rejected(message: impl Display) -> TransactionError {
    TransactionError::Rejected(Error::Client(message.to_string()))
}

/// The response overrides that SQL has set.
pub(super) async fn read_overrides(
    results: &mut Results<'_>,
) -> Result<Option<ResponseOverrides>, WireError> {
    let Some(row) = results.first().await? else { return Ok(None) };
    let text = |index| Ok::<_, WireError>(row.text(index)?.map(str::to_owned));
    Ok(Some(ResponseOverrides { headers: text(0)?, status: text(1)? }))
}

pub(super) fn outcome(
    row: ResultRow,
    overrides: Option<ResponseOverrides>,
    estimate: Option<i64>,
) -> Outcome {
    Outcome { row: row.with(overrides), estimate, position: None }
}

/// The row count that `EXPLAIN (FORMAT JSON)` estimates.
pub(super) async fn read_planned_rows(results: &mut Results<'_>) -> Result<Option<i64>, WireError> {
    let plan = results.first().await?;
    let Some(plan) = plan.as_ref().and_then(|row| row.value(0).transpose()).transpose()? else {
        return Ok(None);
    };
    let plan: Option<serde_json::Value> = serde_json::from_slice(plan).ok();
    let rows = plan.and_then(|plan| plan.get(0)?.get("Plan")?.get("Plan Rows")?.as_f64());
    Ok(rows.map(|rows| rows as i64))
}
