//! Runs a request's statements in one transaction.
//!
//! When all statements are prepared and no rule can refuse the commit, everything from BEGIN to COMMIT is sent at once:
//! one round trip. A main statement that is new to the connection costs a second one, because its columns must be known
//! before it runs. If a rule can refuse the commit, COMMIT or ROLLBACK follows in another one. Statements are prepared
//! inside the transaction, as its role, because the login role may have no access to the schema.

use std::time::Instant;

use postgres_wire::{Error as WireError, Transaction};

use super::connection::Connection;
use super::deadline::{Unanswered, total_limit, wait_for};
use super::failure::{TransactionError, api_error, connection_lost};
use super::one_round_trip::one_round_trip;
use super::pool::{Lease, Pool};
use super::position::{self, position_on};
use super::step_by_step::step_by_step;
use super::work::{Outcome, Work};
use crate::error::Error;
use crate::spans;

/// # Errors
/// When the database or the connection fails, and when the result violates `work.rules`.
pub(crate) async fn run(pool: &Pool, work: &Work) -> Result<Outcome, Error> {
    let mut lease = pool.get(Some(work.client)).await?;
    let connection = lease.connection()?;
    let server = connection.server().clone();
    // The pre-request function, the main statement, and the commit with its deferred constraints and triggers.
    let limit = total_limit(work.timeout, 3);
    let span = spans::begin_transaction(work, pool.database());
    let began = Instant::now();
    let outcome = wait_for(run_on(connection, work), &server, pool.database(), limit).await;
    pool.metrics().transaction(work.read_only, began.elapsed());
    let outcome = match outcome {
        Ok(outcome) => outcome.inspect_err(|error| spans::fail(&span, error))?,
        Err(unanswered) => {
            span.fail(None);
            return Err(give_up(lease, unanswered));
        }
    };
    drop(span);
    drop(lease);
    work.rules.check(outcome.row.page)?;
    Ok(outcome)
}

async fn run_on(connection: &mut Connection, work: &Work) -> Result<Outcome, Error> {
    let outcome = match (work.prepared(connection), work.checks_before_commit()) {
        (Some(prepared), false) => one_round_trip(connection, work, &prepared).await,
        // Boxed, because most requests do not need the memory of this future.
        _ => Box::pin(step_by_step(connection, work)).await,
    };
    let outcome = match outcome {
        Err(TransactionError::Database(error)) => match stale_state(&error, connection) {
            Some(stale) => Box::pin(retry(connection, work, stale)).await,
            None => Err(TransactionError::Database(error)),
        },
        outcome => outcome,
    };
    let outcome = match outcome {
        Ok(outcome) if work.tells_position => {
            let position = position_on(connection).await.unwrap_or(position::UNKNOWN);
            Ok(Outcome { position: Some(position), ..outcome })
        }
        outcome => outcome,
    };
    clean_up(connection, outcome, work.anonymous).await
}

/// Gives up a request whose server has not answered. If the server can still be reached, a statement that may still run
/// is cancelled.
pub(super) fn give_up(lease: Lease, unanswered: Unanswered) -> Error {
    tracing::warn!("{unanswered}");
    match unanswered {
        Unanswered::ServerGone => lease.abandon(),
        Unanswered::TooLate => lease.abandon_and_cancel(),
    }
    connection_lost()
}

/// State of the server that the connection has cached and that is out of date.
enum Stale {
    /// The prepared main statement returns other columns, because the schema has changed.
    MainStatement,
    /// A DEALLOCATE or DISCARD dropped all prepared statements.
    AllStatements,
    /// The server became read-only by default, so that a writing transaction must set its access mode.
    Modes,
}

/// SQLSTATEs, and the routine in Postgres's source that raises the first one. Messages are translated and cannot be
/// matched.
const FEATURE_NOT_SUPPORTED: &str = "0A000";
const REVALIDATE_CACHED_QUERY: &str = "RevalidateCachedQuery";
const INVALID_SQL_STATEMENT_NAME: &str = "26000";
const READ_ONLY_SQL_TRANSACTION: &str = "25006";

fn stale_state(error: &WireError, connection: &Connection) -> Option<Stale> {
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

/// Retries a transaction that failed because of stale state. It had no effect, so that the retry is safe.
async fn retry(connection: &mut Connection, work: &Work, stale: Stale) -> Result<Outcome, TransactionError> {
    match stale {
        Stale::MainStatement | Stale::Modes => connection.forget_statement(work.main.sql().text()),
        Stale::AllStatements => connection.forget_all_statements(),
    }
    roll_back(connection).await?;
    step_by_step(connection, work).await
}

/// Rolls the transaction back if one is open.
async fn roll_back(connection: &mut Connection) -> Result<(), WireError> {
    match connection.transaction() {
        Some(Transaction::Open | Transaction::Failed) => connection.execute("ROLLBACK").await,
        Some(Transaction::None) | None => Ok(()),
    }
}

/// Rolls a failed transaction back. If that fails as well, the pool closes the connection.
async fn clean_up(
    connection: &mut Connection,
    outcome: Result<Outcome, TransactionError>,
    anonymous: bool,
) -> Result<Outcome, Error> {
    let error = match outcome {
        Ok(outcome) => return Ok(outcome),
        Err(TransactionError::Database(error)) if connection.transaction().is_none() => {
            tracing::warn!(%error, "the connection to the database is lost");
            connection_lost()
        }
        Err(TransactionError::Database(error)) => api_error(&error, anonymous),
        Err(TransactionError::Rejected(error)) => error,
    };
    if let Err(error) = roll_back(connection).await {
        tracing::debug!(%error, "a connection is lost with its transaction");
    }
    Err(error)
}
