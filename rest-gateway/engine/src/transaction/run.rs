//! Runs a request's statements in one transaction. When none must be prepared first and nothing in the result can refuse
//! the commit, everything from BEGIN to COMMIT goes out at once: one round trip. Where the main statement is new to the
//! connection it is a second one, for what it gives must be known before it runs, and where the result may refuse the
//! commit, COMMIT or ROLLBACK follows it. Statements are prepared inside the transaction, as its role: the login role may
//! see no schema at all.

use std::sync::Arc;
use std::time::Duration;

use postgres_wire::{Error as Failure, Pipeline, Transaction};

use super::connection::{Connection, PreparedStatement};
use super::deadline::{Unanswered, total_limit, wait_for};
use super::one_round_trip::one_round_trip;
use super::pool::{Lease, Pool};
use super::result::ResultRow;
use super::step_by_step::step_by_step;
use crate::answer::ClientAnswerBudget;
use crate::client::ClientKey;
use crate::error::{DatabaseError, Error};
use crate::plan::ResultRules;
use crate::query::{Main, Sql, is_not_applied};

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
    pub read_only: bool,
    /// What the number of result rows must satisfy.
    pub rules: ResultRules,
    /// What ends it.
    pub end: Vec<Sql>,
    /// Whose request it is.
    pub client: ClientKey,
    /// How long each statement may take; `None` for no limit.
    pub timeout: Option<Duration>,
    /// The anonymous role runs it.
    pub anonymous: bool,
    /// Statements stay prepared on their connection. Otherwise each goes out whole and without a name: a pooler that
    /// gives every transaction another connection knows of no statement prepared before.
    pub keeps_statements: bool,
    /// Where the body of the answer is kept.
    pub budget: ClientAnswerBudget,
}

#[derive(Debug)]
pub(crate) struct Outcome {
    pub row: ResultRow,
    /// What the planner expects.
    pub estimate: Option<i64>,
}

/// # Errors
/// When the database or the connection fails, and when the result violates `work.rules`.
pub(crate) async fn run(pool: &Pool, work: &Work) -> Result<Outcome, Error> {
    let mut lease = pool.get(Some(work.client)).await?;
    let connection = lease.connection()?;
    let server = connection.server().clone();
    // The pre-request function, the main statement, and the commit with its deferred constraints and triggers.
    let limit = total_limit(work.timeout, 3);
    let outcome = match wait_for(run_on(connection, work), &server, pool.database(), limit).await {
        Ok(outcome) => outcome?,
        Err(unanswered) => return Err(give_up(lease, unanswered)),
    };
    drop(lease);
    work.rules.check(outcome.row.page)?;
    Ok(outcome)
}

async fn run_on(connection: &mut Connection, work: &Work) -> Result<Outcome, Error> {
    let outcome = match (work.prepared(connection), work.checks_before_commit()) {
        (Some(prepared), false) => one_round_trip(connection, work, &prepared).await,
        // In boxes, for most requests have no need of their room.
        _ => Box::pin(step_by_step(connection, work)).await,
    };
    let outcome = match outcome {
        Err(Stop::Database(error)) => match stale(&error, connection) {
            Some(stale) => Box::pin(run_again(connection, work, stale)).await,
            None => Err(Stop::Database(error)),
        },
        outcome => outcome,
    };
    settle(connection, outcome, work.anonymous).await
}

/// Ends a request whose server has not answered. A statement that may still run is cancelled where the server can be
/// reached.
pub(super) fn give_up(lease: Lease, unanswered: Unanswered) -> Error {
    tracing::warn!("{unanswered}");
    match unanswered {
        Unanswered::ServerGone => lease.abandon(),
        Unanswered::TooLate => lease.abandon_and_cancel(),
    }
    no_connection()
}

/// Something that the connection remembered of the server and that is no longer so.
enum Stale {
    /// The result of the prepared statement has other columns, because the schema has changed.
    MainStatement,
    /// The server knows none of the prepared statements: a DEALLOCATE or DISCARD ran.
    AllStatements,
    /// The server has become read-only by default, so the transaction must say that it writes.
    Modes,
}

