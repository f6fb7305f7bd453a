//! Takes a connection back from a request that was dropped in the middle of a transaction, because its client has left.
//! Postgres does not notice by itself: it would run the statement to its end. So the statement is cancelled, its answer
//! read to the end and the transaction rolled back; a connection where that fails is closed.

use std::time::Duration;

use postgres_connect::Connector;
use postgres_wire::{CancelKey, Transaction};
use tokio::time::timeout;

use super::connection::Connection;
use super::pool::CONNECT_TIMEOUT;

/// Most statements end by themselves within this time. A cancel request costs the server a process.
const GRACE: Duration = Duration::from_millis(10);
/// Between two cancel requests for the same batch of statements.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const MAX_PAUSE: Duration = Duration::from_secs(2);
/// How long a connection may stay silent whose server answers cancel requests. It is lost then, and so is a statement
/// that cannot be cancelled.
const RECLAIM_TIMEOUT: Duration = Duration::from_secs(30);
/// How long a ROLLBACK may take, which has nothing to wait for.
const ROLLBACK_TIMEOUT: Duration = Duration::from_secs(5);

/// How long the server may take to close a connection after it was told to.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(10);

/// Ends what the request left on the connection. True when the connection can be used again; otherwise the server has
/// closed it, or no longer answers.
pub(super) async fn reclaim(connection: &mut Connection, database: &Connector) -> bool {
    let reclaiming = async { end_batch(connection, database).await && roll_back(connection).await };
    if timeout(RECLAIM_TIMEOUT, reclaiming).await == Ok(true) {
        return true;
    }
    close(connection, database).await;
    false
}

/// True when the session can be asked something again.
async fn end_batch(connection: &mut Connection, database: &Connector) -> bool {
    if let Ok(finished) = timeout(GRACE, connection.finish_batch()).await {
        return finished.is_ok();
    }
    let key = connection.cancel_key().clone();
    let mut pause = FIRST_PAUSE;
    while cancel(&key, database).await {
        // A cancel request that arrives between two statements of the batch has no effect, so it is repeated. One that
        // was answered cannot hit a later request: the server has signalled its process by then.
        match timeout(pause, connection.finish_batch()).await {
            Ok(finished) => return finished.is_ok(),
            Err(_) => pause = (pause * 2).min(MAX_PAUSE),
        }
    }
    false
}

async fn roll_back(connection: &mut Connection) -> bool {
    match connection.transaction() {
        Some(Transaction::None) => true,
        Some(Transaction::Open | Transaction::Failed) => {
            matches!(timeout(ROLLBACK_TIMEOUT, connection.execute("ROLLBACK")).await, Ok(Ok(())))
        }
        None => false,
    }
}

/// Waits until the server has closed the connection, for until then it counts against the pool's size.
pub(super) async fn close(connection: &mut Connection, database: &Connector) {
    let _ = timeout(CLOSE_TIMEOUT, close_and_cancel(connection, database)).await;
}

async fn close_and_cancel(connection: &mut Connection, database: &Connector) {
    let key = connection.cancel_key().clone();
    let mut pause = FIRST_PAUSE;
    while timeout(pause, connection.closed()).await.is_err() {
        if !cancel(&key, database).await {
            return;
        }
        pause = (pause * 2).min(MAX_PAUSE);
    }
}

/// False when the server cannot be reached.
pub(super) async fn cancel(key: &CancelKey, database: &Connector) -> bool {
    match timeout(CONNECT_TIMEOUT, key.cancel(database)).await {
        Ok(Ok(())) => true,
        Ok(Err(error)) => {
            tracing::debug!(%error, "a statement that nobody waits for could not be cancelled");
            false
        }
        Err(_) => {
            tracing::debug!("the server did not answer a cancel request in time");
            false
        }
    }
}
