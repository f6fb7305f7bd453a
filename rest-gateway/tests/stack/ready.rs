//! `serve --ready`, the health check of a running `serve`.

use crate::postgrest_server::{Server, eventually};
use crate::running::PROGRAM;
use std::net::TcpListener;
use std::process::Command;

/// Whether it succeeded, and its output.
fn run_ready(variables: &[(&str, &str)]) -> (bool, String) {
    let mut command = Command::new(PROGRAM);
    command.args(["serve", "--ready"]).env("PGRST_SERVER_HOST", "127.0.0.1");
    let output = command.envs(variables.iter().copied()).output().unwrap();
    let text = if output.status.success() { output.stdout } else { output.stderr };
    (output.status.success(), String::from_utf8(text).unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn is_ready_while_the_schema_cache_is_current() {
    let server = Server::start(&[("PGRST_ADMIN_SERVER_PORT", "0")]).await;
    let url = format!("{}/ready", server.admin());
    let port = server.admin().rsplit_once(':').unwrap().1.to_owned();
    let ready = || run_ready(&[("PGRST_ADMIN_SERVER_PORT", &port)]);
    assert_eq!(ready(), (true, format!("OK: {url}\n")));
    let by_name = run_ready(&[("PGRST_ADMIN_SERVER_PORT", &port), ("PGRST_ADMIN_SERVER_HOST", "localhost")]);
    assert_eq!(by_name, (true, format!("OK: http://localhost:{port}/ready\n")));
    // The event trigger makes the server reload, which fails.
    let client = server.database.client().await;
    client.batch_execute("revoke select on pg_catalog.pg_proc from public").await.unwrap();
    eventually(async || ready() == (false, format!("ERROR: {url}\n"))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn asks_over_a_unix_socket() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("admin.sock");
    let variables = [("PGRST_ADMIN_SERVER_UNIX_SOCKET", path.to_str().unwrap())];
    let _server = Server::start(&variables).await;
    assert_eq!(run_ready(&variables), (true, format!("OK: {}/ready\n", path.display())));
}

#[test]
fn reports_why_it_cannot_ask() {
    let none = run_ready(&[("PGRST_ADMIN_SERVER_PORT", "")]);
    let message = "ERROR: Admin server is not running. Please check admin-server-port config.\n";
    assert_eq!(none, (false, message.to_owned()));

    let wildcard = run_ready(&[("PGRST_ADMIN_SERVER_PORT", "3001"), ("PGRST_SERVER_HOST", "*4")]);
    let message = "ERROR: The `--ready` flag cannot be used when server-host is configured as \"*4\". Please update your \
                server-host config to \"localhost\".\n";
    assert_eq!(wildcard, (false, message.to_owned()));

    // A port that is bound on another address, so that no process can bind it on this one meanwhile.
    let taken = TcpListener::bind("127.0.0.2:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let refused = run_ready(&[("PGRST_ADMIN_SERVER_PORT", &port), ("PGRST_SERVER_HOST", "127.0.0.3")]);
    let message = format!("ERROR: connection refused to http://127.0.0.3:{port}/ready\n");
    assert_eq!(refused, (false, message));
}
