//! Removes bytes that no object names: after a failed upload, after a deletion, and whatever a crash left.
//!
//! The list is `storage.loose_versions`. Bytes go first and the row after them, so that a crash in between repeats
//! a removal and never forgets one.

use std::time::Duration;

use deadpool_postgres::Transaction;
use futures_util::{StreamExt, TryStreamExt, stream};
use uuid::Uuid;

use crate::Storage;
use crate::database::loose_versions::{self as rows, LooseVersion};
use crate::error::Result;

const BATCH: i64 = 100;
const AT_ONCE: usize = 8;
const EVERY: Duration = Duration::from_secs(60);

/// Removes everything whose time has come; answers how many versions that were.
pub async fn collect(storage: &Storage) -> Result<usize> {
    let mut collected = 0;
    loop {
        let mut connection = storage.database.connection().await?;
        let transaction = connection.begin().await?;
        let expired = rows::lock_expired(&transaction, BATCH).await?;
        if expired.is_empty() {
            return Ok(collected);
        }
        collected += expired.len();
        remove(storage, &transaction, expired).await?;
        transaction.commit().await?;
    }
}

/// Collects now and then every minute, until the process ends.
pub async fn collect_forever(storage: Storage) {
    loop {
        match collect(&storage).await {
            Ok(0) => {}
            Ok(versions) => tracing::info!(versions, "removed bytes that no object names"),
            Err(error) => tracing::warn!("cannot remove bytes that no object names: {error:?}"),
        }
        tokio::time::sleep(EVERY).await;
    }
}

/// Removes these versions at once. What does not succeed is collected later, so nobody has to be told.
pub async fn discard(storage: &Storage, versions: &[String]) {
    if versions.is_empty() {
        return;
    }
    if let Err(error) = discard_now(storage, versions).await {
        tracing::warn!("bytes are left for later removal: {error:?}");
    }
}

async fn discard_now(storage: &Storage, versions: &[String]) -> Result<()> {
    let mut connection = storage.database.connection().await?;
    let transaction = connection.begin().await?;
    let locked = rows::lock_these(&transaction, versions).await?;
    remove(storage, &transaction, locked).await?;
    transaction.commit().await?;
    Ok(())
}

async fn remove(storage: &Storage, transaction: &Transaction<'_>, loose: Vec<LooseVersion>) -> Result<()> {
    let removals = stream::iter(&loose).map(|entry| remove_bytes(storage, entry));
    removals.buffer_unordered(AT_ONCE).try_collect::<()>().await?;
    let versions: Vec<String> = loose.into_iter().map(|entry| entry.version).collect();
    rows::forget(transaction, &versions).await
}

async fn remove_bytes(storage: &Storage, entry: &LooseVersion) -> Result<()> {
    // A version from elsewhere names no bytes of ours.
    let Ok(version) = Uuid::parse_str(&entry.version) else { return Ok(()) };
    if let Some(upload_id) = &entry.s3_upload_id {
        storage.s3.abort_parts(version, upload_id).await?;
    }
    storage.s3.delete(version).await
}
