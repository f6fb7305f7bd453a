//! The sweeper of resumable uploads: completes those whose completion a crash interrupted, and forgets those that have
//! expired. The orphan sweeper removes the bytes of expired uploads, which are listed with their expiry.

use std::time::Duration;

use super::finish::complete_interrupted;
use crate::app_state::AppState;
use crate::database::resumable_uploads as rows;
use crate::error::Result;

/// Uploads per transaction.
const BATCH: i64 = 500;
const INTERVAL: Duration = Duration::from_secs(60);

/// Completes interrupted uploads and deletes expired ones. Returns the number of deleted ones.
///
/// # Errors
/// When Postgres is unavailable.
pub async fn sweep(state: &AppState) -> Result<u64> {
    for upload in find_completing(state).await? {
        if let Err(error) = complete_interrupted(state, &upload.id).await {
            tracing::warn!(version = %upload.id.version, "cannot complete an upload: {error}");
        }
    }
    let mut deleted = 0;
    loop {
        let batch = delete_expired(state).await?;
        deleted += batch;
        if batch == 0 {
            return Ok(deleted);
        }
    }
}

/// Sweeps now and then once a minute. Never returns.
pub async fn sweep_forever(state: AppState) {
    loop {
        match sweep(&state).await {
            Ok(0) => {}
            Ok(deleted) => tracing::info!(deleted, "deleted expired resumable uploads"),
            Err(error) => tracing::warn!(cause = error.cause(), "cannot sweep resumable uploads"),
        }
        tokio::time::sleep(INTERVAL).await;
    }
}

async fn find_completing(state: &AppState) -> Result<Vec<rows::ResumableUpload>> {
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin()?;
    rows::find_completing(&transaction, BATCH).await
}

async fn delete_expired(state: &AppState) -> Result<u64> {
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin()?;
    let deleted = rows::delete_expired(&transaction, BATCH).await?;
    transaction.commit().await?;
    Ok(deleted)
}
