//! Runs a transaction in several batches, because a statement must be prepared first or because a rule can refuse the
//! commit. Most new statements are prepared in the batch that runs them. The main statement is prepared one batch
//! earlier, because its columns must be known before it runs.

use postgres_wire::{Error as WireError, Pipeline, Preparing, Results, Row, Statement};

use super::connection::Connection;
use super::failure::TransactionError;
use super::results::{outcome, read_main, read_overrides, read_planned_rows};
use super::work::{Outcome, StatementHandle, Work};
use crate::query::{Main, SELECT_OVERRIDES, Sql, with_json_columns};
use crate::row_encoder;

pub(super) async fn step_by_step(
    connection: &mut Connection,
    work: &Work,
) -> Result<Outcome, TransactionError> {
    let main = begin(connection, work).await?;
    let end: Vec<&Sql> = work.end.iter().collect();
    if !work.checks_before_commit() {
        return run_main(connection, work, &main, &end).await;
    }
    let outcome = run_main(connection, work, &main, &[]).await?;
    work.rules.check(outcome.row.page)?;
    let mut prepared = Vec::new();
    let ended = run_batch(connection, work, &end, None, &mut prepared).await;
    connection.keep_all(prepared);
    ended?;
    Ok(outcome)
}

/// A statement that was prepared by a batch, with its text.
type NewStatement = (String, Statement);

/// A statement of a batch whose results have not been read yet.
enum Sent {
    Prepared,
    New(Preparing),
}

impl Work {
    /// Each statement with its handle, if it is prepared.
    fn with_handles<'s>(
        &self,
        connection: &mut Connection,
        statements: &[&'s Sql],
    ) -> Vec<(&'s Sql, Option<StatementHandle>)> {
        statements.iter().map(|sql| (*sql, self.handle(connection, sql))).collect()
    }
}

fn add(
    pipeline: &mut Pipeline<'_>,
    (sql, handle): &(&Sql, Option<StatementHandle>),
) -> Result<Sent, WireError> {
    let Some(handle) = handle else {
        let new = pipeline.prepare(sql.text())?;
        pipeline.add_new(&new, sql.binds())?;
        return Ok(Sent::New(new));
    };
    handle.add(pipeline, sql)?;
    Ok(Sent::Prepared)
}

/// Reads what precedes a statement's rows: for a new statement, the result of preparing it.
async fn skip_to_rows(
    results: &mut Results<'_>,
    sent: Sent,
    sql: &Sql,
    prepared: &mut Vec<NewStatement>,
) -> Result<(), WireError> {
    if let Sent::New(new) = sent {
        prepared.push((sql.text().to_owned(), results.prepared(new).await?));
    }
    Ok(())
}

struct BatchResult {
    /// The first row of each statement.
    rows: Vec<Option<Row>>,
    /// The statement that was only prepared.
    prepared_only: Option<Statement>,
}

/// Runs statements in one batch. `prepare_only` is a statement that is prepared after them and not run.
async fn run_batch(
    connection: &mut Connection,
    work: &Work,
    statements: &[&Sql],
    prepare_only: Option<&str>,
    prepared: &mut Vec<NewStatement>,
) -> Result<BatchResult, WireError> {
    let statements = work.with_handles(connection, statements);
    let mut pipeline = connection.pipeline()?;
    let sent = statements.iter().map(|one| add(&mut pipeline, one)).collect::<Result<Vec<_>, _>>()?;
    let prepare_only = prepare_only.map(|text| pipeline.prepare(text)).transpose()?;
    let mut results = pipeline.send().await?;
    let mut rows = Vec::with_capacity(statements.len());
    for (sent, (sql, _)) in sent.into_iter().zip(&statements) {
        skip_to_rows(&mut results, sent, sql, prepared).await?;
        rows.push(results.first().await?);
    }
    let prepared_only = match prepare_only {
        Some(new) => Some(results.prepared(new).await?),
        None => None,
    };
    results.finish().await?;
    Ok(BatchResult { rows, prepared_only })
}

