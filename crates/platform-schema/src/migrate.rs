//! Applies the embedded migrations, as a superuser or as the owner of the database. Rejects a database that cannot be
//! reached, a role without the needed privileges, and a migration that fails. Each migration is one transaction, so a
//! failed one changes nothing. One that builds an index concurrently is a single statement; the next attempt removes what is
//! left of a failed build.

use crate::adoption;
use crate::attempts;
use crate::error::Error;
use crate::history::{Connection, Found, Harness, History, PLATFORM};
use crate::privileges;
use diesel::RunQueryDsl;
use diesel::migration::{Migration, MigrationSource};
use diesel::pg::Pg;
use diesel_async::AsyncPgConnection;
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use std::thread;
use std::time::{Duration, Instant};

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("migrations");

/// `attempts` reads messages in English. In a deadlock with a client, the migration notices it first and gives way, and so
/// does an autovacuum of a table that the migration waits for.
const SUPERUSER_SETTINGS: &[&str] = &["set lc_messages = 'C'", "set deadlock_timeout = '10ms'"];

/// How long a process waits for another one that migrates the database.
const LOCK_DEADLINE: Duration = Duration::from_secs(15 * 60);

/// Applies the platform's pending migrations and returns their names in order. Safe to call at every start, by several
/// processes at once, which take an advisory lock of the database, and for several databases of a cluster at once.
///
/// # Errors
/// When the database is not reached, the role lacks privileges, or a migration fails.
pub async fn run(database_url: &str) -> Result<Vec<String>, Error> {
    with_lock(database_url, |connection| apply(connection, PLATFORM, MIGRATIONS)).await
}

/// Applies the platform's migrations, and then those of a product, which are recorded in [`History::PROJECT`].
///
/// # Errors
/// As [`run`].
pub async fn run_with_product(database_url: &str, product: EmbeddedMigrations) -> Result<Vec<String>, Error> {
    with_lock(database_url, |connection| {
        let mut applied = apply(connection, PLATFORM, MIGRATIONS)?;
        applied.extend(apply(connection, History::PROJECT, product)?);
        adoption::finish(connection)?;
        Ok(applied)
    })
    .await
}

/// The version of the platform's newest migration: what a database has at least, once [`run`] has succeeded on it.
#[must_use]
pub fn newest_version() -> Option<String> {
    let all: Vec<Box<dyn Migration<Pg>>> = MIGRATIONS.migrations().ok()?;
    all.iter().map(|migration| migration.name().version().to_string()).max()
}

/// Reverts the migrations of the product and of the platform, newest first, and returns their names. For tests of the
/// `down.sql` files and for development.
///
/// # Errors
/// When the database is not reached, or a `down.sql` fails.
pub async fn revert_all(
    database_url: &str,
    product: Option<EmbeddedMigrations>,
) -> Result<Vec<String>, Error> {
    with_lock(database_url, |connection| {
        let mut reverted = Vec::new();
        if let Some(product) = product {
            reverted = revert(connection, History::PROJECT, product)?;
        }
        let platform = revert(connection, PLATFORM, MIGRATIONS)?;
        Ok(reverted.into_iter().chain(platform).collect())
    })
    .await
}

/// Runs `work` on a connection that holds the lock of migrations. The lock ends with the connection.
async fn with_lock<T: Send + 'static>(
    database_url: &str,
    work: impl FnOnce(&mut Connection) -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let (client, connection) = postgres_connect::connect(database_url).await?;
    let connection = AsyncPgConnection::try_from_client_and_connection(client, connection).await?;
    // The wrapper blocks its thread.
    tokio::task::spawn_blocking(move || {
        let mut connection = Connection::from(connection);
        for setting in SUPERUSER_SETTINGS {
            // Rejected for an owner of the database.
            let _ = diesel::sql_query(*setting).execute(&mut connection);
        }
        lock(&mut connection)?;
        work(&mut connection)
    })
    .await
    .map_err(|_| Error::Interrupted)?
}

/// Takes the lock of migrations. It asks again and again: a session that waits in a statement has a snapshot, which the
/// holder of the lock would wait for when it builds an index concurrently.
fn lock(connection: &mut Connection) -> Result<(), Error> {
    let started = Instant::now();
    let attempt = "select pg_try_advisory_lock(hashtext('isula_migrations')) as found";
    while !diesel::sql_query(attempt).get_result::<Found>(connection)?.found {
        if started.elapsed() > LOCK_DEADLINE {
            return Err(Error::Busy);
        }
        thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}

fn apply(
    connection: &mut Connection,
    history: History,
    migrations: EmbeddedMigrations,
) -> Result<Vec<String>, Error> {
    if !history.exists(connection)? {
        privileges::check(connection)?;
        history.create(connection)?;
    }
    if adoption::is_needed(connection)? {
        adoption::take_over(connection, history, &named(&migrations)?)?;
    }
    let mut harness = Harness { connection, history };
    let pending = harness.pending_migrations(migrations).map_err(Error::Migration)?;
    if pending.is_empty() {
        return Ok(Vec::new());
    }
    privileges::check(harness.connection)?;
    let mut applied = Vec::new();
    for migration in pending {
        attempts::run_migration(&mut harness, &migration).map_err(|cause| failed(&migration, cause))?;
        applied.push(migration.name().to_string());
    }
    Ok(applied)
}

fn revert(
    connection: &mut Connection,
    history: History,
    migrations: EmbeddedMigrations,
) -> Result<Vec<String>, Error> {
    let mut all: Vec<Box<dyn Migration<Pg>>> = migrations.migrations().map_err(Error::Migration)?;
    all.sort_by_key(|migration| std::cmp::Reverse(migration.name().to_string()));
    let mut harness = Harness { connection, history };
    let mut reverted = Vec::new();
    for migration in all {
        harness.revert_migration(&migration).map_err(|cause| failed(&migration, cause))?;
        reverted.push(migration.name().to_string());
    }
    Ok(reverted)
}

fn failed(migration: &dyn Migration<Pg>, cause: Box<dyn std::error::Error + Send + Sync>) -> Error {
    Error::Migration(format!("{}: {cause}", migration.name()).into())
}

/// The versions and names of migrations.
fn named(migrations: &EmbeddedMigrations) -> Result<Vec<(String, String)>, Error> {
    let all: Vec<Box<dyn Migration<Pg>>> = migrations.migrations().map_err(Error::Migration)?;
    let pair = |migration: Box<dyn Migration<Pg>>| {
        let full_name = migration.name().to_string();
        let name = full_name.split_once('_').map_or(full_name.clone(), |(_, name)| name.to_owned());
        (migration.name().version().to_string(), name)
    };
    Ok(all.into_iter().map(pair).collect())
}
