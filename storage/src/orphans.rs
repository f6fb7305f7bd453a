//! The orphan sweeper: removes bytes from S3 that no object names, after a failed upload, after a deletion, and whatever a
//! crash left.
//!
//! S3 is called between transactions, never inside one. Bytes go first and their row after them, so that a crash in
//! between repeats a removal and never forgets one. A removal that fails is logged and tried again later, and the
//! sweep goes on.

use std::sync::Arc;
use std::time::Duration;

use futures_util::{StreamExt, stream};
use tokio::sync::Semaphore;
use tracing::Instrument;
use uuid::Uuid;

use crate::Storage;
use crate::database::orphans::{self as rows, Orphan};
use crate::error::Result;

const BATCH: i64 = 100;
const CONCURRENT_REMOVALS: usize = 8;
const INTERVAL: Duration = Duration::from_secs(60);
/// Removals in the background of requests; beyond them the sweep does the work.
const BACKGROUND_REMOVALS: usize = 16;

/// What a sweep has done.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// Versions whose bytes are gone.
    pub removed: usize,
    /// Versions that are left for another attempt.
    pub failed: usize,
}

/// Permits for removals in the background of requests.
pub fn background_permits() -> Arc<Semaphore> {
    Arc::new(Semaphore::new(BACKGROUND_REMOVALS))
}

/// Removes everything that is due. Each version is tried once.
pub async fn sweep(storage: &Storage) -> Result<Outcome> {
    let mut total = Outcome::default();
    loop {
        let claimed = claim(storage, None).await?;
        if claimed.is_empty() {
            return Ok(total);
        }
        let outcome = remove(storage, claimed).await?;
        total.removed += outcome.removed;
        total.failed += outcome.failed;
    }
}

/// Sweeps now and then every minute, until the process ends.
pub async fn sweep_forever(storage: Storage) {
    loop {
        match sweep(&storage).await {
            Ok(Outcome { removed: 0, failed: 0 }) => {}
            Ok(Outcome { removed, failed }) => tracing::info!(removed, failed, "swept orphaned bytes"),
            Err(error) => tracing::warn!("cannot sweep orphaned bytes: {error:?}"),
        }
        tokio::time::sleep(INTERVAL).await;
    }
}

/// Removes these versions in the background, so that the answer does not wait for S3. The sweep does what fails or finds
/// no permit.
pub fn discard(storage: &Storage, versions: Vec<String>) {
    if versions.is_empty() {
        return;
    }
    let Ok(permit) = storage.background_removals.clone().try_acquire_owned() else { return };
    let storage = storage.clone();
    let removal = async move {
        let _permit = permit;
        let removed = match claim(&storage, Some(&versions)).await {
            Ok(claimed) => remove(&storage, claimed).await,
            Err(error) => Err(error),
        };
        if let Err(error) = removed {
            tracing::warn!("orphaned bytes are left for the next sweep: {error:?}");
        }
    };
    tokio::spawn(removal.in_current_span());
}

async fn claim(storage: &Storage, versions: Option<&[String]>) -> Result<Vec<Orphan>> {
    let mut connection = storage.database.connection().await?;
    let transaction = connection.begin().await?;
    let claimed = match versions {
        Some(versions) => rows::claim_these(&transaction, versions).await?,
        None => {
            rows::spare_named(&transaction).await?;
            rows::claim_due(&transaction, BATCH).await?
        }
    };
    transaction.commit().await?;
    Ok(claimed)
}

async fn remove(storage: &Storage, claimed: Vec<Orphan>) -> Result<Outcome> {
    let removals = claimed.into_iter().map(|orphan| async {
        let result = remove_bytes(storage, &orphan).await;
        (orphan, result)
    });
    let results: Vec<_> = stream::iter(removals).buffer_unordered(CONCURRENT_REMOVALS).collect().await;

    let mut connection = storage.database.connection().await?;
    let transaction = connection.begin().await?;
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
        rows::postpone(&transaction, orphan, &cause).await?;
    }
    rows::forget(&transaction, &removed).await?;
    transaction.commit().await?;
    Ok(Outcome { removed: removed.len(), failed })
}

async fn remove_bytes(storage: &Storage, orphan: &Orphan) -> Result<()> {
    // A row that came with a dump may hold a version that names no bytes here.
    let Ok(version) = Uuid::parse_str(&orphan.version) else { return Ok(()) };
    if let Some(upload_id) = &orphan.s3_upload_id {
        storage.s3.abort_parts(version, upload_id).await?;
    }
    storage.s3.delete(version).await
}
