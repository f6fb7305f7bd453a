//! `serve` by PostgREST's environment: what a client and an operator of a PostgREST container find again.

use crate::processes::{signal, wait_until};
use crate::running::{PROGRAM, Place, Stack};
use bytes::Bytes;
use http_body_util::{BodyExt, Empty};
use hyper::{HeaderMap, Method, Request, StatusCode};
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use std::fs;
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::process::Command;
use std::time::Duration;
use test_db::Database;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const LIBRARY: &str = "
    create schema library;
    create table library.books (id int primary key, title text not null);
    insert into library.books values (1, 'Colomba'), (2, 'Mateo Falcone');
    create function library.opening_hours() returns text stable language sql
        return current_setting('app.settings.opening_hours');
    create function library.broken() returns void language plpgsql as
        $$ begin raise sqlstate 'XX000' using message = 'out of order'; end $$;
    create table library.settings (name text, value text);
    create function library.pre_config() returns void language plpgsql as $$ begin
        perform set_config(name, value, true) from library.settings;
    end $$;
    grant usage on schema library to anon, authenticator;
    grant select on library.settings to authenticator;
    grant execute on all functions in schema library to anon, authenticator;
    grant select on all tables in schema library to anon;";

/// Both books, as Postgres writes an array of rows.
const BOTH: &str = "[{\"id\":1}, \n {\"id\":2}]";

/// A server over a database with books, with more variables.
pub struct Server {
    pub database: Database,
    pub stack: Stack,
    pub url: String,
    _place: Place,
}

impl Server {
    pub async fn start(variables: &[(&str, &str)]) -> Server {
        Server::with(&["--port", "0"], variables).await
    }

    /// With arguments of the test's choice.
    pub async fn with(arguments: &[&str], variables: &[(&str, &str)]) -> Server {
        let database = Database::create().await;
        database.client().await.batch_execute(LIBRARY).await.unwrap();
        let place = Place::new();
        let mut command = Command::new(PROGRAM);
        command.arg("serve").args(arguments).current_dir(place.path());
        command.envs([
            ("PGRST_DB_URI", database.url("authenticator").as_str()),
            ("PGRST_DB_SCHEMAS", "library"),
            ("PGRST_DB_ANON_ROLE", "anon"),
            ("PGRST_SERVER_HOST", "127.0.0.1"),
            ("PGRST_APP_SETTINGS_OPENING_HOURS", "9-17"),
        ]);
        command.envs(variables.iter().copied());
        let stack = Stack::started(&place, command, "Listening on");
        let url = stack.line.rsplit_once(' ').unwrap().1.to_owned();
        Server { database, stack, url, _place: place }
    }

    pub async fn ask(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
    ) -> (StatusCode, HeaderMap, String) {
        let client = Client::builder(TokioExecutor::new()).build_http();
        let mut request = Request::builder().method(method).uri(format!("{}{path}", self.url));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let (head, body) =
            client.request(request.body(Empty::<Bytes>::new()).unwrap()).await.unwrap().into_parts();
        let body = body.collect().await.unwrap().to_bytes();
        (head.status, head.headers, String::from_utf8(body.to_vec()).unwrap())
    }

    pub async fn get(&self, path: &str) -> (StatusCode, String) {
        let (status, _, body) = self.ask(Method::GET, path, &[]).await;
        (status, body)
    }

    pub fn log_has(&self, text: &str) -> bool {
        self.stack.log().contains(text)
    }

    /// Where its admin server is, which was asked for on a free port.
    pub fn admin(&self) -> String {
        let log = self.stack.log();
        let (_, told) = log.split_once("Admin server listening on ").unwrap();
        let (place, _) = told.split_once('"').unwrap();
        if place.starts_with('/') { place.to_owned() } else { format!("http://{place}") }
    }
}

