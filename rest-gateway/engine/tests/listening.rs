//! Who hears of the schema's changes, and what is served while nobody does.

// A test that cannot go on can only stop.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::net::TcpListener;
use std::time::Duration;

use common::{Api, eventually};
use rest_engine::{Config, Engine};
use serde_json::json;
use test_db::{Database, Encrypted};
use tokio_postgres::Client;

/// Far less than a connection may take to be made.
const SOON: Duration = Duration::from_secs(6);

const ONE_LOAD: &str = "pgrst_schema_cache_loads_total{status=\"SUCCESS\"} 1\n";

/// The cinema in a database whose sessions cannot write, as those of a replica: nobody listens there.
async fn read_only_cinema(change: impl FnOnce(&mut Config)) -> Api {
    let database = Database::create().await;
    let cinema = include_str!("common/cinema.sql");
    let fixture =
        format!("{cinema}; alter database {} set default_transaction_read_only = on", database.name());
    Api::with_database(database, &fixture, change).await
}

/// One who can write there all the same.
async fn writer(api: &Api) -> Client {
    let client = api.database.client().await;
    client.batch_execute("set default_transaction_read_only = off").await.unwrap();
    client
}

/// `host:port` of a URL with a login.
fn place(url: &str) -> &str {
    let (_, rest) = url.split_once('@').unwrap();
    rest.split_once('/').unwrap().0
}

#[actix_web::test]
async fn where_somebody_listens_at_once_the_schema_is_loaded_once() {
    let api = Api::cinema().await;
    assert!(api.engine.is_ready());
    assert!(api.engine.metrics().contains(ONE_LOAD), "{}", api.engine.metrics());
    let listener =
        "select from pg_stat_activity where datname = current_database() and query = 'LISTEN \"pgrst\"'";
    assert_eq!(api.sql(listener).await, json!([{}]), "an operator finds it by what it has asked last");
}

#[actix_web::test]
async fn where_nobody_can_listen_requests_are_answered_and_the_schema_is_loaded_again_when_somebody_can() {
    let api = read_only_cinema(|_| ()).await;
    assert_eq!(api.get("/films?select=id&limit=1").await.ids(), [1]);
    assert!(!api.engine.is_ready(), "changes are not heard of");
    let writer = writer(&api).await;
    writer.batch_execute("create table api.added (id int); grant select on api.added to anon").await.unwrap();
    assert_eq!(api.get("/added").await.error(), (404, "PGRST205".to_owned()));

    let name = api.database.name();
    writer
        .batch_execute(&format!("alter database {name} reset default_transaction_read_only"))
        .await
        .unwrap();
    eventually(async || api.engine.is_ready()).await;
    assert_eq!(api.get("/added").await.json(), json!([]), "what was not heard of is read");
}

#[actix_web::test]
async fn a_schema_that_cannot_be_read_is_tried_again_while_nobody_listens() {
    let database = Database::create().await;
    let hidden = format!(
        "{}; revoke select on pg_catalog.pg_proc from public;
         alter database {} set default_transaction_read_only = on",
        include_str!("common/cinema.sql"),
        database.name()
    );
    let api = Api::with_database(database, &hidden, |_| ()).await;
    assert_eq!(api.get("/films").await.error(), (503, "PGRST002".to_owned()));
    let shown = "grant select on pg_catalog.pg_proc to public";
    writer(&api).await.batch_execute(shown).await.unwrap();
    eventually(async || api.get("/films?limit=0").await.status == 200).await;
    assert!(!api.engine.is_ready());
}

#[actix_web::test]
async fn without_a_channel_a_database_that_allows_no_writes_is_as_good_as_another() {
    let api = read_only_cinema(|config| config.db_channel_enabled = false).await;
    assert!(api.engine.is_ready());
    assert_eq!(api.get("/films?select=id&limit=1").await.ids(), [1]);
}

#[actix_web::test]
async fn of_several_servers_the_first_answers_and_changes_are_heard_of_at_the_one_that_allows_writes() {
    let far = Database::encrypted().await;
    let near = read_only_cinema(|_| ()).await;
    let name = near.database.name();
    far.client().await.batch_execute(&format!("create database {name}")).await.unwrap();
    let servers =
        format!("{},localhost:{}", place(&near.database.url("authenticator")), Encrypted::server().port());
    let config = Config {
        // Whatever it says of the kind of server is for requests.
        db_uri: format!("postgres://authenticator@{servers}/{name}?target_session_attrs=read-only"),
        ..near.config.clone()
    };
    let engine = Engine::connect(config).await.unwrap();
    let both = Api { engine, ..near };
    assert!(both.engine.is_ready());
    assert_eq!(both.get("/films?select=id&limit=1").await.ids(), [1]);

    let table = "create table api.added (id int); grant select on api.added to anon";
    writer(&both).await.batch_execute(table).await.unwrap();
    let there = Encrypted::server().url("postgres", both.database.name(), "sslmode=require");
    let (client, connection) = postgres_connect::connect(&there).await.unwrap();
    actix_web::rt::spawn(connection);
    client.batch_execute("notify pgrst, 'reload schema'").await.unwrap();
    eventually(async || both.get("/added").await.status == 200).await;
}

#[actix_web::test]
async fn a_server_that_says_nothing_to_the_listener_keeps_nobody_waiting() {
    let near = read_only_cinema(|_| ()).await;
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let servers = format!("{},{}", place(&near.database.url("authenticator")), silent.local_addr().unwrap());
    let config = Config {
        db_uri: format!("postgres://authenticator@{servers}/{}", near.database.name()),
        ..near.config.clone()
    };
    let engine = actix_web::rt::time::timeout(SOON, Engine::connect(config)).await.unwrap().unwrap();
    let both = Api { engine, ..near };
    assert_eq!(both.get("/films?select=id&limit=1").await.ids(), [1]);
    assert!(!both.engine.is_ready());
}
