//! Triggers and foreign keys while rows are loaded. A role that may set `session_replication_role` turns all of them off.
//! Any other role turns off those of its own tables one by one: it disables the triggers and drops the foreign keys. The
//! foreign keys are created again after the last row, which checks the rows.

use std::path::{Path, PathBuf};
use tokio_postgres::{Client, Error};

/// For each active trigger and foreign key, the statement that turns it off and the one that turns it on again. Rows of
/// `realtime` and `net` are never loaded, and locks on their tables would stop the services.
const ACTIVE: &str = "
    select format('alter table %I.%I disable trigger %I', nspname, relname, tgname),
           format('alter table %I.%I enable trigger %I', nspname, relname, tgname)
    from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_namespace on pg_namespace.oid = relnamespace
    where not tgisinternal and tgenabled = 'O' and relkind in ('r', 'p')
      and pg_has_role(relowner, 'USAGE') and nspname not in ('realtime', 'net')
    union all
    select format('alter table %I.%I drop constraint %I', nspname, relname, conname),
           format('alter table %I.%I add constraint %I %s', nspname, relname, conname, pg_get_constraintdef(key.oid))
           || coalesce(format('; comment on constraint %I on %I.%I is ', conname, nspname, relname)
                       || quote_literal(obj_description(key.oid, 'pg_constraint')), '')
    from pg_constraint as key join pg_class on pg_class.oid = conrelid
    join pg_namespace on pg_namespace.oid = relnamespace
    where contype = 'f' and conparentid = 0
      and pg_has_role(relowner, 'USAGE') and nspname not in ('realtime', 'net')";
/// With this search path `pg_get_constraintdef` writes every name with its schema.
const NAMES_WITH_SCHEMA: &str = "savepoint names; set local search_path = ''";
const END_OF_NAMES: &str = "rollback to savepoint names; release savepoint names";

/// A trigger or a foreign key that is off.
pub struct Suspended {
    /// The first rows that it did not check: the file and the line of their statement.
    pub path: PathBuf,
    pub line: usize,
    /// The statement that turns it on again.
    pub restore: String,
}

/// The triggers and foreign keys that the import has turned off.
#[derive(Default)]
pub struct SuspendedChecks {
    suspended: Vec<Suspended>,
    /// No statement has run since the last search.
    is_complete: bool,
}

impl SuspendedChecks {
    /// Must be called after a statement, which may have created further ones.
    pub fn expect_more(&mut self) {
        self.is_complete = false;
    }

    /// Turns off those that are on, before the rows of a statement at this position are loaded.
    ///
    /// # Errors
    /// When a statement fails.
    pub async fn suspend(&mut self, client: &Client, path: &Path, line: usize) -> Result<(), Error> {
        if self.is_complete {
            return Ok(());
        }
        client.batch_execute(NAMES_WITH_SCHEMA).await?;
        let active = client.query(ACTIVE, &[]).await?;
        client.batch_execute(END_OF_NAMES).await?;
        let turn_off: Vec<&str> = active.iter().map(|row| row.get(0)).collect();
        client.batch_execute(&turn_off.join("; ")).await?;
        let suspended =
            active.iter().map(|row| Suspended { path: path.to_owned(), line, restore: row.get(1) });
        self.suspended.extend(suspended);
        self.is_complete = true;
        Ok(())
    }

    /// All that were turned off.
    pub fn into_suspended(self) -> Vec<Suspended> {
        self.suspended
    }
}
