//! `serve` with PostgREST's environment: what clients and operators of a PostgREST container rely on.

use crate::postgrest_server::{BOTH, Server, eventually};
use crate::running::{PROGRAM, Place};
use hyper::{Method, StatusCode};
use std::fs;
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::process::Command;
use test_db::Database;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

#[tokio::test(flavor = "multi_thread")]
async fn serves_the_api_at_the_root_without_an_api_key() {
    let server = Server::start(&[]).await;
    assert_eq!(
        server.get("/books?select=title&id=eq.2").await,
        (StatusCode::OK, r#"[{"title":"Mateo Falcone"}]"#.to_owned())
    );
    assert_eq!(server.get("/rpc/opening_hours").await.1, "\"9-17\"");
    let (status, description) = server.get("/").await;
    assert!(status == StatusCode::OK && description.contains("/books"), "{description}");
    assert_eq!(server.get("/rest/v1/books").await.0, StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread")]
async fn identifies_itself_as_postgrest() {
    let server = Server::start(&[]).await;
    let preflight = [("Origin", "https://one.example"), ("Access-Control-Request-Method", "GET")];
    for (method, path, headers) in [
        (Method::GET, "/books", &[][..]),
        (Method::GET, "/nowhere", &[]),
        (Method::OPTIONS, "/books", &preflight),
    ] {
        let (_, headers, _) = server.send(method, path, headers).await;
        assert_eq!(headers["server"], "postgrest/16", "{path}");
    }
    let names = "select distinct application_name from pg_stat_activity
                 where datname = current_database() and usename = 'authenticator'";
    let names = server.database.client().await.query(names, &[]).await.unwrap();
    let names: Vec<&str> = names.iter().map(|row| row.get(0)).collect();
    assert_eq!(names, ["PostgREST 16"], "the pool and the listener");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_variable_counts_as_absent() {
    let server = Server::start(&[
        ("PGRST_ADMIN_SERVER_PORT", ""),
        ("PGRST_DB_CHANNEL_ENABLED", ""),
        ("PGRST_DB_POOL", ""),
        ("PGRST_LOG_LEVEL", ""),
        ("PGRST_SERVER_UNIX_SOCKET", ""),
    ])
    .await;
    let client = server.database.client().await;
    let table = "create table library.readers (name text); grant select on library.readers to anon;";
    client.batch_execute(table).await.unwrap();
    eventually(async || server.get("/readers").await.0 == StatusCode::OK).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cors_allows_every_origin_or_the_configured_ones() {
    let open = Server::start(&[]).await;
    let asked = [
        ("Origin", "https://one.example"),
        ("Access-Control-Request-Method", "PATCH"),
        ("Access-Control-Request-Headers", "Prefer"),
    ];
    let (status, headers, _) = open.send(Method::OPTIONS, "/books", &asked).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(headers["access-control-allow-origin"], "*");
    assert!(headers["access-control-allow-methods"].to_str().unwrap().contains("PATCH"));
    assert!(headers["access-control-allow-headers"].to_str().unwrap().contains("Prefer"));

    let named =
        Server::start(&[("PGRST_SERVER_CORS_ALLOWED_ORIGINS", "https://one.example, https://two.example")])
            .await;
    let origin = async |origin: &str| {
        let (_, headers, _) = named.send(Method::GET, "/books", &[("Origin", origin)]).await;
        headers.get("access-control-allow-origin").map(|value| value.to_str().unwrap().to_owned())
    };
    assert_eq!(origin("https://two.example").await.as_deref(), Some("https://two.example"));
    assert_eq!(origin("https://three.example").await, None);

    let set = format!(
        "alter role authenticator in database {} set pgrst.server_cors_allowed_origins = 'https://three.example';
         notify pgrst, 'reload config'",
        named.database.name()
    );
    named.database.client().await.batch_execute(&set).await.unwrap();
    eventually(async || origin("https://three.example").await.is_some()).await;
    assert_eq!(origin("https://two.example").await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_unix_socket_replaces_the_port() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("api.sock");
    let variables =
        [("PGRST_SERVER_UNIX_SOCKET", path.to_str().unwrap()), ("PGRST_SERVER_UNIX_SOCKET_MODE", "600")];
    let server = Server::start(&variables).await;
    let found = fs::metadata(&path).unwrap();
    assert!(found.file_type().is_socket());
    assert_eq!(found.permissions().mode() & 0o777, 0o600);
    drop(server);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rejected_password_ends_the_server() {
    let database = Database::encrypted().await;
    let role = "create role by_password login password 'right'";
    database.client().await.batch_execute(role).await.unwrap();
    for (password, message) in
        [(Some("wrong"), "password authentication failed"), (None, "asks for a password")]
    {
        let mut command = Command::new(PROGRAM);
        command.args(["serve", "--port", "0"]).env("PGRST_DB_URI", database.url("by_password"));
        command.envs(password.map(|password| ("PGPASSWORD", password)));
        let output = command.output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{error}");
        assert!(error.contains(message), "{error}");
        assert!(output.stdout.is_empty(), "it must not print that it listens");
    }
}

/// URLs as in PostgREST's documentation, sent unencoded as curl does.
#[tokio::test(flavor = "multi_thread")]
async fn accepts_urls_that_are_not_encoded() {
    let server = Server::start(&[]).await;
    let mut client = TcpStream::connect(server.url.trim_start_matches("http://")).await.unwrap();
    let requests = [
        ("/books?select=id&title=in.(\"Colomba\")", "[{\"id\":1}]"),
        ("/books?select=title->>a&id=eq.2&or=(title.neq.é,id.is.null)", "[{\"a\":null}]"),
        ("/books?select=id&title=lt.<>&order=id", "[]"),
    ];
    for (target, expected) in requests {
        let request = format!("GET {target} HTTP/1.1\r\nHost: a\r\n\r\n");
        client.write_all(request.as_bytes()).await.unwrap();
        let mut seen = String::new();
        while !seen.contains(expected) {
            let mut buffer = [0; 4096];
            let read = client.read(&mut buffer).await.unwrap();
            assert!(read > 0, "{target}: {seen}");
            seen.push_str(&String::from_utf8_lossy(&buffer[..read]));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_connection_ends_the_server_only_without_automatic_recovery() {
    let cut_off = "select pg_terminate_backend(pid) from pg_stat_activity
                   where datname = current_database() and usename = 'authenticator'";
    let recovering = Server::start(&[]).await;
    recovering.database.client().await.batch_execute(cut_off).await.unwrap();
    eventually(async || recovering.get("/books?select=id").await.1 == BOTH).await;

    let mut server = Server::start(&[("PGRST_DB_POOL_AUTOMATIC_RECOVERY", "false")]).await;
    assert_eq!(server.get("/books?select=id").await.1, BOTH);
    server.database.client().await.batch_execute(cut_off).await.unwrap();
    assert_eq!(server.stack.wait().code(), Some(1));
    assert!(server.log_has("db-pool-automatic-recovery"), "{}", server.stack.log());
}

#[tokio::test(flavor = "multi_thread")]
async fn reads_the_secret_from_a_file_and_rejects_a_short_one() {
    let place = Place::new();
    let file = place.path().join("secret");
    fs::write(&file, "short\n").unwrap();
    let output = Command::new(PROGRAM)
        .arg("serve")
        .env("PGRST_DB_URI", "postgres://nobody@127.0.0.1:1/x")
        .env("PGRST_JWT_SECRET", format!("@{}", file.display()))
        .output()
        .unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && error.contains("at least 32 characters"), "{error}");
    assert!(!error.contains("short\n"), "the error repeats no secret");
}
