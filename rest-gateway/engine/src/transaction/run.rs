//! Runs a request's statements in one transaction. When none must be prepared first and nothing in the result can refuse
//! the commit, everything from BEGIN to COMMIT goes out at once: one round trip. Otherwise COMMIT or ROLLBACK follows
//! the result. Statements are prepared inside the transaction, as its role: the login role may see no schema at all.

use std::pin::pin;

use futures_util::TryStreamExt;
use tokio_postgres::Statement;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::{ToSql, Type};

use super::connection::Connection;
use super::pool::{Lease, Pool};
use super::result::ResultRow;
use crate::error::{DatabaseError, Error};
use crate::query::{Bind, Main, SAID, Sql};
use crate::row_encoder::{self, RowEncoder};

pub(crate) struct Work {
    /// BEGIN with its modes.
    pub begin: String,
    pub settings: Sql,
    pub pre_request: Option<Sql>,
    pub main: Main,
    pub estimate: Option<Sql>,
    pub end: End,
    /// The anonymous role runs it.
    pub anonymous: bool,
    /// Statements stay prepared on their connection. Otherwise each goes out whole and without a name: a pooler that
    /// gives every transaction another connection knows of no statement prepared before.
    pub keeps_statements: bool,
}

/// How a statement is sent.
enum Ready {
    Kept(Statement),
    Whole,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    Commit,
    /// What a commit would refuse is still refused.
    Rollback,
}

impl End {
    fn sql(self) -> &'static str {
        match self {
            End::Commit => "COMMIT",
            End::Rollback => "SET CONSTRAINTS ALL IMMEDIATE; ROLLBACK",
        }
    }
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
    let connection = lease.begin()?;
    let (outcome, ended) = match (work.prepared(connection), check) {
        (Some(prepared), None) => {
            // A COMMIT that went out with the rest has ended the transaction, however it went.
            (one_round_trip(connection, work, &prepared).await, work.end == End::Commit)
        }
        _ => (step_by_step(connection, work, check).await, false),
    };
    let (outcome, ended) = match outcome {
        Err(Stop::Database(error)) if is_outdated(&error) => again(connection, work, check, ended).await,
        outcome => (outcome, ended),
    };
    settle(&mut lease, outcome, ended, work.anonymous).await
}

/// A kept statement gave other columns when it was prepared; the schema has changed since.
fn is_outdated(error: &Failure) -> bool {
    error.as_db_error().is_some_and(|error| {
        *error.code() == SqlState::FEATURE_NOT_SUPPORTED && error.message().starts_with("cached plan")
    })
}

/// Runs a transaction that failed on an outdated statement once more; nothing of it was done.
async fn again(
    connection: &mut Connection,
    work: &Work,
    check: Option<Check<'_>>,
    ended: bool,
) -> (Result<Outcome, Stop>, bool) {
    connection.forget(work.main.sql().text());
    if !ended && let Err(error) = connection.batch_execute("ROLLBACK").await {
        return (Err(error.into()), false);
    }
    (step_by_step(connection, work, check).await, false)
}

struct Prepared {
    settings: Ready,
    pre_request: Option<Ready>,
    main: Ready,
    said: Option<Statement>,
    estimate: Option<Ready>,
}

impl Work {
    /// The statements, if all of them can be sent as they are.
    fn prepared(&self, connection: &mut Connection) -> Option<Prepared> {
        let mut known = |sql: &Option<Sql>| match sql {
            Some(sql) => self.ready(connection, sql).map(Some),
            None => Some(None),
        };
        let pre_request = known(&self.pre_request)?;
        let estimate = known(&self.estimate)?;
        let settings = self.ready(connection, &self.settings)?;
        let main = self.ready(connection, self.main.sql())?;
        let said = match self.main {
            Main::Rows { .. } => Some(connection.prepared(SAID)?),
            Main::Row(_) | Main::Plan(_) => None,
        };
        Some(Prepared { settings, pre_request, main, said, estimate })
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
            None => prepare_inside(connection, sql.text()).await.map(Ready::Kept),
        }
    }
}

type Failure = tokio_postgres::Error;

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

