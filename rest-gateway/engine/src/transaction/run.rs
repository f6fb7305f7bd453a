//! Runs a request's statements in one transaction. When none must be prepared first and nothing in the result can refuse
//! the commit, everything from BEGIN to COMMIT goes out at once: one round trip. Otherwise COMMIT or ROLLBACK follows
//! the result. Statements are prepared inside the transaction, as its role: the login role may see no schema at all.

use std::sync::Arc;

use postgres_wire::{Error as Failure, Pipeline, Results, Row, Statement, Transaction};

use super::connection::Connection;
use super::pool::{Lease, Pool};
use super::result::{ResultRow, Said};
use crate::error::{DatabaseError, Error};
use crate::query::{Main, SAID, Sql};
use crate::row_encoder::{self, RowEncoder};

pub(crate) struct Work {
    /// BEGIN with its modes.
    pub begin: Sql,
    pub settings: Sql,
    pub pre_request: Option<Sql>,
    pub main: Main,
    pub estimate: Option<Sql>,
    /// What ends it.
    pub end: Vec<Sql>,
    /// The anonymous role runs it.
    pub anonymous: bool,
    /// Statements stay prepared on their connection. Otherwise each goes out whole and without a name: a pooler that
    /// gives every transaction another connection knows of no statement prepared before.
    pub keeps_statements: bool,
}

#[derive(Debug)]
pub(crate) struct Outcome {
    pub row: ResultRow,
    /// What the planner expects.
    pub estimate: Option<i64>,
}

/// `check` looks at the result before the commit and may refuse it.
pub(crate) type Check<'a> = &'a (dyn Fn(&Outcome) -> Result<(), Error> + Sync);

pub(crate) async fn run(pool: &Pool, work: &Work, check: Option<Check<'_>>) -> Result<Outcome, Error> {
    let mut lease = pool.get().await?;
    let connection = lease.connection()?;
    let outcome = match (work.prepared(connection), check) {
        (Some(prepared), None) => one_round_trip(connection, work, &prepared).await,
        _ => step_by_step(connection, work, check).await,
    };
    let outcome = match outcome {
        Err(Stop::Database(error)) if is_outdated(&error) => again(connection, work, check).await,
        outcome => outcome,
    };
    settle(&mut lease, outcome, work.anonymous).await
}

/// A kept statement gave other columns when it was prepared; the schema has changed since.
fn is_outdated(error: &Failure) -> bool {
    error.server().is_some_and(|error| error.code == "0A000" && error.message.starts_with("cached plan"))
}

/// Runs a transaction that failed on an outdated statement once more; nothing of it was done.
async fn again(connection: &mut Connection, work: &Work, check: Option<Check<'_>>) -> Result<Outcome, Stop> {
    connection.forget_statement(work.main.sql().text());
    roll_back(connection).await?;
    step_by_step(connection, work, check).await
}

/// Ends the transaction, if one is open. Of a connection that is lost there is nothing to end.
async fn roll_back(connection: &mut Connection) -> Result<(), Failure> {
    match connection.transaction() {
        Some(Transaction::Open | Transaction::Failed) => connection.execute("ROLLBACK").await,
        Some(Transaction::None) | None => Ok(()),
    }
}

/// How a statement is sent.
#[derive(Clone)]
enum Ready {
    Kept(Arc<Statement>),
    Whole,
}

impl Ready {
    fn add(&self, pipeline: &mut Pipeline<'_>, sql: &Sql) -> Result<(), Failure> {
        match self {
            Ready::Kept(statement) => pipeline.add(statement, sql.binds()),
            Ready::Whole => pipeline.add_text(sql.text(), sql.binds()),
        }
    }
}

/// A statement and how it is sent.
type Step<'a> = (Ready, &'a Sql);

/// Each of a transaction, where all of them can be sent as they are.
struct Prepared {
    begin: Ready,
    settings: Ready,
    pre_request: Option<Ready>,
    main: Ready,
    said: Option<Arc<Statement>>,
    estimate: Option<Ready>,
    end: Vec<Ready>,
}

impl Work {
    fn prepared(&self, connection: &mut Connection) -> Option<Prepared> {
        let mut known = |sql: &Option<Sql>| match sql {
            Some(sql) => self.ready(connection, sql).map(Some),
            None => Some(None),
        };
        let pre_request = known(&self.pre_request)?;
        let estimate = known(&self.estimate)?;
        let said = match self.main.brings_what_was_said() {
            true => None,
            false => Some(connection.prepared(SAID)?),
        };
        Some(Prepared {
            begin: self.ready(connection, &self.begin)?,
            settings: self.ready(connection, &self.settings)?,
            pre_request,
            main: self.ready(connection, self.main.sql())?,
            said,
            estimate,
            end: self.end.iter().map(|sql| self.ready(connection, sql)).collect::<Option<_>>()?,
        })
    }

