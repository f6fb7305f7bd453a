//! Retries a migration that conflicts with a migration of another database in the same cluster.
//!
//! Roles belong to the cluster, advisory locks to one database, so nothing keeps two databases from creating or altering
//! a role at once. The second transaction waits for the first and fails when the first commits. On the next attempt it
//! finds the role as the other one left it.

use crate::history::Harness;
use diesel::migration::{Migration, Result};
use diesel::pg::Pg;
use diesel_migrations::MigrationHarness;

/// Each failed attempt means that another database has committed its change, which the next attempt sees.
const MAX_ATTEMPTS: usize = 5;

/// Runs a migration, and repeats it after a conflict. The failed transaction was rolled back.
pub(crate) fn run_migration(harness: &mut Harness<'_>, migration: &dyn Migration<Pg>) -> Result<()> {
    for _ in 1..MAX_ATTEMPTS {
        match harness.run_migration(migration) {
            Err(error) if is_role_conflict(&error.to_string()) => {}
            outcome => return outcome.map(drop),
        }
    }
    harness.run_migration(migration).map(drop)
}

/// Recognises the errors of Postgres by their text, because `diesel_migrations` exposes neither the error nor its
/// SQLSTATE: `XX000` for a role that was altered (never translated), `unique_violation` of a catalog's index, and
/// `duplicate_object`.
fn is_role_conflict(error: &str) -> bool {
    let indexes = ["pg_authid_rolname_index", "pg_auth_members_", "pg_db_role_setting_"];
    error.contains("tuple concurrently updated")
        || indexes.iter().any(|index| error.contains(index))
        || (error.contains("role \"") && error.ends_with("already exists"))
}

#[cfg(test)]
mod tests {
    use super::is_role_conflict;

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
        }
    }
}