async fn one_round_trip(connection: &Connection, work: &Work, prepared: &Prepared) -> Result<Outcome, Stop> {
    // Polled in this order, each is sent on its first poll: so they reach Postgres in this order, and what follows a
    // failed one fails as well.
    let (begun, set, looked, main, said, estimate, ended) = tokio::join!(
        biased;
        connection.batch_execute(&work.begin),
        execute(connection, &prepared.settings, &work.settings),
        optional(connection, prepared.pre_request.as_ref(), work.pre_request.as_ref()),
        main(connection, &prepared.main, &work.main),
        said(connection, prepared.said.as_ref()),
        optional(connection, prepared.estimate.as_ref(), work.estimate.as_ref()),
        connection.batch_execute(work.end.sql()),
    );
    begun?;
    set?;
    looked?;
    let outcome = outcome(main?, said?, estimate?)?;
    ended?;
    Ok(outcome)
}

async fn step_by_step(
    connection: &mut Connection,
    work: &Work,
    check: Option<Check<'_>>,
) -> Result<Outcome, Stop> {
    begin(connection, work).await?;
    if let Some(sql) = &work.pre_request {
        let ready = work.prepare(connection, sql).await?;
        execute(connection, &ready, sql).await?;
    }
    let ready = prepare_main(connection, work).await?;
    let main = main(connection, &ready, &work.main).await?;
    let statement = match work.main {
        Main::Rows { .. } => Some(prepare_inside(connection, SAID).await?),
        Main::Row(_) | Main::Plan(_) => None,
    };
    let said = said(connection, statement.as_ref()).await?;
    let estimate = match &work.estimate {
        Some(sql) => {
            let ready = work.prepare(connection, sql).await?;
            Some(query(connection, &ready, sql).await?)
        }
        None => None,
    };
    let outcome = outcome(main, said, estimate)?;
    if let Some(check) = check {
        check(&outcome).map_err(Stop::Refused)?;
    }
    connection.batch_execute(work.end.sql()).await?;
    Ok(outcome)
}

/// Opens the transaction with the request's settings: at once when their statement is known, which it nearly always is.
async fn begin(connection: &mut Connection, work: &Work) -> Result<(), Failure> {
    let Some(settings) = work.ready(connection, &work.settings) else {
        connection.batch_execute(&work.begin).await?;
        let settings = work.prepare(connection, &work.settings).await?;
        return execute(connection, &settings, &work.settings).await;
    };
    let (begun, set) = tokio::join!(
        biased;
        connection.batch_execute(&work.begin),
        execute(connection, &settings, &work.settings),
    );
    begun?;
    set
}

/// Leaves the connection outside of any transaction, or leaves it to be closed.
async fn settle(
    lease: &mut Lease,
    outcome: Result<Outcome, Stop>,
    ended: bool,
    anonymous: bool,
) -> Result<Outcome, Error> {
    let error = match outcome {
        Ok(outcome) => {
            lease.finish();
            return Ok(outcome);
        }
        Err(Stop::Database(error)) => {
            let lost = error.as_db_error().is_none();
            let told = explain(error, anonymous);
            if lost {
                return Err(told);
            }
            told
        }
        Err(Stop::Refused(error)) => error,
    };
    if ended || lease.begin()?.batch_execute("ROLLBACK").await.is_ok() {
        lease.finish();
    }
    Err(error)
}

async fn prepare_inside(connection: &mut Connection, sql: &str) -> Result<Statement, Failure> {
    if let Some(statement) = connection.prepared(sql) {
        return Ok(statement);
    }
    let statement = connection.prepare(sql).await?;
    connection.keep(sql, statement.clone());
    Ok(statement)
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
        statement = connection.prepare(&text).await?;
    }
    connection.keep(sql.text(), statement.clone());
    Ok(Ready::Kept(statement))
}

async fn execute(connection: &Connection, ready: &Ready, sql: &Sql) -> Result<(), Failure> {
    let parameters = sql.binds().iter().map(as_parameter);
    match ready {
        Ready::Kept(statement) => connection.execute_raw(statement, parameters).await?,
        Ready::Whole => {
            connection.execute_typed(sql.text(), &parameters.map(untyped).collect::<Vec<_>>()).await?
        }
    };
    Ok(())
}

