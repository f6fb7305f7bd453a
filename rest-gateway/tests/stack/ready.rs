//! `serve --ready`, which asks a running `serve` as PostgREST's flag of that name asks PostgREST.

use crate::drop_in::{Server, eventually};
use crate::running::PROGRAM;
use std::net::TcpListener;
use std::process::Command;

/// Whether it went well, and what it said.
fn ask(variables: &[(&str, &str)]) -> (bool, String) {
    let mut command = Command::new(PROGRAM);
    command.args(["serve", "--ready"]).env("PGRST_SERVER_HOST", "127.0.0.1");
    let output = command.envs(variables.iter().copied()).output().unwrap();
    let said = if output.status.success() { output.stdout } else { output.stderr };
    (output.status.success(), String::from_utf8(said).unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_is_ready_while_its_schema_is_the_databases() {
    let server = Server::start(&[("PGRST_ADMIN_SERVER_PORT", "0")]).await;
    let url = format!("{}/ready", server.admin());
    let port = server.admin().rsplit_once(':').unwrap().1.to_owned();
    let asked = || ask(&[("PGRST_ADMIN_SERVER_PORT", &port)]);
    assert_eq!(asked(), (true, format!("OK: {url}\n")));
    let by_name = ask(&[("PGRST_ADMIN_SERVER_PORT", &port), ("PGRST_ADMIN_SERVER_HOST", "localhost")]);
    assert_eq!(by_name, (true, format!("OK: http://localhost:{port}/ready\n")));
    // The event trigger has the server load it.
    let client = server.database.client().await;
    client.batch_execute("revoke select on pg_catalog.pg_proc from public").await.unwrap();
    eventually(async || asked() == (false, format!("ERROR: {url}\n"))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_is_asked_at_its_unix_socket() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("admin.sock");
    let variables = [("PGRST_ADMIN_SERVER_UNIX_SOCKET", path.to_str().unwrap())];
    let _server = Server::start(&variables).await;
    assert_eq!(ask(&variables), (true, format!("OK: {}/ready\n", path.display())));
}

#[test]
fn where_nobody_can_be_asked_it_says_why() {
    let none = ask(&[("PGRST_ADMIN_SERVER_PORT", "")]);
    let said = "ERROR: Admin server is not running. Please check admin-server-port config.\n";
    assert_eq!(none, (false, said.to_owned()));

    let everywhere = ask(&[("PGRST_ADMIN_SERVER_PORT", "3001"), ("PGRST_SERVER_HOST", "*4")]);
    let said = "ERROR: The `--ready` flag cannot be used when server-host is configured as \"*4\". Please update your \
                server-host config to \"localhost\".\n";
    assert_eq!(everywhere, (false, said.to_owned()));

    // A port that is taken, so that nobody else takes it, and at which nobody listens at this address.
    let taken = TcpListener::bind("127.0.0.2:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let nobody = ask(&[("PGRST_ADMIN_SERVER_PORT", &port), ("PGRST_SERVER_HOST", "127.0.0.3")]);
    let said = format!("ERROR: connection refused to http://127.0.0.3:{port}/ready\n");
    assert_eq!(nobody, (false, said));
}
