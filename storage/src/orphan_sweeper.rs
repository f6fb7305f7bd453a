//! The orphan sweeper: removes orphaned blobs from S3, which are the bytes of failed uploads, of deleted or replaced
//! objects, and of uploads that a crash interrupted.
//!
//! S3 is called between transactions, never inside one. The bytes are removed before their row, so that a crash in
//! between repeats a removal instead of losing it. A failed removal is logged and retried later with a backoff; the
//! sweep continues.

use std::time::Duration;

use futures_util::{StreamExt, stream};
use tracing::Instrument;
use uuid::Uuid;

use crate::app_state::AppState;
use crate::database::orphans::{self as rows, Orphan, OrphanedUpload};
use crate::database::s3_uploads;
use crate::error::Result;
use crate::s3::Blob;

/// Versions per claim.
const BATCH: i64 = 100;
const CONCURRENT_REMOVALS: usize = 8;
const INTERVAL: Duration = Duration::from_secs(60);

/// The result of a sweep.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct SweepOutcome {
    /// The number of versions whose bytes were removed.
    pub removed: usize,
    /// The number of versions that are left for a retry.
    pub failed: usize,
}

/// Removes all orphaned blobs that are due. Each version is attempted once.
///
/// # Errors
/// When Postgres is unavailable. A failure of S3 is counted in the outcome.
pub async fn sweep(state: &AppState) -> Result<SweepOutcome> {
    let mut total = SweepOutcome::default();
    loop {
        let claimed = claim_due(state).await?;
        if claimed.is_empty() {
            forget_uploads(state).await?;
            return Ok(total);
        }
        let outcome = remove(state, claimed).await?;
        total.removed += outcome.removed;
        total.failed += outcome.failed;
    }
}

/// Sweeps now and then once a minute. Never returns.
pub async fn sweep_forever(state: AppState) {
    loop {
        match sweep(&state).await {
            Ok(SweepOutcome { removed: 0, failed: 0 }) => {}
            Ok(SweepOutcome { removed, failed }) => tracing::info!(removed, failed, "swept orphaned bytes"),
            Err(error) => tracing::warn!("cannot sweep orphaned bytes: {error:?}"),
        }
        tokio::time::sleep(INTERVAL).await;
    }
}

/// Removes these versions in a background task, so that the response does not wait for S3. The next sweep removes what
/// fails here, and everything when no permit is free.
pub fn remove_in_background(state: &AppState, versions: Vec<String>) {
    if versions.is_empty() {
        return;
    }
    let Ok(permit) = state.background_removals.clone().try_acquire_owned() else { return };
    let state = state.clone();
    let removal = async move {
        let _permit = permit;
        let removed = match claim_versions(&state, &versions).await {
            Ok(claimed) => remove(&state, claimed).await,
            Err(error) => Err(error),
        };
        if let Err(error) = removed {
            tracing::warn!("orphaned bytes are left for the next sweep: {error:?}");
        }
    };
    tokio::spawn(removal.in_current_span());
}

/// Deletes the multipart uploads of S3 clients whose bytes were removed.
async fn forget_uploads(state: &AppState) -> Result<()> {
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin()?;
    s3_uploads::delete_without_bytes(&transaction).await?;
    transaction.commit().await?;
    Ok(())
}

async fn claim_due(state: &AppState) -> Result<Vec<Orphan>> {
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin()?;
    rows::dequeue_referenced(&transaction).await?;
    let claimed = rows::claim_due(&transaction, BATCH).await?;
    transaction.commit().await?;
    Ok(claimed)
}

async fn claim_versions(state: &AppState, versions: &[String]) -> Result<Vec<Orphan>> {
    rows::claim_versions(&state.database.connection().await?, versions).await
}

async fn remove(state: &AppState, claimed: Vec<Orphan>) -> Result<SweepOutcome> {
    let removals = claimed.into_iter().map(|orphan| async {
        let result = remove_bytes(state, &orphan).await;
        (orphan, result)
    });
    let results: Vec<_> = stream::iter(removals).buffer_unordered(CONCURRENT_REMOVALS).collect().await;

    let mut connection = state.database.connection().await?;
    let transaction = connection.begin()?;
    let mut removed = Vec::new();
    let mut failed = 0;
    for (orphan, result) in &results {
        let Err(error) = result else {
            removed.push(orphan.version.as_str());
            continue;
        };
        failed += 1;
        let cause = error.cause();
        tracing::warn!(
            version = orphan.version,
            attempts = orphan.attempts,
            cause,
            "cannot remove orphaned bytes"
        );
        rows::schedule_retry(&transaction, orphan, &cause).await?;
    }
    rows::dequeue(&transaction, &removed).await?;
    transaction.commit().await?;
    Ok(SweepOutcome { removed: removed.len(), failed })
}

async fn remove_bytes(state: &AppState, orphan: &Orphan) -> Result<()> {
    // An imported row may hold a version that is not a UUID. S3 has no bytes for it.
    let Ok(version) = Uuid::parse_str(&orphan.version) else { return Ok(()) };
    let blob = Blob::at(orphan.path.clone(), version);
    match &orphan.multipart_upload {
        Some(OrphanedUpload::Id(id)) => state.s3.abort_multipart_upload(&blob, id).await?,
        Some(OrphanedUpload::Unknown) => state.s3.abort_multipart_uploads(&blob).await?,
        None => {}
    }
    if orphan.is_unmoved {
        state.s3.delete(&blob.unmoved()).await?;
    }
    state.s3.delete(&blob).await
}
