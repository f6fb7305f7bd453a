//! A transaction whose statements are not all known to the connection, or whose result may refuse the commit. What is new
//! is prepared on the way, the main statement before it runs: what it gives must be known to be read.

use postgres_wire::{Error as Failure, Pipeline, Preparing, Results, Row, Statement};

use super::answer::{main, outcome, planned_rows, read_overrides};
use super::connection::Connection;
use super::run::{Outcome, Ready, Stop, Work};
use crate::query::{Main, SELECT_OVERRIDES, Sql, with_json_columns};
use crate::row_encoder;

pub(super) async fn step_by_step(connection: &mut Connection, work: &Work) -> Result<Outcome, Stop> {
    let main = open(connection, work).await?;
    let end: Vec<&Sql> = work.end.iter().collect();
    if !work.checks_before_commit() {
        return answer(connection, work, &main, &end).await;
    }
    let outcome = answer(connection, work, &main, &[]).await?;
    work.rules.check(outcome.row.page).map_err(Stop::Refused)?;
    let mut made = Vec::new();
    let ended = pass(connection, work, &end, None, &mut made).await;
    connection.keep_all(made);
    ended?;
    Ok(outcome)
}

/// A statement that was prepared on the way, with its text.
type Made = (String, Statement);

/// A statement of a batch, whose results are to be read.
enum Sent {
    Known,
    New(Preparing),
}

impl Work {
    /// Each with how it is sent, if the connection knows it.
    fn known<'s>(&self, connection: &mut Connection, steps: &[&'s Sql]) -> Vec<(&'s Sql, Option<Ready>)> {
        steps.iter().map(|sql| (*sql, self.ready(connection, sql))).collect()
    }
}

fn add(pipeline: &mut Pipeline<'_>, (sql, known): &(&Sql, Option<Ready>)) -> Result<Sent, Failure> {
    let Some(ready) = known else {
        let new = pipeline.prepare(sql.text())?;
        pipeline.add_new(&new, sql.binds())?;
        return Ok(Sent::New(new));
    };
    ready.add(pipeline, sql)?;
    Ok(Sent::Known)
}

/// Reads up to where the results of the statement begin.
async fn arrive(
    results: &mut Results<'_>,
    sent: Sent,
    sql: &Sql,
    made: &mut Vec<Made>,
) -> Result<(), Failure> {
    if let Sent::New(new) = sent {
        made.push((sql.text().to_owned(), results.prepared(new).await?));
    }
    Ok(())
}

/// What a batch gave.
struct Passed {
    /// The first row of each statement.
    rows: Vec<Option<Row>>,
    /// What was prepared behind them.
    behind: Option<Statement>,
}

/// Runs statements, and has another one prepared behind them.
async fn pass(
    connection: &mut Connection,
    work: &Work,
    steps: &[&Sql],
    behind: Option<&str>,
    made: &mut Vec<Made>,
) -> Result<Passed, Failure> {
    let steps = work.known(connection, steps);
    let mut pipeline = connection.pipeline()?;
    let sent = steps.iter().map(|step| add(&mut pipeline, step)).collect::<Result<Vec<_>, _>>()?;
    let behind = behind.map(|text| pipeline.prepare(text)).transpose()?;
    let mut results = pipeline.send().await?;
    let mut rows = Vec::with_capacity(steps.len());
    for (sent, (sql, _)) in sent.into_iter().zip(&steps) {
        arrive(&mut results, sent, sql, made).await?;
        rows.push(results.first().await?);
    }
    let behind = match behind {
        Some(new) => Some(results.prepared(new).await?),
        None => None,
    };
    results.finish().await?;
    Ok(Passed { rows, behind })
}

/// Opens the transaction with the request's settings; tells how its main statement is sent.
async fn open(connection: &mut Connection, work: &Work) -> Result<Ready, Failure> {
    let steps: Vec<&Sql> = [&work.begin, &work.settings].into_iter().chain(&work.pre_request).collect();
    let main = work.ready(connection, work.main.sql());
    let unknown = main.is_none().then(|| work.main.sql().text());
    let mut made = Vec::new();
    let opened = pass(connection, work, &steps, unknown, &mut made).await;
    connection.keep_all(made);
    let opened = opened?;
    connection.learn_modes(opened.rows.get(1).and_then(Option::as_ref))?;
    match (main, opened.behind) {
        (Some(ready), _) => Ok(ready),
        (None, Some(statement)) => keep_main(connection, work, statement).await,
        (None, None) => Err(Failure::Unexpected),
    }
}

/// Runs the main statement and what belongs to it, with what ends the transaction where nothing comes between.
async fn answer(
    connection: &mut Connection,
    work: &Work,
    ready: &Ready,
    end: &[&Sql],
) -> Result<Outcome, Stop> {
    let mut made = Vec::new();
    let outcome = read_answer(connection, work, ready, end, &mut made).await;
    connection.keep_all(made);
    outcome
}

async fn read_answer(
    connection: &mut Connection,
    work: &Work,
    ready: &Ready,
    end: &[&Sql],
    made: &mut Vec<Made>,
) -> Result<Outcome, Stop> {
    let select_overrides = Sql::new(SELECT_OVERRIDES);
    let select_overrides = (!work.main.returns_overrides()).then_some(&select_overrides);
    let steps: Vec<&Sql> =
        select_overrides.into_iter().chain(&work.estimate).chain(end.iter().copied()).collect();
    let steps = work.known(connection, &steps);
    let mut pipeline = connection.pipeline()?;
    ready.add(&mut pipeline, work.main.sql())?;
    let sent = steps.iter().map(|step| add(&mut pipeline, step)).collect::<Result<Vec<_>, _>>()?;
    let mut sent = sent.into_iter().zip(&steps);
    let mut results = pipeline.send().await?;
    let row = main(&mut results, ready, &work.main, &work.budget).await?;
    let mut overrides = None;
    if select_overrides.is_some()
        && let Some((step, (sql, _))) = sent.next()
    {
        arrive(&mut results, step, sql, made).await?;
        overrides = read_overrides(&mut results).await?;
    }
    let mut estimate = None;
    if work.estimate.is_some()
        && let Some((step, (sql, _))) = sent.next()
    {
        arrive(&mut results, step, sql, made).await?;
        estimate = planned_rows(&mut results).await?;
    }
    for (step, (sql, _)) in sent {
        arrive(&mut results, step, sql, made).await?;
        results.skip().await?;
    }
    results.finish().await?;
    Ok(outcome(row, overrides, estimate))
}

/// Rows are kept under the text that gives them, whatever it takes to have their values in a type that can be written.
async fn keep_main(
    connection: &mut Connection,
    work: &Work,
    mut statement: Statement,
) -> Result<Ready, Failure> {
    let text = work.main.sql().text();
    if matches!(work.main, Main::Rows { .. }) && !row_encoder::can_encode_all(statement.columns()) {
        let with_json = with_json_columns(text, statement.columns(), row_encoder::can_encode);
        connection.forget(&statement);
        statement = connection.prepare(&with_json).await?;
    }
    Ok(Ready::Kept(connection.keep(text, statement)))
}
