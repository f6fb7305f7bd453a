//! The history tables of Supabase's command line: applied migrations, and seeds that were run.

use crate::files::Migration;
use std::collections::HashMap;
use tokio_postgres::{Client, Error};

/// Columns are added one by one, because earlier versions of the command line made the table without them.
const CREATE: &str = "
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (version text not null primary key);
    alter table supabase_migrations.schema_migrations add column if not exists statements text[];
    alter table supabase_migrations.schema_migrations add column if not exists name text;
    create table if not exists supabase_migrations.seed_files (path text not null primary key, hash text not null);
";

/// Whether the database has a history.
pub async fn exists(client: &Client) -> Result<bool, Error> {
    let query = "select to_regclass('supabase_migrations.schema_migrations') is not null";
    client.query_one(query, &[]).await?.try_get(0)
}

/// Whether the database has a history of seeds.
pub async fn has_seeds(client: &Client) -> Result<bool, Error> {
    let query = "select to_regclass('supabase_migrations.seed_files') is not null";
    client.query_one(query, &[]).await?.try_get(0)
}

/// Creates what is missing.
pub async fn create(client: &Client) -> Result<(), Error> {
    client.batch_execute(CREATE).await
}

/// The applied versions.
pub async fn versions(client: &Client) -> Result<Vec<String>, Error> {
    let rows = client.query("select version from supabase_migrations.schema_migrations", &[]).await?;
    rows.iter().map(|row| row.try_get(0)).collect()
}

/// Records a migration with its statements.
pub async fn add(client: &Client, migration: &Migration, statements: &[&str]) -> Result<(), Error> {
    let query =
        "insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)";
    client.execute(query, &[&migration.version, &migration.name, &statements]).await.map(drop)
}

/// Records a migration again, or for the first time.
pub async fn set(client: &Client, migration: &Migration, statements: &[&str]) -> Result<(), Error> {
    let query = "insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3) \
                 on conflict (version) do update set name = excluded.name, statements = excluded.statements";
    client.execute(query, &[&migration.version, &migration.name, &statements]).await.map(drop)
}

/// Removes the record of a version. Returns whether there was one.
pub async fn remove(client: &Client, version: &str) -> Result<bool, Error> {
    let query = "delete from supabase_migrations.schema_migrations where version = $1";
    Ok(client.execute(query, &[&version]).await? > 0)
}

/// Removes all records of migrations.
pub async fn clear(client: &Client) -> Result<(), Error> {
    client.execute("delete from supabase_migrations.schema_migrations", &[]).await.map(drop)
}

/// The hashes of the seeds that were run, by their paths.
pub async fn seeds(client: &Client) -> Result<HashMap<String, String>, Error> {
    let rows = client.query("select path, hash from supabase_migrations.seed_files", &[]).await?;
    rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
}

/// Records a seed.
pub async fn set_seed(client: &Client, path: &str, hash: &str) -> Result<(), Error> {
    let query = "insert into supabase_migrations.seed_files (path, hash) values ($1, $2) \
                 on conflict (path) do update set hash = excluded.hash";
    client.execute(query, &[&path, &hash]).await.map(drop)
}