    fn ready(&self, connection: &mut Connection, sql: &Sql) -> Option<Ready> {
        if !self.keeps_statements {
            return Some(Ready::Whole);
        }
        connection.prepared(sql.text()).map(Ready::Kept)
    }

    async fn prepare(&self, connection: &mut Connection, sql: &Sql) -> Result<Ready, Failure> {
        match self.ready(connection, sql) {
            Some(ready) => Ok(ready),
            None => prepare(connection, sql.text()).await.map(Ready::Kept),
        }
    }
}

/// Everything a step of the transaction can end with.
enum Stop {
    Database(Failure),
    Refused(Error),
}

impl From<Failure> for Stop {
    fn from(error: Failure) -> Stop {
        Stop::Database(error)
    }
}

async fn one_round_trip(
    connection: &mut Connection,
    work: &Work,
    prepared: &Prepared,
) -> Result<Outcome, Stop> {
    let mut pipeline = connection.pipeline()?;
    prepared.begin.add(&mut pipeline, &work.begin)?;
    prepared.settings.add(&mut pipeline, &work.settings)?;
    let pre_request = prepared.pre_request.as_ref().zip(work.pre_request.as_ref());
    if let Some((ready, sql)) = pre_request {
        ready.add(&mut pipeline, sql)?;
    }
    prepared.main.add(&mut pipeline, work.main.sql())?;
    if let Some(said) = &prepared.said {
        pipeline.add(said, &[])?;
    }
    let estimate = prepared.estimate.as_ref().zip(work.estimate.as_ref());
    if let Some((ready, sql)) = estimate {
        ready.add(&mut pipeline, sql)?;
    }
    for (ready, sql) in prepared.end.iter().zip(&work.end) {
        ready.add(&mut pipeline, sql)?;
    }
    let mut results = pipeline.send().await?;
    results.skip().await?;
    results.skip().await?;
    if pre_request.is_some() {
        results.skip().await?;
    }
    let row = main(&mut results, &prepared.main, &work.main).await?;
    let said = match prepared.said {
        Some(_) => said(&mut results).await?,
        None => None,
    };
    let estimate = match estimate {
        Some(_) => planned_rows(&mut results).await?,
        None => None,
    };
    for _ in &prepared.end {
        results.skip().await?;
    }
    results.finish().await?;
    Ok(outcome(row, said, estimate))
}

async fn step_by_step(
    connection: &mut Connection,
    work: &Work,
    check: Option<Check<'_>>,
) -> Result<Outcome, Stop> {
    begin(connection, work).await?;
    if let Some(sql) = &work.pre_request {
        let ready = work.prepare(connection, sql).await?;
        pass(connection, &[(ready, sql)]).await?;
    }
    let ready = prepare_main(connection, work).await?;
    let mut results = send(connection, &[(ready.clone(), work.main.sql())]).await?;
    let row = main(&mut results, &ready, &work.main).await?;
    results.finish().await?;
    let said = match work.main.brings_what_was_said() {
        true => None,
        false => {
            let ready = Ready::Kept(prepare(connection, SAID).await?);
            let mut results = send(connection, &[(ready, &Sql::new(SAID))]).await?;
            let said = said(&mut results).await?;
            results.finish().await?;
            said
        }
    };
    let estimate = match &work.estimate {
        Some(sql) => {
            let ready = work.prepare(connection, sql).await?;
            let mut results = send(connection, &[(ready, sql)]).await?;
            let rows = planned_rows(&mut results).await?;
            results.finish().await?;
            rows
        }
        None => None,
    };
    let outcome = outcome(row, said, estimate);
    if let Some(check) = check {
        check(&outcome).map_err(Stop::Refused)?;
    }
    for sql in &work.end {
        let ready = work.prepare(connection, sql).await?;
        pass(connection, &[(ready, sql)]).await?;
    }
    Ok(outcome)
}

/// Opens the transaction with the request's settings.
async fn begin(connection: &mut Connection, work: &Work) -> Result<(), Failure> {
    let begin = (work.prepare(connection, &work.begin).await?, &work.begin);
    let settings = (work.prepare(connection, &work.settings).await?, &work.settings);
    pass(connection, &[begin, settings]).await
}

