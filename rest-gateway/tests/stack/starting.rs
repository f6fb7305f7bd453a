//! How `serve` finds its database, and what it does while the database does not answer.

use crate::processes::wait_until;
use crate::running::{PROGRAM, Place, Stack, get};
use hyper::StatusCode;
use serde_json::Value;
use std::process::Command;
use std::time::Duration;
use test_db::Database;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

const LIBRARY: &str = "
    create schema library;
    create table library.books (id int primary key);
    insert into library.books values (1);
    grant usage on schema library to anon;
    grant select on all tables in schema library to anon;";

async fn library() -> Database {
    let database = Database::create().await;
    database.client().await.batch_execute(LIBRARY).await.unwrap();
    database
}

/// The port of its server on 127.0.0.1.
fn port_of(database: &Database) -> u16 {
    let url = database.superuser_url();
    let (_, rest) = url.rsplit_once(':').unwrap();
    rest.split_once('/').unwrap().0.parse().unwrap()
}

fn serve(place: &Place, variables: &[(&str, &str)]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(["serve", "--port", "0"]).current_dir(place.path());
    command.envs([
        ("PGRST_DB_SCHEMAS", "library"),
        ("PGRST_DB_ANON_ROLE", "anon"),
        ("PGRST_SERVER_HOST", "127.0.0.1"),
    ]);
    command.envs(variables.iter().copied());
    command
}

const ADMIN_LISTENS: &str = "Admin server listening on ";

/// The first log line whose message begins with `prefix`.
fn logged(stack: &Stack, prefix: &str) -> Option<Value> {
    let log = stack.log();
    let lines = log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    lines.into_iter().find(|line| line["message"].as_str().is_some_and(|message| message.starts_with(prefix)))
}

/// A TCP proxy that forwards connections to `to` only once it is released.
async fn delayed_proxy(to: u16) -> (u16, watch::Sender<bool>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let (release, released) = watch::channel(false);
    tokio::spawn(async move {
        while let Ok((mut client, _)) = listener.accept().await {
            let mut released = released.clone();
            tokio::spawn(async move {
                if released.wait_for(|released| *released).await.is_ok() {
                    let mut server = TcpStream::connect(("127.0.0.1", to)).await.unwrap();
                    let _ = tokio::io::copy_bidirectional(&mut client, &mut server).await;
                }
            });
        }
    });
    (port, release)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_admin_server_answers_while_the_database_does_not() {
    let (database, place) = (library().await, Place::new());
    let (port, release) = delayed_proxy(port_of(&database)).await;
    let uri = format!("postgres://authenticator@127.0.0.1:{port}/{}", database.name());
    let variables = [("PGRST_DB_URI", uri.as_str()), ("PGRST_ADMIN_SERVER_PORT", "0")];
    let stack = Stack::spawned(&place, serve(&place, &variables));
    let listens = || logged(&stack, ADMIN_LISTENS);
    wait_until("the admin server listens", || listens().is_some());
    let admin = listens().unwrap()["message"].as_str().unwrap().replace(ADMIN_LISTENS, "http://");
    let admin_get = async |path: &str| get(&format!("{admin}{path}"), "").await;

    assert_eq!(admin_get("/live").await.0, StatusCode::INTERNAL_SERVER_ERROR, "the API does not listen yet");
    assert_eq!(admin_get("/ready").await.0, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(admin_get("/schema_cache").await, (StatusCode::OK, String::new()));
    assert!(admin_get("/metrics").await.1.contains("pgrst_db_pool_max 10"));

    release.send(true).unwrap();
    let ready = async {
        while admin_get("/ready").await.0 != StatusCode::OK {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), ready).await.expect("it did not become ready");
    assert_eq!(admin_get("/live").await.0, StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_signal_ends_the_server_while_the_database_does_not_answer() {
    let place = Place::new();
    let (port, _never) = delayed_proxy(0).await;
    let uri = format!("postgres://authenticator@127.0.0.1:{port}/nowhere");
    let variables = [("PGRST_DB_URI", uri.as_str()), ("PGRST_ADMIN_SERVER_PORT", "0")];
    let mut stack = Stack::spawned(&place, serve(&place, &variables));
    wait_until("the admin server listens", || logged(&stack, ADMIN_LISTENS).is_some());
    assert_eq!(stack.end("TERM").code(), Some(0));
    assert!(logged(&stack, "Received termination unix signal SIGTERM").is_some(), "{}", stack.log());
}

#[tokio::test(flavor = "multi_thread")]
async fn finds_the_database_by_libpqs_variables_with_several_hosts() {
    let (database, place) = (library().await, Place::new());
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let open = port_of(&database);
    let variables = [
        ("PGRST_DB_URI", "postgresql://?"),
        ("PGHOST", "127.0.0.1,127.0.0.1"),
        ("PGPORT", &format!("{closed},{open}")),
        ("PGUSER", "authenticator"),
        ("PGDATABASE", database.name()),
    ];
    let stack = Stack::started(&place, serve(&place, &variables), "Listening on");
    let url = stack.line.rsplit_once(' ').unwrap().1;
    assert_eq!(get(&format!("{url}/books"), "").await, (StatusCode::OK, r#"[{"id":1}]"#.to_owned()));

    let listener = logged(&stack, "Listener connected to PostgreSQL").unwrap();
    let message = listener["message"].as_str().unwrap();
    let expected =
        format!(" on \"127.0.0.1:{open}\" and listening for database notifications on the \"pgrst\" channel");
    assert!(message.ends_with(&expected), "{message}");
}
