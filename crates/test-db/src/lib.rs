//! A fresh, migrated database for each test, cloned from a template that is migrated once: with the product's tables, or
//! with the platform's alone.
//!
//! The server is the one of `TEST_DATABASE_URL` (as its superuser, with password-less logins), which the program
//! `with-postgres` of this crate sets for a whole run, or else one private to the test process, started on first use.
//! [`Encrypted`] is a second server that accepts only TLS, [`Cluster`] a server for one test, [`PgBouncer`] a pooler in front
//! of a database.
//!
//! For tests only. Depends on `postgres-server`, `postgres-connect`, `child-process`, `platform-schema` and `schema`.

#![warn(missing_docs)]
// A failed setup step fails the test.
#![allow(clippy::expect_used)]

mod cluster;
mod encrypted;
mod pgbouncer;
mod server;
mod standby;

pub use cluster::Cluster;
pub use encrypted::Encrypted;
pub use pgbouncer::PgBouncer;
pub use server::{VARIABLE, installations, start as start_server};

use server::Address;
use std::time::Duration;
use tokio_postgres::Client;
use uuid::Uuid;

/// What a database is migrated to.
#[derive(Clone, Copy)]
enum Template {
    Platform,
    Product,
}

impl Template {
    fn name(self) -> &'static str {
        match self {
            Template::Platform => "platform_template",
            Template::Product => "isula_template",
        }
    }

    async fn migrate(self, url: &str) {
        let migrated = match self {
            Template::Platform => platform_schema::migrate::run(url).await,
            Template::Product => schema::migrate::run(url).await,
        };
        migrated.expect("migrate the template");
    }
}

/// A database of one test. Dropping the value drops the database.
pub struct Database {
    name: String,
    server: Address,
}

impl Database {
    /// A migrated database without data.
    pub async fn create() -> Database {
        Database::create_on(server::address(), Template::Product).await
    }

    /// A database without data, with only the platform's migrations.
    pub async fn platform() -> Database {
        Database::create_on(server::address(), Template::Platform).await
    }

    /// A migrated database without data, on the server that accepts only TLS.
    pub async fn encrypted() -> Database {
        Database::create_on(Encrypted::server().address(), Template::Product).await
    }

    async fn create_on(server: Address, template: Template) -> Database {
        let admin = connect(&server, "postgres", "postgres").await;
        ensure_template(&server, &admin, template).await;
        let name = format!("test_{}", Uuid::new_v4().simple());
        admin
            .batch_execute(&format!("create database {name} template {}", template.name()))
            .await
            .expect("clone the template");
        Database { name, server }
    }

    /// A migrated database with the sample hotels and reviews.
    pub async fn seeded() -> Database {
        let database = Database::create().await;
        schema::seed::run(&database.superuser_url()).await.expect("seed the database");
        database
    }

    /// The URL to connect as `role`, e.g. `authenticator`.
    pub fn url(&self, role: &str) -> String {
        self.server.url(role, &self.name)
    }

    /// The URL to connect as the superuser, to prepare a test and to inspect its outcome.
    pub fn superuser_url(&self) -> String {
        self.url("postgres")
    }

    /// The database's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A connection as the superuser.
    pub async fn client(&self) -> Client {
        connect(&self.server, "postgres", &self.name).await
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let (server, name) = (self.server.clone(), self.name.clone());
        // A destructor cannot await, and may run on a runtime's thread, so another thread runs the statement.
        let dropped = std::thread::spawn(move || {
            let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else {
                return;
            };
            runtime.block_on(async {
                let admin = connect(&server, "postgres", "postgres").await;
                let statement = format!("drop database if exists {name} with (force)");
                // A database that remains is removed with its server.
                let _ = tokio::time::timeout(Duration::from_secs(10), admin.batch_execute(&statement)).await;
            });
        });
        let _ = dropped.join();
    }
}

/// Creates and migrates the template unless another test, perhaps in another process, has done so.
async fn ensure_template(server: &Address, admin: &Client, template: Template) {
    admin
        .batch_execute("select pg_advisory_lock(hashtext('isula_template'))")
        .await
        .expect("lock the template");
    let exists = admin
        .query_opt("select 1 from pg_database where datname = $1", &[&template.name()])
        .await
        .expect("look for the template")
        .is_some();
    if !exists {
        let building = format!("building_{}", Uuid::new_v4().simple());
        admin.batch_execute(&format!("create database {building}")).await.expect("create the template");
        template.migrate(&server.url("postgres", &building)).await;
        admin
            .batch_execute(&format!("alter database {building} rename to {}", template.name()))
            .await
            .expect("name the template");
    }
    admin
        .batch_execute("select pg_advisory_unlock(hashtext('isula_template'))")
        .await
        .expect("unlock the template");
}

/// Polls until the condition holds, for a minute at most.
pub async fn eventually(condition: impl AsyncFn() -> bool) {
    let waiting = async {
        while !condition().await {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), waiting).await.expect("the condition never held");
}

async fn connect(server: &Address, role: &str, database: &str) -> Client {
    connect_to(&server.url(role, database)).await
}

async fn connect_to(url: &str) -> Client {
    let (client, connection) = postgres_connect::connect(url).await.expect("connect to the test server");
    tokio::spawn(async move {
        // The client's calls return the connection's errors.
        let _ = connection.await;
    });
    client
}
