//! Runs a request's statements in one transaction. When none must be prepared first and nothing in the result can refuse
//! the commit, everything from BEGIN to COMMIT goes out at once: one round trip. Where the main statement is new to the
//! connection it is a second one, for what it gives must be known before it runs, and where the result may refuse the
//! commit, COMMIT or ROLLBACK follows it. Statements are prepared inside the transaction, as its role: the login role may
//! see no schema at all.

use std::sync::Arc;

use postgres_wire::{Error as Failure, Pipeline, Statement, Transaction};

use super::connection::Connection;
use super::one_round_trip::one_round_trip;
use super::pool::{Lease, Pool};
use super::result::ResultRow;
use super::step_by_step::step_by_step;
use crate::error::{DatabaseError, Error};
use crate::query::{Main, Sql};

pub(crate) struct Work {
    /// BEGIN with its modes.
    pub begin: Sql,
    /// Postgres gives a transaction that nobody begins the same modes, if it has the usual defaults, and commits it at
    /// the end of the batch.
    pub implicit: bool,
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
        // In boxes, for most requests have no need of their room.
        _ => Box::pin(step_by_step(connection, work, check)).await,
    };
    let outcome = match outcome {
        Err(Stop::Database(error)) if is_outdated(&error) || has_turned(&error, connection) => {
            Box::pin(again(connection, work, check)).await
        }
        outcome => outcome,
    };
    settle(&mut lease, outcome, work.anonymous).await
}

/// A kept statement gave other columns when it was prepared; the schema has changed since.
fn is_outdated(error: &Failure) -> bool {
    error.server().is_some_and(|error| error.code == "0A000" && error.message.starts_with("cached plan"))
}

/// The server was told meanwhile that transactions may only read unless they say otherwise, and this one did not say.
fn has_turned(error: &Failure, connection: &Connection) -> bool {
    error.server().is_some_and(|error| error.code == "25006") && connection.allows_writes() == Some(false)
}

/// Runs a transaction that failed on what the connection knew once more; nothing of it was done.
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
pub(super) enum Ready {
    Kept(Arc<Statement>),
    Whole,
}

impl Ready {
    pub(super) fn add(&self, pipeline: &mut Pipeline<'_>, sql: &Sql) -> Result<(), Failure> {
        match self {
            Ready::Kept(statement) => pipeline.add(statement, sql.binds()),
            Ready::Whole => pipeline.add_text(sql.text(), sql.binds()),
        }
    }
}

impl Work {
    pub(super) fn ready(&self, connection: &mut Connection, sql: &Sql) -> Option<Ready> {
        if !self.keeps_statements {
            return Some(Ready::Whole);
        }
        connection.prepared(sql.text()).map(Ready::Kept)
    }
}

/// Everything a step of the transaction can end with.
pub(super) enum Stop {
    Database(Failure),
    Refused(Error),
}

impl From<Failure> for Stop {
    fn from(error: Failure) -> Stop {
        Stop::Database(error)
    }
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

pub(super) fn database_error(error: Failure) -> Error {
    explain(&error, false)
}

fn explain(error: &Failure, anonymous: bool) -> Error {
    match error.server() {
        Some(said) => Error::Database(DatabaseError::new(said, anonymous)),
        None => Error::Client(error.to_string()),
    }
}
