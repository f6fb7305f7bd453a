//! Databases of one cluster that are migrated at once. Each test has a cluster of its own, because roles belong to the
//! cluster.

// A test whose setup fails stops.
#![allow(clippy::unwrap_used)]

use platform_schema::migrate;
use postgres_server::{Auth, Binaries, Options, Server};
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;
use tempfile::TempDir;
use tokio_postgres::Client;

/// A server without roles, its superuser `postgres` apart.
struct Cluster {
    server: Server,
    _folder: TempDir,
}

impl Cluster {
    fn start() -> Cluster {
        let folder = tempfile::tempdir().unwrap();
        std::fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
        let options = Options {
            data_dir: folder.path().join("postgres"),
            port: 0,
            auth: Auth::Trust,
            durable: false,
            settings: Vec::new(),
        };
        let server = Server::start(&Binaries::find().unwrap(), options).unwrap();
        Cluster { server, _folder: folder }
    }

    async fn client(&self) -> Client {
        let (client, connection) = postgres_connect::connect(&self.url("postgres")).await.unwrap();
        tokio::spawn(connection);
        client
    }

    /// Creates a database and returns its URL.
    async fn create_database(&self, name: &str) -> String {
        self.client().await.batch_execute(&format!("create database {name}")).await.unwrap();
        self.url(name)
    }

    fn url(&self, database: &str) -> String {
        self.server.url("postgres", None, database)
    }
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
        let url = cluster.create_database(name).await;
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
    let url = cluster.create_database("a").await;
    let other = cluster.client().await;
    other.batch_execute("begin; create role anon nologin noinherit").await.unwrap();
    let migration = tokio::spawn(async move { migrate::run(&url).await });
    wait_until_blocked(&cluster.client().await, "a").await;
    other.batch_execute("commit").await.unwrap();
    migration.await.unwrap().unwrap();
}
