//! Deletes files that nothing refers to any more: pictures whose hotel is gone or was never made, photos without their
//! application.
//!
//! A file is deleted when it has had no reference for the whole grace period, counted from the first sweep that found it
//! so. A restore, or addresses that move to a CDN, cost nothing within that time, and the bytes stay for the retention
//! of deleted objects after it.

use std::time::Duration;

use deadpool_postgres::Transaction;

use crate::Storage;
use crate::database::{orphans, references};
use crate::error::Result;

const BATCH: i64 = 500;
const INTERVAL: Duration = Duration::from_secs(60 * 60);
/// After a sweep that failed.
const RETRY: Duration = Duration::from_secs(60);

/// Deletes what is due; returns the number of files.
pub async fn sweep(storage: &Storage) -> Result<usize> {
    if !mark(storage).await? {
        return Ok(0);
    }
    let mut deleted = 0;
    loop {
        let mut connection = storage.database.connection().await?;
        let transaction = connection.begin().await?;
        let (due, versions) = delete_batch(storage, &transaction).await?;
        transaction.commit().await?;
        deleted += versions;
        if due == 0 {
            return Ok(deleted);
        }
    }
}

/// Sweeps now and then every hour, until the process ends.
pub async fn sweep_forever(storage: Storage) {
    loop {
        let pause = match sweep(&storage).await {
            Ok(deleted) => {
                if deleted > 0 {
                    tracing::info!(deleted, "deleted files that nothing refers to");
                }
                INTERVAL
            }
            Err(error) => {
                tracing::warn!(cause = error.cause(), "cannot look for files that nothing refers to");
                RETRY
            }
        };
        tokio::time::sleep(pause).await;
    }
}

/// Updates the list of unreferenced files. True when some of them are due and this process may delete them.
async fn mark(storage: &Storage) -> Result<bool> {
    let mut connection = storage.database.connection().await?;
    let transaction = connection.begin().await?;
    if !references::lock_sweep(&transaction).await? {
        return Ok(false);
    }
    references::mark(&transaction).await?;
    let due = references::any_due(&transaction, storage.retention.unreferenced).await?;
    if due {
        references::add_missing(&transaction).await?;
    }
    transaction.commit().await?;
    Ok(due)
}

/// Returns how many files were due, and how many of them are deleted now.
async fn delete_batch(storage: &Storage, transaction: &Transaction<'_>) -> Result<(usize, usize)> {
    let due = references::lock_due(transaction, storage.retention.unreferenced, BATCH).await?;
    let versions = references::delete_unreferenced(transaction, &due).await?;
    orphans::release(transaction, &versions, storage.retention.deleted).await?;
    Ok((due.len(), versions.len()))
}