/// SQLSTATEs and the routine of Postgres's source that raises the first one. Texts are in the server's language.
const FEATURE_NOT_SUPPORTED: &str = "0A000";
const REVALIDATE_CACHED_QUERY: &str = "RevalidateCachedQuery";
const INVALID_SQL_STATEMENT_NAME: &str = "26000";
const READ_ONLY_SQL_TRANSACTION: &str = "25006";

fn stale(error: &Failure, connection: &Connection) -> Option<Stale> {
    let error = error.server()?;
    match error.code.as_str() {
        FEATURE_NOT_SUPPORTED if error.routine.as_deref() == Some(REVALIDATE_CACHED_QUERY) => {
            Some(Stale::MainStatement)
        }
        INVALID_SQL_STATEMENT_NAME => Some(Stale::AllStatements),
        READ_ONLY_SQL_TRANSACTION if connection.allows_writes() == Some(false) => Some(Stale::Modes),
        _ => None,
    }
}

/// Runs a transaction again that failed because the connection's knowledge was stale. Nothing of it was done.
async fn run_again(connection: &mut Connection, work: &Work, stale: Stale) -> Result<Outcome, Stop> {
    match stale {
        Stale::MainStatement | Stale::Modes => connection.forget_statement(work.main.sql().text()),
        Stale::AllStatements => connection.forget_all_statements(),
    }
    roll_back(connection).await?;
    step_by_step(connection, work).await
}

/// Ends the transaction, if one is open.
async fn roll_back(connection: &mut Connection) -> Result<(), Failure> {
    match connection.transaction() {
        Some(Transaction::Open | Transaction::Failed) => connection.execute("ROLLBACK").await,
        Some(Transaction::None) | None => Ok(()),
    }
}

/// How a statement is sent.
#[derive(Clone)]
pub(super) enum Ready {
    Kept(Arc<PreparedStatement>),
    Whole,
}

impl Ready {
    pub(super) fn add(&self, pipeline: &mut Pipeline<'_>, sql: &Sql) -> Result<(), Failure> {
        match self {
            Ready::Kept(prepared) => pipeline.add(&prepared.statement, sql.binds()),
            Ready::Whole => pipeline.add_text(sql.text(), sql.binds()),
        }
    }
}

impl Work {
    /// True when a violated rule must roll the transaction back. A read has nothing to roll back.
    pub(super) fn checks_before_commit(&self) -> bool {
        !self.read_only && !self.rules.are_empty()
    }

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

impl From<Error> for Stop {
    fn from(error: Error) -> Stop {
        Stop::Refused(error)
    }
}

impl From<Failure> for Stop {
    fn from(error: Failure) -> Stop {
        Stop::Database(error)
    }
}

/// Leaves the connection outside of any transaction, or leaves it to be closed.
async fn settle(
    connection: &mut Connection,
    outcome: Result<Outcome, Stop>,
    anonymous: bool,
) -> Result<Outcome, Error> {
    let error = match outcome {
        Ok(outcome) => return Ok(outcome),
        Err(Stop::Database(error)) if connection.transaction().is_none() => {
            tracing::warn!(%error, "the connection to the database is lost");
            no_connection()
        }
        Err(Stop::Database(error)) => explain(&error, anonymous),
        Err(Stop::Refused(error)) => error,
    };
    if let Err(error) = roll_back(connection).await {
        tracing::debug!(%error, "a connection is lost with its transaction");
    }
    Err(error)
}

/// The connection died inside the transaction. Clients get PostgREST's message for a failed ROLLBACK; the server's own
/// error is logged.
fn no_connection() -> Error {
    Error::Client("no connection to the server\n".to_owned())
}

pub(super) fn database_error(error: Failure) -> Error {
    explain(&error, false)
}

fn explain(error: &Failure, anonymous: bool) -> Error {
    match error.server() {
        Some(said) if is_not_applied(said) => Error::SettingNotApplied,
        Some(said) => Error::Database(DatabaseError::new(said, anonymous)),
        None => Error::Client(error.to_string()),
    }
}
