//! Chooses the server that runs a transaction.

use postgres_wire::Lsn;

use super::pool::Pool;
use super::replicas::Replicas;
use super::run::run;
use super::work::{Outcome, Work};
use crate::error::Error;

/// SQLSTATEs of a server that ends, restarts or is promoted.
const AWAY: [&str; 3] = ["57P01", "57P02", "57P03"];
/// SQLSTATEs of a replica: it cancels statements that its replay cannot wait for (40001), and cannot run everything that a
/// read-only transaction may do.
const OF_A_REPLICA: [&str; 4] = ["40001", "0A000", "25006", "55000"];

/// Runs a transaction: on a replica, if its work allows it and one has everything up to `required`, otherwise on the
/// primary. What fails because of the replica runs again, which is safe because it only reads: on another one if this one
/// is away, because the primary may be away with it, otherwise on the primary.
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
    {
        for _ in 0..replicas.count() {
            let Some(replica) = replicas.with(required).await else { break };
            match run(replica.pool(), work).await {
                Err(error) if is_away(&error) => {
                    tracing::debug!(%error, "a read runs again, because its replica is away");
                    replica.set_away();
                }
                Err(error) if is_of_a_replica(&error) => {
                    tracing::debug!(%error, "a read of a replica runs again on the primary");
                    break;
                }
                outcome => return outcome,
            }
        }
    }
    run(primary, work).await
}

fn is_away(error: &Error) -> bool {
    match error {
        Error::Connection(_) | Error::Client(_) => true,
        Error::Database(error) => AWAY.contains(&error.code()),
        _ => false,
    }
}

fn is_of_a_replica(error: &Error) -> bool {
    matches!(error, Error::Database(error) if OF_A_REPLICA.contains(&error.code()))
}
