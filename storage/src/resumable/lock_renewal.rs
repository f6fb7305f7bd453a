//! Renews the locks of uploads that requests of this process hold, all of them with one statement at a time.

use tokio::time::{Instant, sleep, timeout};

use super::held_locks::{RENEWAL_INTERVAL, WORK_TIME};
use crate::app_state::AppState;
use crate::database::resumable_locks::{self as locks, HeldLock, Renewal};
use crate::error::Result;

/// Locks per statement.
const BATCH: usize = 1000;

/// Renews the locks of this process as long as it has any. Never returns. Each process needs one such task.
pub async fn renew_forever(state: AppState) {
    loop {
        state.held_locks.wait_until_held().await;
        sleep(RENEWAL_INTERVAL).await;
        // A lease outlasts a short outage: the next attempt may succeed in time.
        match timeout(WORK_TIME, renew_all(&state)).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(cause = error.cause(), "cannot renew the locks of uploads"),
            Err(_) => tracing::warn!("Postgres did not renew the locks of uploads in time"),
        }
    }
}

async fn renew_all(state: &AppState) -> Result<()> {
    for batch in state.held_locks.all().chunks(BATCH) {
        let attempted = Instant::now();
        let renewals = renew(state, batch).await?;
        state.held_locks.apply(&renewals, attempted);
    }
    Ok(())
}

async fn renew(state: &AppState, batch: &[HeldLock]) -> Result<Vec<(HeldLock, Renewal)>> {
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin()?;
    let renewals = locks::renew(&transaction, batch).await?;
    transaction.commit().await?;
    Ok(renewals)
}
