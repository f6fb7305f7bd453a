//! The sockets of `serve` with PostgREST's environment.

use crate::postgrest_server::Server;
use crate::running::{PROGRAM, get};
use hyper::StatusCode;
use std::fs;
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::process::Command;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixStream;

#[tokio::test(flavor = "multi_thread")]
async fn a_unix_socket_replaces_the_admin_port() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("admin.sock");
    let server = Server::start(&[
        ("PGRST_ADMIN_SERVER_PORT", "0"),
        ("PGRST_ADMIN_SERVER_UNIX_SOCKET", path.to_str().unwrap()),
        ("PGRST_ADMIN_SERVER_UNIX_SOCKET_MODE", "600"),
    ])
    .await;
    let found = fs::metadata(&path).unwrap();
    assert!(found.file_type().is_socket());
    assert_eq!(found.permissions().mode() & 0o777, 0o600);
    assert_eq!(server.admin(), path.to_str().unwrap());

    let mut connection = UnixStream::connect(&path).await.unwrap();
    connection.write_all(b"GET /ready HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").await.unwrap();
    let mut answer = String::new();
    connection.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_server_can_take_over_a_shared_port() {
    let first = Server::start(&[("PGRST_SERVER_REUSEPORT", "true")]).await;
    let port = first.url.rsplit_once(':').unwrap().1.to_owned();
    let books = format!("{}/books?limit=0", first.url);
    let second = Server::with(&["--port", &port], &[("PGRST_SERVER_REUSEPORT", "true")]).await;
    assert_eq!(second.url, first.url);
    let mut stack = first.stack;
    stack.end("TERM");
    assert_eq!(get(&books, "").await.0, StatusCode::OK);

    let mut alone = Command::new(PROGRAM);
    alone.args(["serve", "--port", &port]).env("PGRST_SERVER_HOST", "127.0.0.1");
    let output = alone.env("PGRST_DB_URI", second.database.url("authenticator")).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && error.contains("in use"), "{error}");
}