/// Waits until something that happens by itself has happened.
pub async fn eventually(happened: impl AsyncFn() -> bool) {
    let waiting = async {
        while !happened().await {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), waiting).await.expect("it never happened");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_api_is_at_the_root_and_asks_for_no_key() {
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
async fn it_goes_by_the_name_of_postgrest() {
    let server = Server::start(&[]).await;
    let preflight = [("Origin", "https://one.example"), ("Access-Control-Request-Method", "GET")];
    for (method, path, headers) in [
        (Method::GET, "/books", &[][..]),
        (Method::GET, "/nowhere", &[]),
        (Method::OPTIONS, "/books", &preflight),
    ] {
        let (_, headers, _) = server.ask(method, path, headers).await;
        assert_eq!(headers["server"], "postgrest/16", "{path}");
    }
    let names = "select distinct application_name from pg_stat_activity
                 where datname = current_database() and usename = 'authenticator'";
    let names = server.database.client().await.query(names, &[]).await.unwrap();
    let names: Vec<&str> = names.iter().map(|row| row.get(0)).collect();
    assert_eq!(names, ["PostgREST 16"], "the pool and the listener");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_variable_without_a_text_is_as_one_that_is_not_there() {
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
async fn sigusr2_reads_whether_the_database_is_listened_to_and_what_the_log_tells() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("postgrest.conf");
    fs::write(&path, "db-channel-enabled = false\nlog-level = \"crit\"\nnonsense = 1\n").unwrap();
    let server = Server::with(&["--port", "0", path.to_str().unwrap()], &[]).await;
    let client = server.database.client().await;
    let table = "create table library.readers (name text); grant select on library.readers to anon;";
    client.batch_execute(table).await.unwrap();
    assert_eq!(server.get("/readers").await.0, StatusCode::NOT_FOUND, "nobody listens");
    assert!(
        !server.log_has("borrow a connection") && !server.log_has("nonsense"),
        "of such things crit tells nothing"
    );

    fs::write(&path, "db-channel = \"other\"\nlog-level = \"debug\"\nnonsense = 1\n").unwrap();
    signal(server.stack.pid(), "USR2");
    eventually(async || server.log_has("notifications on the \\\"other\\\" channel")).await;
    // What it has not heard it reads when it begins to listen.
    eventually(async || server.get("/readers").await.0 == StatusCode::OK).await;
    assert!(
        server.log_has("borrow a connection") && !server.log_has("nonsense"),
        "which was told at the start, or never"
    );
    let is_told = |line: String| line.contains("GET /readers HTTP/1.1\" 200");
    eventually(async || server.stack.later.try_iter().any(is_told)).await;
    client
        .batch_execute("alter table library.readers rename to guests; notify other, 'reload schema'")
        .await
        .unwrap();
    eventually(async || server.get("/guests").await.0 == StatusCode::OK).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cors_is_open_to_every_origin_or_to_those_that_are_named() {
    let open = Server::start(&[]).await;
    let asked = [
        ("Origin", "https://one.example"),
        ("Access-Control-Request-Method", "PATCH"),
        ("Access-Control-Request-Headers", "Prefer"),
    ];
    let (status, headers, _) = open.ask(Method::OPTIONS, "/books", &asked).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(headers["access-control-allow-origin"], "*");
    assert!(headers["access-control-allow-methods"].to_str().unwrap().contains("PATCH"));
    assert!(headers["access-control-allow-headers"].to_str().unwrap().contains("Prefer"));

    let named =
        Server::start(&[("PGRST_SERVER_CORS_ALLOWED_ORIGINS", "https://one.example, https://two.example")])
            .await;
    let origin = async |origin: &str| {
        let (_, headers, _) = named.ask(Method::GET, "/books", &[("Origin", origin)]).await;
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
async fn sigusr1_reads_the_schema_anew() {
    let server = Server::start(&[("PGRST_DB_CHANNEL_ENABLED", "false")]).await;
    let client = server.database.client().await;
    let table = "create table library.readers (name text); grant select on library.readers to anon;";
    client.batch_execute(table).await.unwrap();
    assert_eq!(server.get("/readers").await.0, StatusCode::NOT_FOUND, "nobody has told the server yet");

    let loads = || server.stack.log().matches("Schema cache loaded").count();
    // The server answers a moment before it logs that it has loaded.
    wait_until("the first load is logged", || loads() > 0);
    let before = loads();
    signal(server.stack.pid(), "USR1");
    wait_until("it has read", || loads() > before);
    // It logs what it has read a moment before it serves by it.
    eventually(async || server.get("/readers").await == (StatusCode::OK, "[]".to_owned())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sigusr2_reads_what_pre_config_makes_of_the_configuration() {
    let variables = [("PGRST_DB_CHANNEL_ENABLED", "false"), ("PGRST_DB_PRE_CONFIG", "library.pre_config")];
    let server = Server::start(&variables).await;
    assert_eq!(server.get("/books?select=id").await.1, BOTH);
    let client = server.database.client().await;
    client.batch_execute("insert into library.settings values ('pgrst.db_max_rows', '1')").await.unwrap();
    assert_eq!(server.get("/books?select=id").await.1, BOTH, "nobody has told the server yet");

    signal(server.stack.pid(), "USR2");
    wait_until("it has read", || server.log_has("Config reloaded"));
    assert_eq!(server.get("/books?select=id").await.1, r#"[{"id":1}]"#);
}

#[tokio::test(flavor = "multi_thread")]
async fn sigusr2_reads_the_configuration_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("postgrest.conf");
    fs::write(&path, "db-max-rows = 1\nserver-port = 1\n").unwrap();
    let arguments = ["--port", "0", path.to_str().unwrap()];
    let server = Server::with(&arguments, &[("PGRST_DB_CHANNEL_ENABLED", "false")]).await;
    assert_eq!(server.get("/books?select=id").await.1, r#"[{"id":1}]"#);

    fs::write(&path, "db-max-rows = \"").unwrap();
    signal(server.stack.pid(), "USR2");
    wait_until("it has said why not", || server.log_has("postgrest.conf: line 1"));
    assert_eq!(server.get("/books?select=id").await.1, r#"[{"id":1}]"#);

    fs::write(&path, "").unwrap();
    signal(server.stack.pid(), "USR2");
    wait_until("it has read", || server.log_has("Config reloaded"));
    assert_eq!(server.get("/books?select=id").await.1, BOTH);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pre_config_that_fails_is_told_and_the_api_goes_on() {
    let server = Server::start(&[("PGRST_DB_PRE_CONFIG", "library.nowhere")]).await;
    assert_eq!(server.get("/books?select=id").await.1, BOTH);
    assert!(server.log_has("db-pre-config failed"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_unix_socket_takes_the_place_of_the_port() {
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
async fn the_admin_server_tells_that_it_lives_and_is_ready_and_what_it_has_counted() {
    let mut server = Server::start(&[("PGRST_ADMIN_SERVER_PORT", "0")]).await;
    assert_eq!(server.get("/metrics").await.0, StatusCode::NOT_FOUND, "the public is told nothing");
    server.url = server.admin();
    for path in ["/live", "/ready"] {
        assert_eq!(server.get(path).await, (StatusCode::OK, String::new()), "{path}");
    }
    let (status, figures) = server.get("/metrics").await;
    assert!(status == StatusCode::OK && figures.contains("pgrst_schema_cache_loads_total"), "{figures}");
    let (status, cache) = server.get("/schema_cache").await;
    assert!(status == StatusCode::OK && cache.contains(r#""dbTables":[[{"qiName":"books","#), "{cache}");
    // It holds secrets.
    assert_eq!(server.get("/config").await.0, StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_admin_server_tells_when_the_schema_is_not_the_databases_and_when_the_api_is_not_reached() {
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("api.sock");
    let mut server = Server::start(&[
        ("PGRST_ADMIN_SERVER_PORT", "0"),
        ("PGRST_SERVER_UNIX_SOCKET", socket.to_str().unwrap()),
    ])
    .await;
    server.url = server.admin();
    let says = async |path: &str| server.get(path).await.0;
    let client = server.database.client().await;
    // The event trigger has the server load it.
    client.batch_execute("revoke select on pg_catalog.pg_proc from public").await.unwrap();
    eventually(async || says("/ready").await == StatusCode::SERVICE_UNAVAILABLE).await;
    assert_eq!(says("/live").await, StatusCode::OK);
    client.batch_execute("grant select on pg_catalog.pg_proc to public").await.unwrap();
    eventually(async || says("/ready").await == StatusCode::OK).await;

    fs::remove_file(&socket).unwrap();
    for path in ["/live", "/ready"] {
        assert_eq!(says(path).await, StatusCode::INTERNAL_SERVER_ERROR, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_refuses_the_password_ends_it() {
    let database = Database::encrypted().await;
    let role = "create role by_password login password 'right'";
    database.client().await.batch_execute(role).await.unwrap();
    for (password, said) in [(Some("wrong"), "password authentication failed"), (None, "asks for a password")]
    {
        let mut command = Command::new(PROGRAM);
        command.args(["serve", "--port", "0"]).env("PGRST_DB_URI", database.url("by_password"));
        command.envs(password.map(|password| ("PGPASSWORD", password)));
        let output = command.output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{error}");
        assert!(error.contains(said), "{error}");
        assert!(output.stdout.is_empty(), "it must not say that it listens");
    }
}

/// As PostgREST's documentation writes URLs and curl sends them.
#[tokio::test(flavor = "multi_thread")]
async fn a_url_need_not_be_encoded() {
    let server = Server::start(&[]).await;
    let mut client = TcpStream::connect(server.url.trim_start_matches("http://")).await.unwrap();
    let wanted = [
        ("/books?select=id&title=in.(\"Colomba\")", "[{\"id\":1}]"),
        ("/books?select=title->>a&id=eq.2&or=(title.neq.é,id.is.null)", "[{\"a\":null}]"),
        ("/books?select=id&title=lt.<>&order=id", "[]"),
    ];
    for (target, said) in wanted {
        let request = format!("GET {target} HTTP/1.1\r\nHost: a\r\n\r\n");
        client.write_all(request.as_bytes()).await.unwrap();
        let mut seen = String::new();
        while !seen.contains(said) {
            let mut buffer = [0; 4096];
            let read = client.read(&mut buffer).await.unwrap();
            assert!(read > 0, "{target}: {seen}");
            seen.push_str(&String::from_utf8_lossy(&buffer[..read]));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_connection_ends_it_only_where_it_may_not_recover() {
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
async fn the_secret_may_lie_in_a_file_and_a_bad_one_stops_the_start() {
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
    assert!(!error.contains("short\n"), "a secret is told to nobody");
}
