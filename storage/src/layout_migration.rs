//! Moves the bytes of objects from where earlier versions of this service stored them, under their version alone, to where
//! supabase/storage puts them.
//!
//! The list of what has to be moved is in Postgres. Bytes are copied, then the old copy is deleted, then their row, so that
//! the migration may be interrupted at any point and continues where it was. Until then readers look at both places.

use std::time::Duration;

use futures_util::{StreamExt, stream};
use uuid::Uuid;

use crate::app_state::AppState;
use crate::database::unmoved::{self as rows, Claim, Unmoved};
use crate::error::{Error, Result};
use crate::s3::Blob;

/// Objects per read of the list.
const BATCH: i64 = 100;
const CONCURRENT_MOVES: usize = 4;
/// The largest object that S3 copies at once, in bytes.
const MAX_COPY_BYTES: u64 = 5 * 1024 * 1024 * 1024;
/// The pause after a failure.
const RETRY_INTERVAL: Duration = Duration::from_secs(60);

/// The result of a run.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct MoveOutcome {
    /// Objects whose bytes were moved.
    pub moved: usize,
    /// Objects that are left for another run.
    pub failed: usize,
}

/// Moves all that is listed. Each object is attempted once.
///
/// # Errors
/// When Postgres is unavailable. A failure of S3 is counted in the outcome.
pub async fn run(state: &AppState) -> Result<MoveOutcome> {
    let mut outcome = MoveOutcome::default();
    let mut after = Uuid::nil();
    loop {
        let batch = list(state, after).await?;
        let Some(last) = batch.last() else { return Ok(outcome) };
        after = last.blob.version;
        let moves = batch.into_iter().filter(|unmoved| can_move(state, unmoved)).map(|unmoved| async move {
            let moved = move_one(state, &unmoved).await;
            moved.inspect_err(|error| {
                let version = unmoved.blob.version;
                tracing::warn!(%version, cause = error.cause(), "cannot move the bytes of an object");
            })
        });
        let results: Vec<_> = stream::iter(moves).buffer_unordered(CONCURRENT_MOVES).collect().await;
        let moved = results.iter().filter(|result| result.is_ok()).count();
        outcome.moved += moved;
        outcome.failed += results.len() - moved;
    }
}

/// Runs until nothing is left to move.
pub async fn run_until_done(state: AppState) {
    loop {
        match run(&state).await {
            Ok(MoveOutcome { moved: 0, failed: 0 }) => return,
            Ok(MoveOutcome { moved, failed: 0 }) => {
                tracing::info!(moved, "moved the bytes of objects");
                return;
            }
            Ok(MoveOutcome { moved, failed }) => tracing::warn!(moved, failed, "moved the bytes of objects"),
            Err(error) => tracing::warn!(cause = error.cause(), "cannot move the bytes of objects"),
        }
        tokio::time::sleep(RETRY_INTERVAL).await;
    }
}

async fn list(state: &AppState, after: Uuid) -> Result<Vec<Unmoved>> {
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin()?;
    rows::list(&transaction, after, BATCH).await
}

/// False for objects that stay where they are, and are read there: those that S3 does not copy at once, and those whose new
/// key would be too long.
fn can_move(state: &AppState, unmoved: &Unmoved) -> bool {
    unmoved.size <= MAX_COPY_BYTES && state.s3.check_key(&unmoved.blob).is_ok()
}

async fn move_one(state: &AppState, unmoved: &Unmoved) -> Result<()> {
    let Unmoved { blob, size } = unmoved;
    match state.s3.copy_from(&blob.unmoved(), blob, *size).await {
        Ok(_) => {}
        // An interrupted run may have deleted the old copy. Bytes that are nowhere cannot be moved.
        Err(Error::BytesMissing) => {
            if !exists(state, blob).await? {
                // S3 may also have rejected the copy, for example because its policy allows none.
                if exists(state, &blob.unmoved()).await? {
                    return Err(Error::internal("S3 rejected the copy of an object"));
                }
                tracing::warn!(version = %blob.version, "an object has no bytes");
                return forget(state, blob.version).await;
            }
        }
        Err(error) => return Err(error),
    }
    match claim(state, unmoved).await? {
        Claim::Object => {
            state.s3.delete(&blob.unmoved()).await?;
            forget(state, blob.version).await
        }
        Claim::Orphan => Ok(()),
        // The removal may have looked for this copy before it was there.
        Claim::Nobody => state.s3.delete(blob).await,
    }
}

/// Whether S3 has the bytes at this place.
async fn exists(state: &AppState, blob: &Blob) -> Result<bool> {
    match state.s3.stat(blob).await {
        Ok(_) => Ok(true),
        Err(Error::BytesMissing) => Ok(false),
        Err(error) => Err(error),
    }
}

async fn claim(state: &AppState, unmoved: &Unmoved) -> Result<Claim> {
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin()?;
    rows::claim(&transaction, &unmoved.blob).await
}

async fn forget(state: &AppState, version: Uuid) -> Result<()> {
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin()?;
    rows::delete(&transaction, version).await?;
    transaction.commit().await?;
    Ok(())
}
