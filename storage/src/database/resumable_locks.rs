//! The locks of resumable uploads: one request at a time writes to an upload, whichever instance serves it.
//!
//! A lock is a lease in the upload's row. The process of its holder renews it, so that the lock of a dead instance is free after
//! [`LEASE`]. Every write of the holder names the lock, and changes nothing after another request has taken it.

use std::collections::HashMap;
use std::time::Duration;

use tokio_postgres::Row;
use uuid::Uuid;

use super::orphans::UPLOAD_LEASE;
use super::transaction::Transaction;
use crate::error::{Error, Result};

/// How long a lock lasts without renewal.
pub const LEASE: Duration = Duration::from_secs(10);

/// The outcome of an attempt to get a lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attempt {
    Acquired,
    /// Another request has it, and learns with its next renewal that this one waits.
    Held,
    /// There is no such upload.
    NoSuchUpload,
}

/// Takes the lock if it is free.
pub async fn try_acquire(transaction: &Transaction<'_>, version: Uuid, lock: Uuid) -> Result<Attempt> {
    let acquire = transaction
        .prepare_cached(
            "update storage.resumable_uploads
             set lock_id = $2, locked_until = now() + make_interval(secs => $3), release_requested = false
             where version = $1 and (locked_until is null or locked_until <= now())",
        )
        .await?;
    let lease = LEASE.as_secs_f64();
    if transaction.execute(&acquire, &[&version.to_string(), &lock, &lease]).await? > 0 {
        return Ok(Attempt::Acquired);
    }
    match request_release(transaction, version).await? {
        true => Ok(Attempt::Held),
        false => Ok(Attempt::NoSuchUpload),
    }
}

/// Whether there is such an upload.
pub async fn exists(transaction: &Transaction<'_>, version: Uuid) -> Result<bool> {
    let statement = transaction
        .prepare_cached("select exists (select from storage.resumable_uploads where version = $1)")
        .await?;
    Ok(transaction.query_one(&statement, &[&version.to_string()]).await?.get(0))
}

/// Asks the holder for the lock. False when there is no such upload.
pub async fn request_release(transaction: &Transaction<'_>, version: Uuid) -> Result<bool> {
    let statement = transaction
        .prepare_cached(
            "with requested as (
               update storage.resumable_uploads set release_requested = true
               where version = $1 and not release_requested)
             select exists (select from storage.resumable_uploads where version = $1)",
        )
        .await?;
    Ok(transaction.query_one(&statement, &[&version.to_string()]).await?.get(0))
}

/// A lock of a request of this process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct HeldLock {
    /// The version of the upload.
    pub version: Uuid,
    pub id: Uuid,
}

/// The outcome of a lock's renewal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Renewal {
    Renewed {
        /// Whether another request waits for the lock.
        release_requested: bool,
    },
    /// Another transaction changes the upload. The lock can be renewed after that.
    Skipped,
    /// Another request has the lock, or the upload is gone.
    Lost,
}

/// Renews locks, and extends the leases of their uploads' bytes beyond them. Waits for no row that another transaction has
/// locked: one slow transaction would delay all renewals, and a completion locks the row of the bytes before that of the
/// upload, so that waiting could be a deadlock.
pub async fn renew(transaction: &Transaction<'_>, held: &[HeldLock]) -> Result<Vec<(HeldLock, Renewal)>> {
    let statement = transaction
        .prepare_cached(
            "with held as (select * from unnest($1::text[], $2::uuid[]) as held (version, lock_id)),
             free as (
               select upload.version, held.lock_id from storage.resumable_uploads as upload
               join held on held.version = upload.version and held.lock_id = upload.lock_id
               for update of upload skip locked),
             renewed as (
               update storage.resumable_uploads as upload set locked_until = now() + make_interval(secs => $3)
               from free where upload.version = free.version
               returning free.lock_id, upload.version, upload.release_requested),
             leased as (
               update storage.orphaned_blobs set expires_at = now() + make_interval(secs => $4)
               where version in (select orphan.version from storage.orphaned_blobs as orphan
                                 join renewed on renewed.version = orphan.version
                                 where not orphan.removing
                                   and orphan.expires_at < now() + make_interval(secs => $4)
                                 for update of orphan skip locked))
             select held.lock_id, renewed.release_requested,
                    exists (select from storage.resumable_uploads as upload
                            where upload.version = held.version and upload.lock_id = held.lock_id) as is_held
             from held left join renewed on renewed.lock_id = held.lock_id",
        )
        .await?;
    let versions: Vec<String> = held.iter().map(|lock| lock.version.to_string()).collect();
    let ids: Vec<Uuid> = held.iter().map(|lock| lock.id).collect();
    let (lease, lease_of_bytes) = (LEASE.as_secs_f64(), UPLOAD_LEASE.as_secs_f64());
    let rows = transaction.query(&statement, &[&versions, &ids, &lease, &lease_of_bytes]).await?;
    let outcomes: HashMap<Uuid, Renewal> =
        rows.iter().map(|row| (row.get("lock_id"), renewal(row))).collect();
    let outcome = |lock: &HeldLock| outcomes.get(&lock.id).copied().unwrap_or(Renewal::Lost);
    Ok(held.iter().map(|lock| (*lock, outcome(lock))).collect())
}

fn renewal(row: &Row) -> Renewal {
    match row.get("release_requested") {
        Some(release_requested) => Renewal::Renewed { release_requested },
        None if row.get("is_held") => Renewal::Skipped,
        None => Renewal::Lost,
    }
}

/// Releases a lock, unless it is lost.
pub async fn release(transaction: &Transaction<'_>, version: Uuid, lock: Uuid) -> Result<()> {
    let statement = transaction
        .prepare_cached(
            "update storage.resumable_uploads set lock_id = null, locked_until = null
             where version = $1 and lock_id = $2",
        )
        .await?;
    transaction.execute(&statement, &[&version.to_string(), &lock]).await?;
    Ok(())
}

/// # Errors
/// [`Error::Locked`] when a statement that names the lock has changed no row: another request has the lock.
pub fn require_lock(changed: u64) -> Result<()> {
    if changed > 0 { Ok(()) } else { Err(Error::Locked) }
}