async fn send<'a>(connection: &'a mut Connection, steps: &[Step<'_>]) -> Result<Results<'a>, Failure> {
    let mut pipeline = connection.pipeline()?;
    for (ready, sql) in steps {
        ready.add(&mut pipeline, sql)?;
    }
    pipeline.send().await
}

/// Runs statements whose rows nobody wants.
async fn pass(connection: &mut Connection, steps: &[Step<'_>]) -> Result<(), Failure> {
    let mut results = send(connection, steps).await?;
    for _ in steps {
        results.skip().await?;
    }
    results.finish().await
}

/// Leaves the connection outside of any transaction, or leaves it to be closed.
async fn settle(
    lease: &mut Lease,
    outcome: Result<Outcome, Stop>,
    anonymous: bool,
) -> Result<Outcome, Error> {
    let connection = lease.connection()?;
    let error = match outcome {
        Ok(outcome) => return Ok(outcome),
        Err(Stop::Database(error)) if connection.transaction().is_none() => lost(&error),
        Err(Stop::Database(error)) => explain(&error, anonymous),
        Err(Stop::Refused(error)) => error,
    };
    if let Err(error) = roll_back(connection).await {
        tracing::debug!(%error, "a connection is lost with its transaction");
    }
    Err(error)
}

/// PostgREST hears this last, when it wants to roll back; the last words of the server are for the log.
fn lost(error: &Failure) -> Error {
    tracing::warn!(%error, "the connection to the database is lost");
    Error::Client("no connection to the server\n".to_owned())
}

async fn prepare(connection: &mut Connection, sql: &str) -> Result<Arc<Statement>, Failure> {
    if let Some(statement) = connection.prepared(sql) {
        return Ok(statement);
    }
    let statement = connection.prepare(sql).await?;
    Ok(connection.keep(sql, statement))
}

/// Rows are kept under the text that gives them, whatever it takes to have their values in a type that can be written.
async fn prepare_main(connection: &mut Connection, work: &Work) -> Result<Ready, Failure> {
    let Main::Rows { sql, .. } = &work.main else { return work.prepare(connection, work.main.sql()).await };
    if let Some(statement) = connection.prepared(sql.text()) {
        return Ok(Ready::Kept(statement));
    }
    let mut statement = connection.prepare(sql.text()).await?;
    if !row_encoder::takes_all(statement.columns()) {
        let text = row_encoder::with_json(sql.text(), statement.columns());
        connection.forget(&statement);
        statement = connection.prepare(&text).await?;
    }
    Ok(Ready::Kept(connection.keep(sql.text(), statement)))
}

/// The result of the main statement: the whole row of an answer but, where the body was built here, what SQL has said.
async fn main(results: &mut Results<'_>, ready: &Ready, main: &Main) -> Result<ResultRow, Stop> {
    match main {
        Main::Row(_) => {
            let row = results.first().await?;
            let row =
                row.ok_or_else(|| Stop::Refused(Error::Client("the statement gave no row".to_owned())))?;
            Ok(ResultRow::read(&row)?)
        }
        Main::Plan(_) => Ok(ResultRow::explained(&rows(results).await?)?),
        Main::Rows { is_array, embedded, .. } => encoded(results, ready, *is_array, embedded).await,
        Main::Change { says, .. } => {
            let said = match says {
                true => said(results).await?,
                false => {
                    results.skip().await?;
                    None
                }
            };
            let row = ResultRow::of_rows(i64::try_from(results.changed()).unwrap_or(i64::MAX), Vec::new());
            Ok(row.with(said))
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
) -> Result<ResultRow, Stop> {
    let refused = |error: &dyn std::fmt::Display| Stop::Refused(Error::Client(error.to_string()));
    let Ready::Kept(statement) = ready else {
        return Err(refused(&"the columns of a statement that is not kept are not known"));
    };
    let mut encoder = RowEncoder::new(statement.columns(), embedded, is_array)
        .ok_or_else(|| refused(&"a column is of a type that cannot be written"))?;
    while let Some(row) = results.row().await? {
        encoder.push(&row).map_err(|error| refused(&error))?;
    }
    let (rows, body) = encoder.finish();
    Ok(ResultRow::of_rows(rows, body))
}

/// What SQL has said about the answer.
async fn said(results: &mut Results<'_>) -> Result<Option<Said>, Failure> {
    let Some(row) = results.first().await? else { return Ok(None) };
    let text = |index| Ok::<_, Failure>(row.text(index)?.map(str::to_owned));
    Ok(Some(Said { headers: text(0)?, status: text(1)? }))
}

fn outcome(row: ResultRow, said: Option<Said>, estimate: Option<i64>) -> Outcome {
    Outcome { row: row.with(said), estimate }
}

/// The rows that `EXPLAIN (FORMAT JSON)` expects.
async fn planned_rows(results: &mut Results<'_>) -> Result<Option<i64>, Failure> {
    let plan = results.first().await?;
    let Some(plan) = plan.as_ref().and_then(|row| row.value(0).transpose()).transpose()? else {
        return Ok(None);
    };
    let plan: Option<serde_json::Value> = serde_json::from_slice(plan).ok();
    let rows = plan.and_then(|plan| plan.get(0)?.get("Plan")?.get("Plan Rows")?.as_f64());
    Ok(rows.map(|rows| rows as i64))
}

pub(super) fn database_error(error: Failure) -> Error {
    explain(&error, false)
}

fn explain(error: &Failure, anonymous: bool) -> Error {
    match error.server() {
        Some(said) => Error::Database(DatabaseError::new(said, anonymous)),
        None => Error::Client(error.to_string()),
    }
}
