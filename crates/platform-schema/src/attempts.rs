//! Repeats a migration that another session was in the way of.
//!
//! - **Roles** belong to the cluster, advisory locks to one database, so nothing keeps two databases from creating or
//!   altering a role at once. The second transaction waits for the first and fails when the first commits. On the next
//!   attempt it finds the role as the other one left it.
//! - **Locks**: whatever uses a table queues up behind a migration that waits to lock it. So a migration waits for half a
//!   second only, lets the others go first, and tries again.

use crate::history::Harness;
use diesel::migration::{Migration, Result};
use diesel::pg::Pg;
use diesel_migrations::MigrationHarness;
use std::thread;
use std::time::{Duration, Instant};

/// Each role conflict means that another database has committed its change, which the next attempt sees.
const MAX_ROLE_CONFLICTS: usize = 4;

/// After a migration has not got a lock.
const PAUSE: Duration = Duration::from_secs(2);

/// For a lock that others keep, for example a backup or a report in one transaction.
const DEADLINE: Duration = Duration::from_secs(10 * 60);

/// Runs a migration, and repeats it after a conflict. The failed transaction was rolled back. Blocks its thread.
pub(crate) fn run_migration(harness: &mut Harness<'_>, migration: &dyn Migration<Pg>) -> Result<()> {
    let started = Instant::now();
    let mut role_conflicts = 0;
    loop {
        let Err(error) = harness.run_migration(migration) else { return Ok(()) };
        let message = error.to_string();
        if is_role_conflict(&message) && role_conflicts < MAX_ROLE_CONFLICTS {
            role_conflicts += 1;
        } else if is_lock_conflict(&message) && started.elapsed() < DEADLINE {
            thread::sleep(PAUSE);
        } else {
            return Err(error);
        }
    }
}

// `diesel_migrations` exposes neither an error of Postgres nor its SQLSTATE, so both are recognised by their text, which is
// English where the role may set `lc_messages`.

/// `lock_not_available` and `deadlock_detected`.
fn is_lock_conflict(error: &str) -> bool {
    ["canceling statement due to lock timeout", "deadlock detected"].iter().any(|text| error.ends_with(text))
}

/// `XX000` for a role that was altered (never translated), `unique_violation` of a catalog's index, and
/// `duplicate_object`.
fn is_role_conflict(error: &str) -> bool {
    let indexes = ["pg_authid_rolname_index", "pg_auth_members_", "pg_db_role_setting_"];
    error.contains("tuple concurrently updated")
        || indexes.iter().any(|index| error.contains(index))
        || (error.contains("role \"") && error.ends_with("already exists"))
}

#[cfg(test)]
mod tests {
    use super::{is_lock_conflict, is_role_conflict};

    #[test]
    fn other_errors_are_no_conflict() {
        let prefix = "Failed to run 2026-11-01-000001_roles with: ";
        for error in ["tuple concurrently updated", "role \"anon\" already exists"] {
            assert!(is_role_conflict(&format!("{prefix}{error}")), "{error}");
        }
        for error in [
            "relation \"roles\" already exists",
            "role \"anon\" does not exist",
            "duplicate key value violates unique constraint \"buckets_pkey\"",
        ] {
            assert!(!is_role_conflict(&format!("{prefix}{error}")), "{error}");
            assert!(!is_lock_conflict(&format!("{prefix}{error}")), "{error}");
        }
    }
}
