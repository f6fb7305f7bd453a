//! The histories of applied migrations: one table for the platform, one for the product.

use diesel::connection::SimpleConnection;
use diesel::migration::{Migration, MigrationVersion, Result};
use diesel::pg::Pg;
use diesel::sql_types::{Bool, Text};
use diesel::{Connection as _, QueryResult, QueryableByName, RunQueryDsl};
use diesel_async::AsyncPgConnection;
use diesel_async::async_connection_wrapper::AsyncConnectionWrapper;
use diesel_migrations::MigrationHarness;

/// How long a migration waits for each lock. Less than the second after which Postgres looks for a deadlock, so that it is
/// not a client's statement that fails when both have what the other waits for.
const LOCK_TIMEOUT: &str = "set local lock_timeout = '500ms'";

/// A migration that builds an index concurrently waits for all earlier transactions, and nothing waits for it.
const CONCURRENT_LOCK_TIMEOUT: &str = "set lock_timeout = '10min'";

/// Removes what an interrupted build of an index has left in the platform's schemas. `if not exists` would keep it.
const DROP_UNFINISHED_INDEXES: &str = "
    set lock_timeout = '500ms';
    do $$ declare unfinished regclass; begin
      for unfinished in
        select indexrelid from pg_index join pg_class on pg_class.oid = indexrelid
        join pg_namespace on pg_namespace.oid = relnamespace
        where not indisvalid and relkind = 'i' and nspname in ('auth', 'extensions', 'realtime', 'storage')
      loop
        execute format('drop index %s', unfinished);
      end loop;
    end $$;
";

/// A connection whose calls block.
pub(crate) type Connection = AsyncConnectionWrapper<AsyncPgConnection>;

/// A table of applied migrations, with the columns `version` and `name`.
#[derive(Debug, Clone, Copy)]
pub struct History {
    /// With its schema.
    pub(crate) table: &'static str,
    /// Creates the schema and the table.
    pub(crate) create: &'static str,
}

/// The platform's history. Resets and dumps of Supabase's command line do not touch `extensions`.
pub(crate) const PLATFORM: History = History {
    table: "extensions.platform_migrations",
    create: "
        do $$ begin
          if to_regnamespace('extensions') is null then create schema extensions; end if;
        end $$;
        create table extensions.platform_migrations (
          version text not null primary key, name text not null, applied_at timestamptz not null default now()
        );
        alter table extensions.platform_migrations enable row level security;
    ",
};

impl History {
    /// The table of Supabase's command line, in which a project's migrations are recorded.
    pub const PROJECT: History = History {
        table: "supabase_migrations.schema_migrations",
        create: "
            do $$ begin
              if to_regnamespace('supabase_migrations') is null then create schema supabase_migrations; end if;
            end $$;
            create table supabase_migrations.schema_migrations (
              version text not null primary key, statements text[], name text
            );
            alter table supabase_migrations.schema_migrations enable row level security;
        ",
    };

    pub(crate) fn exists(self, connection: &mut Connection) -> QueryResult<bool> {
        let found: Found = diesel::sql_query("select to_regclass($1) is not null as found")
            .bind::<Text, _>(self.table)
            .get_result(connection)?;
        Ok(found.found)
    }

    pub(crate) fn create(self, connection: &mut Connection) -> QueryResult<()> {
        connection.batch_execute(self.create)
    }

    /// Newest first.
    fn versions(self, connection: &mut Connection) -> QueryResult<Vec<String>> {
        let query = format!("select version from {} order by version desc", self.table);
        let rows: Vec<Version> = diesel::sql_query(query).load(connection)?;
        Ok(rows.into_iter().map(|row| row.version).collect())
    }

    fn add(self, connection: &mut Connection, version: &str, name: &str) -> QueryResult<()> {
        let query = format!("insert into {} (version, name) values ($1, $2)", self.table);
        diesel::sql_query(query).bind::<Text, _>(version).bind::<Text, _>(name).execute(connection).map(drop)
    }

    fn remove(self, connection: &mut Connection, version: &str) -> QueryResult<()> {
        let query = format!("delete from {} where version = $1", self.table);
        diesel::sql_query(query).bind::<Text, _>(version).execute(connection).map(drop)
    }
}

/// The answer to a question.
#[derive(QueryableByName)]
pub(crate) struct Found {
    #[diesel(sql_type = Bool)]
    pub found: bool,
}

#[derive(QueryableByName)]
struct Version {
    #[diesel(sql_type = Text)]
    version: String,
}

/// Applies migrations and records them in a history.
pub(crate) struct Harness<'a> {
    pub connection: &'a mut Connection,
    pub history: History,
}

impl Harness<'_> {
    /// Runs `statements` in one transaction, unless the migration declines it. Its SQL is a single statement then, because
    /// several of them would be one transaction again.
    fn run(
        &mut self,
        migration: &dyn Migration<Pg>,
        statements: impl FnOnce(&mut Connection) -> Result<()>,
    ) -> Result<MigrationVersion<'static>> {
        if migration.metadata().run_in_transaction() {
            self.connection.transaction(|connection| {
                connection.batch_execute(LOCK_TIMEOUT)?;
                statements(connection)
            })?;
        } else {
            self.connection.batch_execute(DROP_UNFINISHED_INDEXES)?;
            self.connection.batch_execute(CONCURRENT_LOCK_TIMEOUT)?;
            statements(self.connection)?;
        }
        Ok(migration.name().version().as_owned())
    }
}

impl MigrationHarness<Pg> for Harness<'_> {
    fn run_migration(&mut self, migration: &dyn Migration<Pg>) -> Result<MigrationVersion<'static>> {
        let history = self.history;
        self.run(migration, |connection| {
            migration.run(connection)?;
            let full_name = migration.name().to_string();
            let name = full_name.split_once('_').map_or(full_name.as_str(), |(_, name)| name);
            Ok(history.add(connection, &migration.name().version().to_string(), name)?)
        })
    }

    fn revert_migration(&mut self, migration: &dyn Migration<Pg>) -> Result<MigrationVersion<'static>> {
        let history = self.history;
        self.run(migration, |connection| {
            migration.revert(connection)?;
            Ok(history.remove(connection, &migration.name().version().to_string())?)
        })
    }

    fn applied_migrations(&mut self) -> Result<Vec<MigrationVersion<'static>>> {
        let versions = self.history.versions(self.connection)?;
        Ok(versions.into_iter().map(MigrationVersion::from).collect())
    }
}
