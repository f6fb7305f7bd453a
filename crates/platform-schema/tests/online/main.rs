//! A database is migrated while clients use it: they do not wait for the migration, whatever the migration waits for.

// A test whose setup fails stops.
#![allow(clippy::unwrap_used)]

use diesel_migrations::{EmbeddedMigrations, embed_migrations};
use platform_schema::{Error, migrate};
use std::time::Duration;
use test_db::Database;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tokio_postgres::Client;

const COLUMN: EmbeddedMigrations = embed_migrations!("tests/online/column");
const TWO_TABLES: EmbeddedMigrations = embed_migrations!("tests/online/two_tables");
const INDEX: EmbeddedMigrations = embed_migrations!("tests/online/index");

/// For anything that a slow machine does.
const DEADLINE: Duration = Duration::from_secs(120);

/// A database with a table, and a transaction that has read and written it and goes on.
async fn busy_database() -> (Database, Client) {
    let database = Database::platform().await;
    let create = "create table public.busy (id int); alter table public.busy enable row level security";
    database.client().await.batch_execute(create).await.unwrap();
    let transaction = database.client().await;
    transaction
        .batch_execute("begin; insert into public.busy values (1); select from public.busy")
        .await
        .unwrap();
    (database, transaction)
}

/// Starts a migration, and returns once it waits for a lock.
async fn start(
    database: &Database,
    migrations: EmbeddedMigrations,
) -> JoinHandle<Result<Vec<String>, Error>> {
    let url = database.superuser_url();
    let migration = tokio::spawn(async move { migrate::run_with_product(&url, migrations).await });
    let client = database.client().await;
    let waits =
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    let blocked = async {
        while client.query(waits, &[]).await.unwrap().is_empty() {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(DEADLINE, blocked).await.unwrap();
    migration
}

/// Writes to the table while the migration waits. Returns the client.
async fn write_during(migration: &JoinHandle<Result<Vec<String>, Error>>, database: &Database) -> Client {
    let client = database.client().await;
    let write = client.batch_execute("insert into public.busy values (2)");
    timeout(DEADLINE, write).await.unwrap().unwrap();
    assert!(!migration.is_finished());
    client
}

#[tokio::test]
async fn clients_do_not_wait_for_a_migration_that_waits_for_a_transaction() {
    let (database, transaction) = busy_database().await;
    let migration = start(&database, COLUMN).await;
    let client = write_during(&migration, &database).await;
    transaction.batch_execute("commit").await.unwrap();
    let applied = timeout(DEADLINE, migration).await.unwrap().unwrap().unwrap();
    assert_eq!(applied, ["2026-01-01-000001_column"]);
    client.batch_execute("select more from public.busy").await.unwrap();
}

/// Each has what the other waits for.
#[tokio::test]
async fn in_a_deadlock_it_is_the_migration_that_gives_way() {
    let (database, transaction) = busy_database().await;
    transaction.batch_execute("create table public.first (id int)").await.unwrap();
    transaction.batch_execute("commit; begin; insert into public.busy values (1)").await.unwrap();
    let migration = start(&database, TWO_TABLES).await;
    timeout(DEADLINE, transaction.batch_execute("insert into public.first values (1); commit"))
        .await
        .unwrap()
        .unwrap();
    let applied = timeout(DEADLINE, migration).await.unwrap().unwrap().unwrap();
    assert_eq!(applied, ["2026-01-01-000001_two_tables"]);
}

#[tokio::test]
async fn clients_write_while_an_index_is_built() {
    let (database, transaction) = busy_database().await;
    let migration = start(&database, INDEX).await;
    write_during(&migration, &database).await;
    transaction.batch_execute("commit").await.unwrap();
    let applied = timeout(DEADLINE, migration).await.unwrap().unwrap().unwrap();
    assert_eq!(applied, ["2026-01-01-000001_index"]);
}

#[tokio::test]
async fn what_an_interrupted_build_of_an_index_has_left_is_removed() {
    let database = Database::platform().await;
    let client = database.client().await;
    let interrupt = "update pg_index set indisvalid = false
                     where indexrelid = 'auth.sessions_created_at_idx'::regclass;
                     delete from extensions.platform_migrations where version = '20261127000141'";
    client.batch_execute(interrupt).await.unwrap();
    let applied = migrate::run(&database.superuser_url()).await.unwrap();
    assert_eq!(applied, ["2026-11-27-000141_auth_cleanup_sessions"]);
    let is_valid =
        "select indisvalid from pg_index where indexrelid = 'auth.sessions_created_at_idx'::regclass";
    assert!(client.query_one(is_valid, &[]).await.unwrap().get::<_, bool>(0));
}
