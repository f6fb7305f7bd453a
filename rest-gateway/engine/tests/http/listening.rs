//! The LISTEN connection: schema reloads, and what the engine serves while it cannot listen.

use std::net::TcpListener;
use std::time::Duration;

use crate::common::{Api, eventually};
use rest_engine::{Config, Engine};
use serde_json::json;
use test_db::{Database, Encrypted};
use tokio_postgres::Client;

/// Well below the connect timeout.
const SOON: Duration = Duration::from_secs(6);

const ONE_LOAD: &str = "pgrst_schema_cache_loads_total{status=\"SUCCESS\"} 1\n";

/// The cinema in a database whose sessions are read-only, as on a replica. The engine does not listen there.
async fn read_only_cinema(change: impl FnOnce(&mut Config)) -> Api {
    let database = Database::create().await;
    let cinema = include_str!("common/cinema.sql");
    let fixture =
        format!("{cinema}; alter database {} set default_transaction_read_only = on", database.name());
    Api::with_database(database, &fixture, change).await
}

/// A session that can write to a read-only cinema.
async fn writer(api: &Api) -> Client {
    let client = api.database.client().await;
    client.batch_execute("set default_transaction_read_only = off").await.unwrap();
    client
}

/// `host:port` of a URL with a login.
fn host_and_port(url: &str) -> &str {
    let (_, rest) = url.split_once('@').unwrap();
    rest.split_once('/').unwrap().0
}

#[actix_web::test]
async fn loads_the_schema_once_if_listen_succeeds_at_the_start() {
    let api = Api::cinema().await;
    assert!(api.engine.is_ready());
    assert!(api.engine.metrics().contains(ONE_LOAD), "{}", api.engine.metrics());
    let listener =
        "select from pg_stat_activity where datname = current_database() and query = 'LISTEN \"pgrst\"'";
    assert_eq!(api.sql(listener).await, json!([{}]), "operators recognise the connection by its last query");
}

#[actix_web::test]
async fn serves_requests_without_listen_and_reloads_the_schema_once_it_listens() {
    let api = read_only_cinema(|_| ()).await;
    assert_eq!(api.get("/films?select=id&limit=1").await.ids(), [1]);
    assert!(!api.engine.is_ready(), "the engine does not listen");
    let writer = writer(&api).await;
    writer.batch_execute("create table api.added (id int); grant select on api.added to anon").await.unwrap();
    assert_eq!(api.get("/added").await.error(), (404, "PGRST205".to_owned()));

    let name = api.database.name();
    writer
        .batch_execute(&format!("alter database {name} reset default_transaction_read_only"))
        .await
        .unwrap();
    eventually(async || api.engine.is_ready()).await;
    assert_eq!(
        api.get("/added").await.json(),
        json!([]),
        "the reload finds the change that was not notified"
    );
}

#[actix_web::test]
async fn retries_a_failed_schema_load_while_it_cannot_listen() {
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
async fn is_ready_with_a_read_only_database_if_the_channel_is_disabled() {
    let api = read_only_cinema(|config| config.db_channel_enabled = false).await;
    assert!(api.engine.is_ready());
    assert_eq!(api.get("/films?select=id&limit=1").await.ids(), [1]);
}

#[actix_web::test]
async fn queries_the_first_of_several_servers_and_listens_on_the_writable_one() {
    let far = Database::encrypted().await;
    let near = read_only_cinema(|_| ()).await;
    let name = near.database.name();
    far.client().await.batch_execute(&format!("create database {name}")).await.unwrap();
    let servers = format!(
        "{},localhost:{}",
        host_and_port(&near.database.url("authenticator")),
        Encrypted::server().port()
    );
    let config = Config {
        // target_session_attrs applies to requests only. The listener always needs a writable server.
        db_uri: format!("postgres://authenticator@{servers}/{name}?target_session_attrs=read-only"),
        ..near.config.clone()
    };
    let engine = Engine::connect(config).await.unwrap();
    let both = Api { engine, ..near };
    assert!(both.engine.is_ready());
    assert_eq!(both.get("/films?select=id&limit=1").await.ids(), [1]);

    let table = "create table api.added (id int); grant select on api.added to anon";
    writer(&both).await.batch_execute(table).await.unwrap();
    let writable = Encrypted::server().url("postgres", both.database.name(), "sslmode=require");
    let (client, connection) = postgres_connect::connect(&writable).await.unwrap();
    actix_web::rt::spawn(connection);
    client.batch_execute("notify pgrst, 'reload schema'").await.unwrap();
    eventually(async || both.get("/added").await.status == 200).await;
}

#[actix_web::test]
async fn a_silent_listen_server_does_not_delay_the_start() {
    let near = read_only_cinema(|_| ()).await;
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let servers =
        format!("{},{}", host_and_port(&near.database.url("authenticator")), silent.local_addr().unwrap());
    let config = Config {
        db_uri: format!("postgres://authenticator@{servers}/{}", near.database.name()),
        ..near.config.clone()
    };
    let engine = actix_web::rt::time::timeout(SOON, Engine::connect(config)).await.unwrap().unwrap();
    let both = Api { engine, ..near };
    assert_eq!(both.get("/films?select=id&limit=1").await.ids(), [1]);
    assert!(!both.engine.is_ready());
}
