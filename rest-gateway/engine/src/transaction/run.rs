//! Runs a request's statements in one transaction. When all of them are prepared and nothing in the result can refuse
//! the commit, everything from BEGIN to COMMIT goes out at once: one round trip. Otherwise COMMIT or ROLLBACK follows
//! the result. Statements are prepared inside the transaction, as its role: the login role may see no schema at all.

use std::pin::pin;

use futures_util::TryStreamExt;
use tokio_postgres::Statement;
use tokio_postgres::error::SqlState;

use super::pool::{Connection, Lease, Pool};
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
    settings: Statement,
    pre_request: Option<Statement>,
    main: Statement,
    said: Option<Statement>,
    estimate: Option<Statement>,
}

impl Work {
    /// The statements, if all of them are prepared already.
    fn prepared(&self, connection: &mut Connection) -> Option<Prepared> {
        let mut known = |sql: &Option<Sql>| match sql {
            Some(sql) => connection.prepared(sql.text()).map(Some),
            None => Some(None),
        };
        let pre_request = known(&self.pre_request)?;
        let estimate = known(&self.estimate)?;
        let settings = connection.prepared(self.settings.text())?;
        let main = connection.prepared(self.main.sql().text())?;
        let said = match self.main {
            Main::Rows { .. } => Some(connection.prepared(SAID)?),
            Main::Row(_) | Main::Plan(_) => None,
        };
        Some(Prepared { settings, pre_request, main, said, estimate })
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
        let statement = prepare_inside(connection, sql).await?;
        execute(connection, &statement, sql).await?;
    }
    let statement = prepare_main(connection, &work.main).await?;
    let main = main(connection, &statement, &work.main).await?;
    let statement = match work.main {
        Main::Rows { .. } => Some(prepare_inside(connection, &Sql::new(SAID)).await?),
        Main::Row(_) | Main::Plan(_) => None,
    };
    let said = said(connection, statement.as_ref()).await?;
    let estimate = match &work.estimate {
        Some(sql) => {
            let statement = prepare_inside(connection, sql).await?;
            Some(query(connection, &statement, sql).await?)
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
    let Some(settings) = connection.prepared(work.settings.text()) else {
        connection.batch_execute(&work.begin).await?;
        let settings = prepare_inside(connection, &work.settings).await?;
        return execute(connection, &settings, &work.settings).await.map(|_| ());
    };
    let (begun, set) = tokio::join!(
        biased;
        connection.batch_execute(&work.begin),
        execute(connection, &settings, &work.settings),
    );
    begun?;
    set.map(|_| ())
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

async fn prepare_inside(connection: &mut Connection, sql: &Sql) -> Result<Statement, Failure> {
    if let Some(statement) = connection.prepared(sql.text()) {
        return Ok(statement);
    }
    let statement = connection.prepare(sql.text()).await?;
    connection.keep(sql.text(), statement.clone());
    Ok(statement)
}

/// Rows are kept under the text that gives them, whatever it takes to have their values in a type that can be written.
async fn prepare_main(connection: &mut Connection, main: &Main) -> Result<Statement, Failure> {
    let Main::Rows { sql, .. } = main else { return prepare_inside(connection, main.sql()).await };
    if let Some(statement) = connection.prepared(sql.text()) {
        return Ok(statement);
    }
    let mut statement = connection.prepare(sql.text()).await?;
    if !row_encoder::takes_all(statement.columns()) {
        let text = row_encoder::with_json(sql.text(), statement.columns());
        statement = connection.prepare(&text).await?;
    }
    connection.keep(sql.text(), statement.clone());
    Ok(statement)
}

async fn execute(connection: &Connection, statement: &Statement, sql: &Sql) -> Result<u64, Failure> {
    connection.execute_raw(statement, sql.binds().iter().map(as_parameter)).await
}

async fn query(
    connection: &Connection,
    statement: &Statement,
    sql: &Sql,
) -> Result<Vec<tokio_postgres::Row>, Failure> {
    connection.query_raw(statement, sql.binds().iter().map(as_parameter)).await?.try_collect().await
}

async fn optional(
    connection: &Connection,
    statement: Option<&Statement>,
    sql: Option<&Sql>,
) -> Result<Option<Vec<tokio_postgres::Row>>, Failure> {
    match (statement, sql) {
        (Some(statement), Some(sql)) => query(connection, statement, sql).await.map(Some),
        _ => Ok(None),
    }
}

fn as_parameter(bind: &Bind) -> &(dyn tokio_postgres::types::ToSql + Sync) {
    bind
}

/// The result of the main statement: the whole row of an answer but, where the body was built here, what SQL has said.
async fn main(connection: &Connection, statement: &Statement, main: &Main) -> Result<ResultRow, Stop> {
    match main {
        Main::Row(sql) => {
            let row = query(connection, statement, sql).await?.into_iter().next();
            let row = row.ok_or_else(|| Error::Client("the statement gave no row".to_owned()));
            row.and_then(ResultRow::read).map_err(Stop::Refused)
        }
        Main::Plan(sql) => {
            ResultRow::explained(&query(connection, statement, sql).await?).map_err(Stop::Refused)
        }
        Main::Rows { sql, is_array } => encoded(connection, statement, sql, *is_array).await,
    }
}

/// Writes the rows as they arrive.
async fn encoded(
    connection: &Connection,
    statement: &Statement,
    sql: &Sql,
    is_array: bool,
) -> Result<ResultRow, Stop> {
    let refused = |error: &dyn std::fmt::Display| Stop::Refused(Error::Client(error.to_string()));
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
