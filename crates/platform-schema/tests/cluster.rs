//! Databases of one cluster that are migrated at once, or that have an extension already.

// A test whose setup fails stops.
#![allow(clippy::unwrap_used)]

use platform_schema::migrate;
use std::time::Duration;
use test_db::Cluster;
use tokio_postgres::Client;

/// Creates a database and returns its URL.
async fn create_database(cluster: &Cluster, name: &str) -> String {
    let create = format!("create database {name}");
    cluster.superuser("postgres").await.batch_execute(&create).await.unwrap();
    cluster.url("postgres", name)
}

/// Waits until a session of this database waits for a lock.
async fn wait_until_blocked(client: &Client, database: &str) {
    let query = "select from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'";
    let blocked = async {
        while client.query(query, &[&database]).await.unwrap().is_empty() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), blocked).await.unwrap();
}

#[tokio::test]
async fn several_databases_of_one_cluster_can_be_migrated_at_once() {
    let cluster = Cluster::start();
    let mut migrations = Vec::new();
    for name in ["a", "b", "c", "d", "e", "f"] {
        let url = create_database(&cluster, name).await;
        migrations.push(async move { migrate::run(&url).await });
    }
    let running: Vec<_> = migrations.into_iter().map(tokio::spawn).collect();
    for migration in running {
        assert!(!migration.await.unwrap().unwrap().is_empty());
    }
}

#[tokio::test]
async fn a_migration_is_repeated_when_another_database_creates_its_role_first() {
    let cluster = Cluster::start();
    let url = create_database(&cluster, "a").await;
    let other = cluster.superuser("postgres").await;
    other.batch_execute("begin; create role anon nologin noinherit").await.unwrap();
    let migration = tokio::spawn(async move { migrate::run(&url).await });
    wait_until_blocked(&cluster.superuser("postgres").await, "a").await;
    other.batch_execute("commit").await.unwrap();
    migration.await.unwrap().unwrap();
}

#[tokio::test]
async fn a_database_may_have_pgcrypto_in_another_schema() {
    let cluster = Cluster::start();
    let url = create_database(&cluster, "elsewhere").await;
    let client = cluster.superuser("elsewhere").await;
    client.batch_execute("create extension pgcrypto schema public").await.unwrap();
    assert!(!migrate::run(&url).await.unwrap().is_empty());
    client.batch_execute("select vault._keep_root_key()").await.unwrap();
    let error = client.batch_execute("select vault.create_secret('s')").await.unwrap_err();
    let message = error.as_db_error().unwrap().message();
    assert!(message.contains("extensions.gen_random_bytes"), "{message}");
}
