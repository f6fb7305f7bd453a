//! Migrating as a role without superuser privileges, on every installed version of Postgres and on those that
//! `TEST_POSTGRES_BINARIES` names. Each test has clusters of its own, because roles belong to the cluster.

// A test whose setup fails stops.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use schema::migrate;
use test_db::Cluster;
use tokio_postgres::Client;

/// For each version of Postgres a cluster with a role `owner` and its database `app`.
async fn clusters_with_owner(options: &str) -> Vec<Cluster> {
    let mut clusters = Vec::new();
    for binaries in test_db::installations() {
        let cluster = Cluster::start_from(&binaries);
        let superuser = cluster.superuser("postgres").await;
        superuser.batch_execute(&format!("create role owner login {options}")).await.unwrap();
        superuser.batch_execute("create database app owner owner").await.unwrap();
        clusters.push(cluster);
    }
    clusters
}

async fn major_version(cluster: &Cluster) -> i32 {
    let version = "select current_setting('server_version_num')::integer / 10000";
    cluster.superuser("app").await.query_one(version, &[]).await.unwrap().get(0)
}

async fn connect(url: &str) -> Client {
    let (client, connection) = postgres_connect::connect(url).await.unwrap();
    tokio::spawn(connection);
    client
}

/// Runs the statements that the first attempt reports as the superuser, migrates, and returns the statements.
async fn migrate_as_owner(cluster: &Cluster) -> Vec<String> {
    let url = cluster.url("owner", "app");
    let Err(migrate::Error::Privileges { role, statements }) = migrate::run(&url).await else {
        panic!("an owner without further privileges could migrate");
    };
    assert_eq!(role, "owner");
    cluster.superuser("app").await.batch_execute(&statements.concat()).await.unwrap();
    assert!(migrate::run(&url).await.unwrap().len() > 10, "nothing was applied by the first attempt");
    assert!(migrate::run(&url).await.unwrap().is_empty(), "and nothing is left");
    statements
}

/// Seeds as `up` does, and reads as a request does.
async fn fill_and_read(cluster: &Cluster) {
    let report = schema::seed::run(&cluster.url("owner", "app")).await.unwrap();
    assert!(report.hotels > 0);
    let owner = connect(&cluster.url("owner", "app")).await;
    owner
        .batch_execute("insert into auth.users (id, email) values (gen_random_uuid(), 'a@example.com')")
        .await
        .unwrap();
    let visitor = connect(&cluster.url("authenticator", "app")).await;
    for role in ["anon", "authenticated", "service_role"] {
        visitor.batch_execute(&format!("set role {role}; select from public.hotels")).await.unwrap();
    }
    let timeouts = "select rolname::text, rolconfig::text from pg_roles where rolname like 'a%n%' and rolconfig is not null order by 1";
    let timeouts = owner.query(timeouts, &[]).await.unwrap();
    let timeouts: Vec<(&str, &str)> = timeouts.iter().map(|row| (row.get(0), row.get(1))).collect();
    assert_eq!(timeouts, [("anon", "{statement_timeout=3s}"), ("authenticated", "{statement_timeout=8s}")]);
}

#[tokio::test]
async fn an_owner_with_createrole_gets_only_the_statements_that_need_a_superuser() {
    for cluster in clusters_with_owner("createrole").await {
        let asked = migrate_as_owner(&cluster).await;
        assert_eq!(asked[0], "create role service_role nologin noinherit bypassrls;");
        assert!(
            asked[1..].iter().all(|grant| grant == "grant service_role to owner with admin option;"),
            "{asked:?}"
        );
        fill_and_read(&cluster).await;
    }
}

#[tokio::test]
async fn an_owner_without_createrole_gets_statements_that_create_the_roles() {
    for cluster in clusters_with_owner("").await {
        let asked = migrate_as_owner(&cluster).await;
        let created = asked.iter().filter(|statement| statement.starts_with("create role")).count();
        assert_eq!(created, 7, "{asked:?}");
        fill_and_read(&cluster).await;
    }
}

/// The administrator of a managed service, on which nobody can run statements as a superuser.
#[tokio::test]
async fn an_administrator_that_may_create_every_role_needs_no_statement() {
    for cluster in clusters_with_owner("createrole createdb bypassrls replication").await {
        let url = cluster.url("owner", "app");
        match (major_version(&cluster).await, migrate::run(&url).await) {
            (..16, Err(migrate::Error::Privileges { statements, .. })) => {
                assert!(statements[0].contains("bypassrls"), "{statements:?}");
            }
            (16.., Ok(applied)) => {
                assert!(applied.len() > 10);
                fill_and_read(&cluster).await;
            }
            (major, result) => panic!("Postgres {major}: {result:?}"),
        }
    }
}

#[tokio::test]
async fn a_second_database_of_a_migrated_cluster_needs_no_superuser() {
    for cluster in clusters_with_owner("createrole").await {
        migrate_as_owner(&cluster).await;
        let superuser = cluster.superuser("postgres").await;
        superuser.batch_execute("create database second owner owner").await.unwrap();
        assert!(!migrate::run(&cluster.url("owner", "second")).await.unwrap().is_empty());
    }
}

#[tokio::test]
async fn another_owner_of_the_cluster_gets_the_statements_that_share_the_roles() {
    for cluster in clusters_with_owner("createrole").await {
        migrate_as_owner(&cluster).await;
        let superuser = cluster.superuser("postgres").await;
        superuser.batch_execute("create role other login createrole").await.unwrap();
        superuser.batch_execute("create database second owner other").await.unwrap();
        let url = cluster.url("other", "second");
        if let Err(migrate::Error::Privileges { role, statements }) = migrate::run(&url).await {
            assert_eq!(role, "other");
            assert!(statements.iter().all(|statement| statement.starts_with("grant ")), "{statements:?}");
            cluster.superuser("second").await.batch_execute(&statements.concat()).await.unwrap();
            assert!(!migrate::run(&url).await.unwrap().is_empty());
        }
        let owner = connect(&url).await;
        owner.batch_execute("insert into auth.users (id) values (gen_random_uuid())").await.unwrap();
    }
}
