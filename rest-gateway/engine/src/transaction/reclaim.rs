//! Reclaims a connection from a request that was dropped in the middle of a transaction because its client
//! disconnected. Postgres does not notice this and would run the statement to its end. The statement is cancelled, its
//! results are read and the transaction is rolled back. If that fails, the connection is closed.

use std::time::Duration;

use postgres_connect::Connector;
use postgres_wire::{CancelKey, Transaction};
use tokio::time::timeout;

use super::address::CONNECT_TIMEOUT;
use super::connection::Connection;

/// Most statements end by themselves within this time. A cancel request costs the server a process.
const GRACE: Duration = Duration::from_millis(10);
/// Backoff between cancel requests for the same batch.
const FIRST_CANCEL_DELAY: Duration = Duration::from_millis(50);
const MAX_CANCEL_DELAY: Duration = Duration::from_secs(2);
/// Total limit. Beyond it the connection counts as lost, even if the server still accepts cancel requests.
const RECLAIM_TIMEOUT: Duration = Duration::from_secs(30);
/// Limit for ROLLBACK, which normally returns at once.
const ROLLBACK_TIMEOUT: Duration = Duration::from_secs(5);

/// How long the server may take to close a connection after the request to close it.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(10);

/// Ends the statement and the transaction that the request left. True when the connection can be used again; otherwise
/// the server has closed it or does not respond.
pub(super) async fn reclaim(connection: &mut Connection, database: &Connector) -> bool {
    let reclaiming = async { end_batch(connection, database).await && roll_back(connection).await };
    if timeout(RECLAIM_TIMEOUT, reclaiming).await == Ok(true) {
        return true;
    }
    close(connection, database).await;
    false
}

/// True when the session is ready for another batch.
async fn end_batch(connection: &mut Connection, database: &Connector) -> bool {
    if let Ok(finished) = timeout(GRACE, connection.finish_batch()).await {
        return finished.is_ok();
    }
    let key = connection.cancel_key().clone();
    let mut delay = FIRST_CANCEL_DELAY;
    while cancel(&key, database).await {
        // A cancel request that arrives between two statements of the batch has no effect, so it is repeated. One that
        // was answered cannot hit a later request: the server has signalled its process by then.
        match timeout(delay, connection.finish_batch()).await {
            Ok(finished) => return finished.is_ok(),
            Err(_) => delay = (delay * 2).min(MAX_CANCEL_DELAY),
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

/// Closes the connection and waits for the server to do the same, because until then it counts against `db-pool`.
pub(super) async fn close(connection: &mut Connection, database: &Connector) {
    let _ = timeout(CLOSE_TIMEOUT, close_and_cancel(connection, database)).await;
}

async fn close_and_cancel(connection: &mut Connection, database: &Connector) {
    let key = connection.cancel_key().clone();
    let mut delay = FIRST_CANCEL_DELAY;
    while timeout(delay, connection.closed()).await.is_err() {
        if !cancel(&key, database).await {
            return;
        }
        delay = (delay * 2).min(MAX_CANCEL_DELAY);
    }
}

/// False when the server cannot be reached.
pub(super) async fn cancel(key: &CancelKey, database: &Connector) -> bool {
    match timeout(CONNECT_TIMEOUT, key.cancel(database)).await {
        Ok(Ok(())) => true,
        Ok(Err(error)) => {
            tracing::debug!(%error, "the statement of a dropped request could not be cancelled");
            false
        }
        Err(_) => {
            tracing::debug!("the server did not answer a cancel request in time");
            false
        }
    }
}
