//! The sweeper of unreferenced files: deletes the images of deleted hotels, the photos of deleted applications, and
//! uploads that no row ever referred to.
//!
//! A file is deleted when it has had no reference for the whole grace period, which starts at the first sweep that
//! finds it unreferenced. Until then a restore, or a change of addresses that is reverted, loses nothing. The bytes
//! stay for the retention of deleted objects after that.

use std::time::Duration;

use crate::app_state::AppState;
use crate::database::{Transaction, orphans, references};
use crate::error::Result;

/// Files per transaction.
const BATCH: i64 = 500;
const INTERVAL: Duration = Duration::from_secs(60 * 60);
/// The pause after a failed sweep.
const RETRY_INTERVAL: Duration = Duration::from_secs(60);

/// Deletes the files that are due and returns their number.
///
/// # Errors
/// When Postgres is unavailable.
pub async fn sweep(state: &AppState) -> Result<usize> {
    if !update_list(state).await? {
        return Ok(0);
    }
    let mut deleted = 0;
    loop {
        let mut connection = state.database.connection().await?;
        let transaction = connection.begin()?;
        let (due, versions) = delete_batch(state, &transaction).await?;
        transaction.commit().await?;
        deleted += versions;
        if due == 0 {
            return Ok(deleted);
        }
    }
}

/// Sweeps now and then once an hour. Never returns.
pub async fn sweep_forever(state: AppState) {
    loop {
        let pause = match sweep(&state).await {
            Ok(deleted) => {
                if deleted > 0 {
                    tracing::info!(deleted, "deleted files that nothing refers to");
                }
                INTERVAL
            }
            Err(error) => {
                tracing::warn!(cause = error.cause(), "cannot look for files that nothing refers to");
                RETRY_INTERVAL
            }
        };
        tokio::time::sleep(pause).await;
    }
}

/// Updates the list of unreferenced files. True when some of them are due and no other process is sweeping.
async fn update_list(state: &AppState) -> Result<bool> {
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin()?;
    if !references::lock_sweep(&transaction).await? {
        return Ok(false);
    }
    references::update_unreferenced(&transaction).await?;
    let due = references::any_due(&transaction, state.retention.unreferenced).await?;
    if due {
        references::add_missing(&transaction).await?;
    }
    transaction.commit().await?;
    Ok(due)
}

/// Returns the number of due files in this batch, and how many of them were deleted.
async fn delete_batch(state: &AppState, transaction: &Transaction<'_>) -> Result<(usize, usize)> {
    let due = references::lock_due(transaction, state.retention.unreferenced, BATCH).await?;
    let released = references::delete_unreferenced(transaction, &due).await?;
    orphans::enqueue(transaction, &released, state.retention.deleted).await?;
    Ok((due.len(), released.len()))
}
