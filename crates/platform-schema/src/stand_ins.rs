//! Stand-ins for extensions that projects create and the server does not have: schemas, functions and tables of the same
//! names in SQL. Workers of the gateway do what SQL cannot: send requests, and run jobs.
//!
//! A stack's own Postgres gets them as extensions with control files. On any other server the statement of a project is
//! replaced by the script.

use tokio_postgres::{Client, Error};

/// A stand-in.
#[derive(Debug, Clone, Copy)]
pub struct StandIn {
    /// The name of the extension.
    pub name: &'static str,
    /// The version whose names and arguments it has.
    pub version: &'static str,
    /// Its description in `pg_available_extensions`.
    pub comment: &'static str,
    /// The schema of its objects, if the extension has a fixed one.
    pub schema: Option<&'static str>,
    /// The SQL of `create extension`. `@extschema@` in it is the chosen schema.
    pub script: &'static str,
    /// The SQL of `drop extension` on a server where the script was run instead of `create extension`.
    pub drop: &'static str,
    /// An SQL expression: whether the script has run, in any schema.
    pub is_installed: &'static str,
    /// Whether the stack's own Postgres prefers it to an installed extension of that name, which works only with a library
    /// that the server loads at its start.
    pub replaces_installed: bool,
}

/// The script of a stand-in whose objects the platform's migrations create. Services use them too, so they stay when the
/// extension is dropped.
const OF_PLATFORM: &str = "select";

/// All stand-ins.
pub const STAND_INS: [StandIn; 8] = [
    StandIn {
        name: "pg_net",
        version: "0.20.4",
        comment: "Stand-in for pg_net: requests that the gateway sends",
        schema: None,
        script: OF_PLATFORM,
        drop: OF_PLATFORM,
        is_installed: "to_regclass('net.http_request_queue') is not null",
        replaces_installed: true,
    },
    StandIn {
        name: "pg_cron",
        version: "1.6.4",
        comment: "Stand-in for pg_cron: jobs that the gateway runs",
        schema: None,
        script: include_str!("../stand_ins/pg_cron.sql"),
        drop: "drop schema if exists cron cascade",
        is_installed: "to_regclass('cron.job') is not null",
        replaces_installed: true,
    },
    StandIn {
        name: "supabase_vault",
        version: "0.3.1",
        comment: "Stand-in for supabase_vault: secrets encrypted by pgcrypto",
        schema: Some("vault"),
        script: OF_PLATFORM,
        drop: OF_PLATFORM,
        is_installed: "to_regclass('vault.secrets') is not null",
        replaces_installed: false,
    },
    StandIn {
        name: "pgmq",
        version: "1.5.1",
        comment: "Stand-in for pgmq: message queues, without partitions",
        schema: Some("pgmq"),
        script: include_str!("../stand_ins/pgmq.sql"),
        drop: "drop schema if exists pgmq cascade",
        is_installed: "to_regclass('pgmq.meta') is not null",
        replaces_installed: false,
    },
    StandIn {
        name: "pgjwt",
        version: "0.2.0",
        comment: "Stand-in for pgjwt: tokens signed by HMAC",
        schema: None,
        script: include_str!("../stand_ins/pgjwt.sql"),
        drop: include_str!("../stand_ins/pgjwt_drop.sql"),
        is_installed: "exists (select from pg_proc where proname = 'algorithm_sign')",
        replaces_installed: false,
    },
    StandIn {
        name: "http",
        version: "1.7",
        comment: "Stand-in for http: requests that the gateway sends while the transaction waits",
        schema: None,
        script: include_str!("../stand_ins/http.sql"),
        drop: include_str!("../stand_ins/http_drop.sql"),
        is_installed: "exists (select from pg_type where typname = 'http_request' and typtype = 'c')",
        replaces_installed: false,
    },
    // Older projects create these two in their first migration, because every hosted database had them. Most call none of
    // their functions.
    StandIn {
        name: "pgsodium",
        version: "3.1.9",
        comment: "Empty: this stack has no pgsodium, and calls of its functions fail",
        schema: Some("pgsodium"),
        script: OF_PLATFORM,
        drop: OF_PLATFORM,
        is_installed: "to_regnamespace('pgsodium') is not null",
        replaces_installed: false,
    },
    StandIn {
        name: "pg_graphql",
        version: "1.5.11",
        comment: "Empty: this stack has no GraphQL, which graphql_public.graphql says",
        schema: Some("graphql"),
        script: OF_PLATFORM,
        drop: OF_PLATFORM,
        is_installed: "to_regnamespace('graphql') is not null",
        replaces_installed: false,
    },
];

/// Creates the schema `pgmq_public`, through which the API uses queues, if the database has `pgmq`.
///
/// # Errors
/// When a statement fails.
pub async fn expose_queues(client: &Client) -> Result<(), Error> {
    let has_queues = "select to_regclass('pgmq.meta') is not null";
    if client.query_one(has_queues, &[]).await?.get(0) {
        client.batch_execute(include_str!("../stand_ins/pgmq_public.sql")).await?;
    }
    Ok(())
}