/// Begins the transaction and makes the request's settings. Returns the handle of the main statement.
async fn begin(connection: &mut Connection, work: &Work) -> Result<StatementHandle, WireError> {
    let statements: Vec<&Sql> = [&work.begin, &work.settings].into_iter().chain(&work.pre_request).collect();
    let main = work.handle(connection, work.main.sql());
    let prepare_only = main.is_none().then(|| work.main.sql().text());
    let mut prepared = Vec::new();
    let began = run_batch(connection, work, &statements, prepare_only, &mut prepared).await;
    connection.keep_all(prepared);
    let began = began?;
    connection.learn_modes(began.rows.get(1).and_then(Option::as_ref))?;
    match (main, began.prepared_only) {
        (Some(handle), _) => Ok(handle),
        (None, Some(statement)) => keep_main(connection, work, statement).await,
        (None, None) => Err(WireError::Unexpected),
    }
}

/// Runs the main statement and what belongs to it. `end` is empty when a check precedes the commit.
async fn run_main(
    connection: &mut Connection,
    work: &Work,
    main: &StatementHandle,
    end: &[&Sql],
) -> Result<Outcome, TransactionError> {
    let mut prepared = Vec::new();
    let outcome = run_main_batch(connection, work, main, end, &mut prepared).await;
    connection.keep_all(prepared);
    outcome
}

async fn run_main_batch(
    connection: &mut Connection,
    work: &Work,
    main: &StatementHandle,
    end: &[&Sql],
    prepared: &mut Vec<NewStatement>,
) -> Result<Outcome, TransactionError> {
    let select_overrides = Sql::new(SELECT_OVERRIDES);
    let select_overrides = (!work.main.returns_overrides()).then_some(&select_overrides);
    let statements: Vec<&Sql> =
        select_overrides.into_iter().chain(&work.estimate).chain(end.iter().copied()).collect();
    let statements = work.with_handles(connection, &statements);
    let mut pipeline = connection.pipeline()?;
    main.add(&mut pipeline, work.main.sql())?;
    let sent = statements.iter().map(|one| add(&mut pipeline, one)).collect::<Result<Vec<_>, _>>()?;
    let mut sent = sent.into_iter().zip(&statements);
    let mut results = pipeline.send().await?;
    let row = read_main(&mut results, main, &work.main, &work.budget).await?;
    let mut overrides = None;
    if select_overrides.is_some()
        && let Some((one, (sql, _))) = sent.next()
    {
        skip_to_rows(&mut results, one, sql, prepared).await?;
        overrides = read_overrides(&mut results).await?;
    }
    let mut estimate = None;
    if work.estimate.is_some()
        && let Some((one, (sql, _))) = sent.next()
    {
        skip_to_rows(&mut results, one, sql, prepared).await?;
        estimate = read_planned_rows(&mut results).await?;
    }
    for (one, (sql, _)) in sent {
        skip_to_rows(&mut results, one, sql, prepared).await?;
        results.skip().await?;
    }
    results.finish().await?;
    Ok(outcome(row, overrides, estimate))
}

/// Keeps the main statement. If the row encoder cannot write one of its columns, it is replaced by a statement that
/// returns that column as JSON, which is kept under the original text.
async fn keep_main(
    connection: &mut Connection,
    work: &Work,
    mut statement: Statement,
) -> Result<StatementHandle, WireError> {
    let text = work.main.sql().text();
    if matches!(work.main, Main::Rows { .. }) && !row_encoder::can_encode_all(statement.columns()) {
        let with_json = with_json_columns(text, statement.columns(), row_encoder::can_encode);
        connection.forget(&statement);
        statement = connection.prepare(&with_json).await?;
    }
    Ok(StatementHandle::Prepared(connection.keep(text, statement)))
}
