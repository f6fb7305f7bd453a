//! Reads what the statements of a transaction give.

use postgres_wire::{Error as Failure, NextRow, Results, Row};

use super::result::{ResponseOverrides, ResultRow};
use super::run::{Outcome, Ready, Stop};
use crate::answer::{AnswerBody, AnswerSink, ClientAnswerBudget, IN_MEMORY};
use crate::error::Error;
use crate::query::Main;
use crate::row_encoder::RowEncoder;

/// The result of the main statement: the whole row of an answer but, where the body was built here, what SQL has said.
pub(super) async fn main(
    results: &mut Results<'_>,
    ready: &Ready,
    main: &Main,
    budget: &ClientAnswerBudget,
) -> Result<ResultRow, Stop> {
    match main {
        Main::Row(_) => {
            let row = match results.row_up_to(IN_MEMORY).await? {
                Some(NextRow::Whole(row)) => ResultRow::read(&row, budget).await?,
                Some(NextRow::Large(row)) => ResultRow::read_large(row, budget).await?,
                None => return Err(Stop::Refused(Error::Client("the statement gave no row".to_owned()))),
            };
            results.skip().await?;
            Ok(row)
        }
        Main::Plan(_) => Ok(ResultRow::explained(&rows(results).await?)?),
        Main::Rows { is_array, embedded, .. } => encoded(results, ready, *is_array, embedded, budget).await,
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

async fn rows(results: &mut Results<'_>) -> Result<Vec<Row>, Failure> {
    let mut rows = Vec::new();
    while let Some(row) = results.row().await? {
        rows.push(row);
    }
    Ok(rows)
}

/// Writes the rows as they arrive.
async fn encoded(
    results: &mut Results<'_>,
    ready: &Ready,
    is_array: bool,
    embedded: &[bool],
    budget: &ClientAnswerBudget,
) -> Result<ResultRow, Stop> {
    let refused = |error: &dyn std::fmt::Display| Stop::Refused(Error::Client(error.to_string()));
    let Ready::Kept(prepared) = ready else {
        return Err(refused(&"the columns of a statement that is not kept are not known"));
    };
    let format =
        prepared.row_format().ok_or_else(|| refused(&"a column is of a type that cannot be written"))?;
    let mut encoder = RowEncoder::new(format, embedded, is_array);
    let mut large = None;
    while let Some(row) = results.row_up_to(IN_MEMORY).await? {
        let NextRow::Whole(row) = row else { return Err(Stop::Refused(Error::LargeRow)) };
        encoder.push(&row).map_err(|error| refused(&error))?;
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
        None => AnswerBody::of_bytes(budget, rest.into()).await?,
    };
    Ok(ResultRow::of_rows(rows, body))
}

/// What SQL has said about the answer.
pub(super) async fn read_overrides(results: &mut Results<'_>) -> Result<Option<ResponseOverrides>, Failure> {
    let Some(row) = results.first().await? else { return Ok(None) };
    let text = |index| Ok::<_, Failure>(row.text(index)?.map(str::to_owned));
    Ok(Some(ResponseOverrides { headers: text(0)?, status: text(1)? }))
}

pub(super) fn outcome(
    row: ResultRow,
    overrides: Option<ResponseOverrides>,
    estimate: Option<i64>,
) -> Outcome {
    Outcome { row: row.with(overrides), estimate }
}

/// The rows that `EXPLAIN (FORMAT JSON)` expects.
pub(super) async fn planned_rows(results: &mut Results<'_>) -> Result<Option<i64>, Failure> {
    let plan = results.first().await?;
    let Some(plan) = plan.as_ref().and_then(|row| row.value(0).transpose()).transpose()? else {
        return Ok(None);
    };
    let plan: Option<serde_json::Value> = serde_json::from_slice(plan).ok();
    let rows = plan.and_then(|plan| plan.get(0)?.get("Plan")?.get("Plan Rows")?.as_f64());
    Ok(rows.map(|rows| rows as i64))
}
