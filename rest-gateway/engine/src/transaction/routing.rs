//! Chooses the server that runs a transaction.

use postgres_wire::Lsn;

use super::pool::Pool;
use super::replicas::Replicas;
use super::run::run;
use super::work::{Outcome, Work};
use crate::error::Error;

/// SQLSTATEs of a replica: it cancels statements that its replay cannot wait for (40001), restarts or is promoted (57P01 to
/// 57P03), and cannot run everything that a read-only transaction may do (0A000, 25006, 55000).
const OF_A_REPLICA: [&str; 7] = ["40001", "57P01", "57P02", "57P03", "0A000", "25006", "55000"];

/// Runs a transaction: on a replica, if its work allows it and one has everything up to `required`, otherwise on the
/// primary. What fails because of the replica runs again on the primary, which is safe because it only reads.
///
/// # Errors
/// As [`run`].
pub(crate) async fn run_on_any(
    primary: &Pool,
    replicas: &Replicas,
    work: &Work,
    required: Option<Lsn>,
) -> Result<Outcome, Error> {
    if work.may_run_on_replica
        && let Some(required) = required
        && let Some(replica) = replicas.pool_with(required).await
    {
        match run(replica, work).await {
            Err(error) if is_of_a_replica(&error) => {
                tracing::debug!(%error, "a read of a replica runs again on the primary");
            }
            outcome => return outcome,
        }
    }
    run(primary, work).await
}

fn is_of_a_replica(error: &Error) -> bool {
    match error {
        Error::Connection(_) | Error::Client(_) => true,
        Error::Database(error) => OF_A_REPLICA.contains(&error.code()),
        _ => false,
    }
}
