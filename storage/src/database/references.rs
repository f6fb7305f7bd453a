//! Statements for reference-counted files, which are deleted when no row refers to them any more.
//!
//! `storage.reference_scopes` defines which files are counted, `storage.object_references` holds the references to
//! them, and `storage.unreferenced_objects` the files without one and the time since when.

use std::time::Duration;

use uuid::Uuid;

use super::objects::{RELEASED, released};
use super::orphans::ReleasedBytes;
use super::transaction::Transaction;
use crate::error::Result;

/// The age at which a file counts as unreferenced. A function stores a file before the row that refers to it.
const MIN_AGE: Duration = Duration::from_secs(60 * 60);

const REFERENCED: &str = "exists (
    select from storage.object_references as reference
    where reference.bucket_id = object.bucket_id and reference.name = object.name)";

const SCOPED: &str = "exists (
    select from storage.reference_scopes as scope
    where scope.bucket_id = object.bucket_id and object.name ~ scope.name_pattern)";

/// Takes the sweep's advisory lock until the end of the transaction. False when another process has it.
pub async fn lock_sweep(transaction: &Transaction<'_>) -> Result<bool> {
    let statement = transaction
        .prepare_cached(
            "select pg_try_advisory_xact_lock(hashtextextended('storage.unreferenced_objects', 0))",
        )
        .await?;
    Ok(transaction.query_one(&statement, &[]).await?.get(0))
}

/// Updates the list of unreferenced files: adds those without a reference, and removes those that have one again or
/// were deleted.
pub async fn update_unreferenced(transaction: &Transaction<'_>) -> Result<()> {
    let unmark = transaction
        .prepare_cached(&format!(
            "delete from storage.unreferenced_objects as marked where not exists (
               select from storage.objects as object
               where object.id = marked.object_id and {SCOPED} and not {REFERENCED})"
        ))
        .await?;
    transaction.execute(&unmark, &[]).await?;
    // Without a scope the statement reads no object: Postgres evaluates the first condition once, before the others.
    let mark = transaction
        .prepare_cached(&format!(
            "insert into storage.unreferenced_objects (object_id)
             select object.id from storage.objects as object
             where exists (select from storage.reference_scopes)
               and object.bucket_id in (select bucket_id from storage.reference_scopes)
               and object.created_at < now() - make_interval(secs => $1)
               and {SCOPED} and not {REFERENCED}
             on conflict do nothing"
        ))
        .await?;
    transaction.execute(&mark, &[&MIN_AGE.as_secs_f64()]).await?;
    Ok(())
}

/// Whether any file has been unreferenced for the whole grace period.
pub async fn any_due(transaction: &Transaction<'_>, grace: Duration) -> Result<bool> {
    let statement = transaction
        .prepare_cached(
            "select exists (select from storage.unreferenced_objects
                            where since <= now() - make_interval(secs => $1))",
        )
        .await?;
    Ok(transaction.query_one(&statement, &[&grace.as_secs_f64()]).await?.get(0))
}

/// Adds the references that triggers would have added, for rows that were restored with triggers disabled.
pub async fn add_missing(transaction: &Transaction<'_>) -> Result<()> {
    let statement = transaction.prepare_cached("select storage.add_missing_references()").await?;
    transaction.query_one(&statement, &[]).await?;
    Ok(())
}

/// Locks up to `limit` due files and removes them from the list. A transaction that adds a reference to one of them
/// waits for the lock.
pub async fn lock_due(transaction: &Transaction<'_>, grace: Duration, limit: i64) -> Result<Vec<Uuid>> {
    let statement = transaction
        .prepare_cached(
            "with due as (
               select object.id from storage.objects as object
               join storage.unreferenced_objects as marked on marked.object_id = object.id
               where marked.since <= now() - make_interval(secs => $1)
               order by object.id limit $2
               for update of object skip locked)
             delete from storage.unreferenced_objects using due where object_id = due.id
             returning object_id",
        )
        .await?;
    let rows = transaction.query(&statement, &[&grace.as_secs_f64(), &limit]).await?;
    Ok(rows.iter().map(|row| row.get(0)).collect())
}

/// Deletes those of `files` that still have no reference, and returns their bytes.
pub async fn delete_unreferenced(
    transaction: &Transaction<'_>,
    files: &[Uuid],
) -> Result<Vec<ReleasedBytes>> {
    let statement = transaction
        .prepare_cached(&format!(
            "delete from storage.objects as object where id = any($1) and not {REFERENCED} returning {RELEASED}"
        ))
        .await?;
    let rows = transaction.query(&statement, &[&files]).await?;
    Ok(rows.iter().filter_map(released).collect())
}