async fn query(
    connection: &Connection,
    ready: &Ready,
    sql: &Sql,
) -> Result<Vec<tokio_postgres::Row>, Failure> {
    let parameters = sql.binds().iter().map(as_parameter);
    let rows = match ready {
        Ready::Kept(statement) => connection.query_raw(statement, parameters).await?,
        Ready::Whole => connection.query_typed_raw(sql.text(), parameters.map(untyped)).await?,
    };
    rows.try_collect().await
}

async fn optional(
    connection: &Connection,
    ready: Option<&Ready>,
    sql: Option<&Sql>,
) -> Result<Option<Vec<tokio_postgres::Row>>, Failure> {
    match (ready, sql) {
        (Some(ready), Some(sql)) => query(connection, ready, sql).await.map(Some),
        _ => Ok(None),
    }
}

type Parameter<'a> = &'a (dyn ToSql + Sync);

fn as_parameter(bind: &Bind) -> Parameter<'_> {
    bind
}

/// Its type is for Postgres to find, as it does in a statement that is prepared.
fn untyped(parameter: Parameter<'_>) -> (Parameter<'_>, Type) {
    (parameter, Type::UNKNOWN)
}

/// The result of the main statement: the whole row of an answer but, where the body was built here, what SQL has said.
async fn main(connection: &Connection, ready: &Ready, main: &Main) -> Result<ResultRow, Stop> {
    match main {
        Main::Row(sql) => {
            let row = query(connection, ready, sql).await?.into_iter().next();
            let row = row.ok_or_else(|| Error::Client("the statement gave no row".to_owned()));
            row.and_then(ResultRow::read).map_err(Stop::Refused)
        }
        Main::Plan(sql) => ResultRow::explained(&query(connection, ready, sql).await?).map_err(Stop::Refused),
        Main::Rows { sql, is_array } => encoded(connection, ready, sql, *is_array).await,
    }
}

/// Writes the rows as they arrive.
async fn encoded(
    connection: &Connection,
    ready: &Ready,
    sql: &Sql,
    is_array: bool,
) -> Result<ResultRow, Stop> {
    let refused = |error: &dyn std::fmt::Display| Stop::Refused(Error::Client(error.to_string()));
    let Ready::Kept(statement) = ready else {
        return Err(refused(&"the columns of a statement that is not kept are not known"));
    };
    let mut encoder = RowEncoder::new(statement.columns(), is_array)
        .ok_or_else(|| refused(&"a column is of a type that cannot be written"))?;
    let mut rows = pin!(connection.query_raw(statement, sql.binds().iter().map(as_parameter)).await?);
    while let Some(row) = rows.try_next().await? {
        encoder.push(&row).map_err(|error| refused(&error))?;
    }
    let (rows, body) = encoder.finish();
    Ok(ResultRow::of_rows(rows, body))
}

/// What SQL has said about the answer, if that is to be asked for.
async fn said(connection: &Connection, statement: Option<&Statement>) -> Result<Said, Failure> {
    let Some(statement) = statement else { return Ok(None) };
    let row = connection.query_one(statement, &[]).await?;
    Ok(Some((row.try_get(0)?, row.try_get(1)?)))
}

/// `response.headers` and `response.status`.
type Said = Option<(Option<String>, Option<String>)>;

fn outcome(row: ResultRow, said: Said, estimate: Option<Vec<tokio_postgres::Row>>) -> Result<Outcome, Stop> {
    let row = match said {
        Some((headers, status)) => ResultRow { headers, status, ..row },
        None => row,
    };
    let estimate = estimate.and_then(|rows| rows.first().and_then(planned_rows));
    Ok(Outcome { row, estimate })
}

/// The rows that `EXPLAIN (FORMAT JSON)` expects.
fn planned_rows(row: &tokio_postgres::Row) -> Option<i64> {
    let plan: serde_json::Value = row.try_get(0).ok()?;
    plan.get(0)?.get("Plan")?.get("Plan Rows")?.as_f64().map(|rows| rows as i64)
}

pub(super) fn database_error(error: Failure) -> Error {
    explain(error, false)
}

fn explain(error: Failure, anonymous: bool) -> Error {
    match error.as_db_error() {
        Some(database) => Error::Database(DatabaseError::new(database, anonymous)),
        None => Error::Client(error.to_string()),
    }
}
