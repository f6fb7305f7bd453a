//! Files that live as long as a row refers to them: `storage.reference_scopes` says which, `storage.object_references`
//! what refers to them, and `storage.unreferenced_objects` since when nothing does.

use std::time::Duration;

use deadpool_postgres::Transaction;
use uuid::Uuid;

use crate::error::Result;

/// A younger file may be about to be referred to: its function stores it first.
const YOUNGEST: Duration = Duration::from_secs(60 * 60);

const REFERENCED: &str = "exists (
    select from storage.object_references as reference
    where reference.bucket_id = object.bucket_id and reference.name = object.name)";

const SCOPED: &str = "exists (
    select from storage.reference_scopes as scope
    where scope.bucket_id = object.bucket_id and object.name ~ scope.name_pattern)";

/// Keeps other processes from sweeping until the transaction ends. False when one of them sweeps now.
pub async fn lock_sweep(transaction: &Transaction<'_>) -> Result<bool> {
    let statement = transaction
        .prepare_cached(
            "select pg_try_advisory_xact_lock(hashtextextended('storage.unreferenced_objects', 0))",
        )
        .await?;
    Ok(transaction.query_one(&statement, &[]).await?.get(0))
}

/// Records which files have no reference now, and forgets those that have one again or are gone.
pub async fn mark(transaction: &Transaction<'_>) -> Result<()> {
    let unmark = transaction
        .prepare_cached(&format!(
            "delete from storage.unreferenced_objects as marked where not exists (
               select from storage.objects as object
               where object.id = marked.object_id and {SCOPED} and not {REFERENCED})"
        ))
        .await?;
    transaction.execute(&unmark, &[]).await?;
    let mark = transaction
        .prepare_cached(&format!(
            "insert into storage.unreferenced_objects (object_id)
             select object.id from storage.objects as object
             where object.bucket_id in (select bucket_id from storage.reference_scopes)
               and object.created_at < now() - make_interval(secs => $1)
               and {SCOPED} and not {REFERENCED}
             on conflict do nothing"
        ))
        .await?;
    transaction.execute(&mark, &[&YOUNGEST.as_secs_f64()]).await?;
    Ok(())
}

/// Whether files have been without a reference for the whole grace period.
pub async fn any_due(transaction: &Transaction<'_>, grace: Duration) -> Result<bool> {
    let statement = transaction
        .prepare_cached(
            "select exists (select from storage.unreferenced_objects
                            where since <= now() - make_interval(secs => $1))",
        )
        .await?;
    Ok(transaction.query_one(&statement, &[&grace.as_secs_f64()]).await?.get(0))
}

/// Adds references that a restore without triggers has left out.
pub async fn add_missing(transaction: &Transaction<'_>) -> Result<()> {
    let statement = transaction.prepare_cached("select storage.add_missing_references()").await?;
    transaction.query_one(&statement, &[]).await?;
    Ok(())
}

/// Locks some files that are due, and takes them off the list. A row that is about to refer to one of them waits.
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

/// Deletes those of these files that still have no reference; returns the versions of their bytes.
pub async fn delete_unreferenced(transaction: &Transaction<'_>, files: &[Uuid]) -> Result<Vec<String>> {
    let statement = transaction
        .prepare_cached(&format!(
            "delete from storage.objects as object where id = any($1) and not {REFERENCED} returning version"
        ))
        .await?;
    let rows = transaction.query(&statement, &[&files]).await?;
    Ok(rows.iter().filter_map(|row| row.get(0)).collect())
}
