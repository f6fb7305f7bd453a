//! `serve` reloads the schema cache on SIGUSR1 and the configuration on SIGUSR2.

use crate::postgrest_server::{BOTH, Server, eventually};
use crate::processes::{signal, wait_until};
use hyper::StatusCode;
use std::fs;

#[tokio::test(flavor = "multi_thread")]
async fn sigusr2_reloads_the_listener_and_the_log_level() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("postgrest.conf");
    fs::write(&path, "db-channel-enabled = false\nlog-level = \"crit\"\nnonsense = 1\n").unwrap();
    let server = Server::with(&["--port", "0", path.to_str().unwrap()], &[]).await;
    let client = server.database.client().await;
    let table = "create table library.readers (name text); grant select on library.readers to anon;";
    client.batch_execute(table).await.unwrap();
    assert_eq!(server.get("/readers").await.0, StatusCode::NOT_FOUND, "no notification arrives");
    assert!(!server.log_has("borrow a connection") && !server.log_has("nonsense"), "crit logs neither");

    fs::write(&path, "db-channel = \"other\"\nlog-level = \"debug\"\nnonsense = 1\n").unwrap();
    signal(server.stack.pid(), "USR2");
    eventually(async || server.log_has("notifications on the \\\"other\\\" channel")).await;
    // It reloads when it starts to listen, because it may have missed notifications.
    eventually(async || server.get("/readers").await.0 == StatusCode::OK).await;
    assert!(
        server.log_has("borrow a connection") && !server.log_has("nonsense"),
        "unknown settings are reported only at start"
    );
    let is_logged = |line: String| line.contains("GET /readers HTTP/1.1\" 200");
    eventually(async || server.stack.later.try_iter().any(is_logged)).await;
    client
        .batch_execute("alter table library.readers rename to guests; notify other, 'reload schema'")
        .await
        .unwrap();
    eventually(async || server.get("/guests").await.0 == StatusCode::OK).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sigusr1_reloads_the_schema_cache() {
    let server = Server::start(&[("PGRST_DB_CHANNEL_ENABLED", "false")]).await;
    let client = server.database.client().await;
    let table = "create table library.readers (name text); grant select on library.readers to anon;";
    client.batch_execute(table).await.unwrap();
    assert_eq!(server.get("/readers").await.0, StatusCode::NOT_FOUND, "not reloaded yet");

    let loads = || server.stack.log().matches("Schema cache loaded").count();
    // The server answers a moment before it logs that it has loaded.
    wait_until("the first load is logged", || loads() > 0);
    let before = loads();
    signal(server.stack.pid(), "USR1");
    wait_until("the schema cache is reloaded", || loads() > before);
    // It logs the load a moment before it uses it.
    eventually(async || server.get("/readers").await == (StatusCode::OK, "[]".to_owned())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sigusr2_reloads_the_configuration_from_pre_config() {
    let variables = [("PGRST_DB_CHANNEL_ENABLED", "false"), ("PGRST_DB_PRE_CONFIG", "library.pre_config")];
    let server = Server::start(&variables).await;
    assert_eq!(server.get("/books?select=id").await.1, BOTH);
    let client = server.database.client().await;
    client.batch_execute("insert into library.settings values ('pgrst.db_max_rows', '1')").await.unwrap();
    assert_eq!(server.get("/books?select=id").await.1, BOTH, "not reloaded yet");

    signal(server.stack.pid(), "USR2");
    wait_until("it has read", || server.log_has("Config reloaded"));
    assert_eq!(server.get("/books?select=id").await.1, r#"[{"id":1}]"#);
}

#[tokio::test(flavor = "multi_thread")]
async fn sigusr2_reloads_the_configuration_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("postgrest.conf");
    fs::write(&path, "db-max-rows = 1\nserver-port = 1\n").unwrap();
    let arguments = ["--port", "0", path.to_str().unwrap()];
    let server = Server::with(&arguments, &[("PGRST_DB_CHANNEL_ENABLED", "false")]).await;
    assert_eq!(server.get("/books?select=id").await.1, r#"[{"id":1}]"#);

    fs::write(&path, "db-max-rows = \"").unwrap();
    signal(server.stack.pid(), "USR2");
    wait_until("the error is logged", || server.log_has("postgrest.conf: line 1"));
    assert_eq!(server.get("/books?select=id").await.1, r#"[{"id":1}]"#);

    fs::write(&path, "").unwrap();
    signal(server.stack.pid(), "USR2");
    wait_until("it has read", || server.log_has("Config reloaded"));
    assert_eq!(server.get("/books?select=id").await.1, BOTH);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failing_pre_config_is_logged_and_ignored() {
    let server = Server::start(&[("PGRST_DB_PRE_CONFIG", "library.nowhere")]).await;
    assert_eq!(server.get("/books?select=id").await.1, BOTH);
    assert!(server.log_has("db-pre-config failed"));
}
