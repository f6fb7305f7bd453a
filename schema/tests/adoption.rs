//! A database of the version before, which had one list of migrations in `public`, is taken over.

// A test whose arrangement fails can only stop.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use test_db::Database;
use tokio_postgres::Client;

/// The migrations of the version before.
const VERSIONS: [&str; 25] = [
    "20261101000001",
    "20261101000002",
    "20261101000003",
    "20261101000004",
    "20261101000005",
    "20261101000006",
    "20261101000007",
    "20261101000008",
    "20261101000009",
    "20261101000010",
    "20261101000011",
    "20261122000012",
    "20261122000013",
    "20261122000014",
    "20261122000015",
    "20261123000020",
    "20261123000021",
    "20261123000022",
    "20261123000023",
    "20261123000030",
    "20261123000031",
    "20261123000040",
    "20261123000041",
    "20261123000050",
    "20261124000060",
];

const DATA: &str = "
    insert into auth.users (id, email) values ('11111111-1111-4111-8111-111111111111', 'a@example.com');
    insert into public.profiles (id, email) values ('11111111-1111-4111-8111-111111111111', 'a@example.com');
    insert into public.hotels (id, name, city, location, price_per_night) values (7, 'Casa', 'Corte', 'Corte', 50);
    insert into storage.buckets (id, name) values ('files', 'files');
    insert into storage.objects (bucket_id, name) values ('files', 'one');
";

/// The folders of both lists whose migrations the version before had, in its order.
fn earlier_migrations() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let lists = [root.join("../crates/platform-schema/migrations"), root.join("migrations")];
    let folders =
        lists.iter().flat_map(|list| fs::read_dir(list).unwrap()).map(|entry| entry.unwrap().path());
    let version = |folder: &PathBuf| {
        let name = folder.file_name().unwrap().to_str().unwrap();
        name.split('_').next().unwrap().replace('-', "")
    };
    let mut folders: Vec<PathBuf> =
        folders.filter(|folder| VERSIONS.contains(&version(folder).as_str())).collect();
    // Of a migration that was cut in two, the platform's half comes first.
    folders
        .sort_by_key(|folder| (version(folder), !folder.display().to_string().contains("platform-schema")));
    folders
}

/// An empty database that the version before has migrated and filled.
async fn earlier_database() -> (Database, String) {
    let database = Database::platform().await;
    let name = format!("{}_earlier", database.name());
    database.client().await.batch_execute(&format!("create database {name}")).await.unwrap();
    let url = database.superuser_url().replace(database.name(), &name);
    let client = connect(&url).await;
    client
        .batch_execute(
            "create table public.__diesel_schema_migrations (
               version varchar(50) primary key, run_on timestamp not null default current_timestamp
             )",
        )
        .await
        .unwrap();
    for folder in earlier_migrations() {
        let sql = fs::read_to_string(folder.join("up.sql")).unwrap();
        client.batch_execute(&sql).await.unwrap();
    }
    for version in VERSIONS {
        let insert = "insert into public.__diesel_schema_migrations (version) values ($1)";
        client.execute(insert, &[&version]).await.unwrap();
    }
    client.batch_execute(DATA).await.unwrap();
    (database, url)
}

async fn connect(url: &str) -> Client {
    let (client, connection) = postgres_connect::connect(url).await.unwrap();
    tokio::spawn(connection);
    client
}

async fn texts(client: &Client, query: &str) -> Vec<String> {
    client.query(query, &[]).await.unwrap().iter().map(|row| row.get(0)).collect()
}

async fn drop_earlier(database: &Database, url: &str) {
    let name = url.rsplit('/').next().unwrap();
    database.client().await.batch_execute(&format!("drop database {name} with (force)")).await.unwrap();
}

async fn assert_taken_over(url: &str) {
    let client = connect(url).await;
    let tables = "select count(*)::text from pg_class where relname in ('__diesel_schema_migrations', 'migrations_before_the_split')";
    assert_eq!(texts(&client, tables).await, ["0"], "neither history is where it was");
    let versions = "select version from extensions.platform_migrations
                    union select version from supabase_migrations.schema_migrations order by 1";
    let known = texts(&client, versions).await;
    assert!(VERSIONS.iter().all(|version| known.iter().any(|known| known == version)), "{known:?}");
    let rows = "select email from auth.users union all select email from public.profiles
                union all select name from public.hotels union all select name from storage.objects";
    assert_eq!(texts(&client, rows).await, ["a@example.com", "a@example.com", "Casa", "one"]);
}

#[tokio::test]
async fn a_database_of_the_version_before_gets_only_what_is_new() {
    let (database, url) = earlier_database().await;
    let applied = schema::migrate::run(&url).await.unwrap();
    assert!(
        !applied.is_empty() && applied.iter().all(|name| name.as_str() > "2026-11-24-000060"),
        "{applied:?}"
    );
    assert_taken_over(&url).await;
    assert!(schema::migrate::run(&url).await.unwrap().is_empty());
    let names = "select name from supabase_migrations.schema_migrations order by version limit 2";
    assert_eq!(texts(&connect(&url).await, names).await, ["administrators", "profiles"]);
    drop_earlier(&database, &url).await;
}

#[tokio::test]
async fn the_product_takes_over_its_part_after_the_platform_alone_has_run() {
    let (database, url) = earlier_database().await;
    platform_schema::migrate::run(&url).await.unwrap();
    let client = connect(&url).await;
    let public =
        "select count(*)::text from pg_tables where schemaname = 'public' and tablename like '%migrations'";
    assert_eq!(texts(&client, public).await, ["0"]);
    assert!(schema::migrate::run(&url).await.unwrap().is_empty());
    assert_taken_over(&url).await;
    drop_earlier(&database, &url).await;
}

#[tokio::test]
async fn several_processes_can_take_over_at_once() {
    let (database, url) = earlier_database().await;
    let (first, second) = tokio::join!(schema::migrate::run(&url), schema::migrate::run(&url));
    let applied = [first.unwrap(), second.unwrap()];
    assert_eq!(applied.iter().filter(|names| !names.is_empty()).count(), 1);
    assert_taken_over(&url).await;
    drop_earlier(&database, &url).await;
}

#[tokio::test]
async fn a_taken_over_database_has_the_same_layout_as_a_new_one() {
    let (database, url) = earlier_database().await;
    schema::migrate::run(&url).await.unwrap();
    let columns = "select format('%s.%s %s %s %s %s', table_schema, table_name, column_name, data_type, is_nullable, column_default)
                   from information_schema.columns
                   where table_schema not in ('pg_catalog', 'information_schema') order by 1";
    let new = Database::create().await;
    assert_eq!(texts(&connect(&url).await, columns).await, texts(&new.client().await, columns).await);
    drop_earlier(&database, &url).await;
}
