//! Addresses that list several servers: which failures end the attempt, and which ones lead to the next server.

// A test whose setup fails stops.
#![allow(clippy::unwrap_used, clippy::panic)]

use postgres_connect::{Connector, Error};
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use test_db::{Database, Encrypted};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::OnceCell;
use tokio_postgres::Client;
use tokio_postgres::error::SqlState;

/// A listener without a server accepts connections and never answers.
const LIMIT: Duration = Duration::from_secs(10);

async fn connect(address: &str) -> Result<Client, Error> {
    let connected = tokio::time::timeout(LIMIT, postgres_connect::connect(address)).await;
    let (client, connection) =
        connected.unwrap_or_else(|_| panic!("a server that never answers was tried"))?;
    tokio::spawn(connection);
    Ok(client)
}

/// The role `by_password` on the server that asks it for a password, created once for all tests.
async fn create_password_role() {
    static CREATED: OnceCell<()> = OnceCell::const_new();
    let create = async || {
        let address = Encrypted::server().url("postgres", "postgres", "sslmode=require");
        let superuser = connect(&address).await.unwrap();
        superuser.batch_execute("create role by_password login password 'secret'").await.unwrap();
    };
    CREATED.get_or_init(create).await;
}

/// `host:port` and the name of a database on the server without TLS.
fn place_and_name(database: &Database) -> (String, String) {
    let address = database.superuser_url();
    let (_, place) = address.rsplit_once('@').unwrap();
    let (place, name) = place.split_once('/').unwrap();
    (place.to_owned(), name.to_owned())
}

/// Fails when a client has connected.
fn assert_not_connected_to(listener: &TcpListener) {
    listener.set_nonblocking(true).unwrap();
    assert_eq!(listener.accept().unwrap_err().kind(), std::io::ErrorKind::WouldBlock);
}

/// A server that answers every login with an error and then closes the connection; it counts the logins.
async fn rejecting_server(code: &'static str) -> (SocketAddr, Arc<AtomicUsize>) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let logins = Arc::new(AtomicUsize::new(0));
    let counter = logins.clone();
    tokio::spawn(async move {
        while let Ok((mut client, _)) = listener.accept().await {
            counter.fetch_add(1, Ordering::Relaxed);
            let length = client.read_u32().await.unwrap();
            client.read_exact(&mut vec![0; length as usize - 4]).await.unwrap();
            let fields = format!("SFATAL\0VFATAL\0C{code}\0Mnot now\0\0");
            client.write_u8(b'E').await.unwrap();
            client.write_u32(u32::try_from(fields.len()).unwrap() + 4).await.unwrap();
            client.write_all(fields.as_bytes()).await.unwrap();
        }
    });
    (address, logins)
}

#[tokio::test]
async fn a_rejected_login_is_not_retried_on_the_next_server() {
    create_password_role().await;
    let port = Encrypted::server().port();
    let next = TcpListener::bind("127.0.0.1:0").unwrap();
    let servers = format!("localhost:{port},{}", next.local_addr().unwrap());
    for (login, database, sslmode, code) in [
        ("by_password:wrong", "postgres", "require", Some("28P01")),
        ("unknown_role:secret", "postgres", "require", Some("28000")),
        ("by_password:secret", "nowhere", "require", Some("3D000")),
        // pg_hba.conf has no entry for connections without TLS.
        ("by_password:secret", "postgres", "disable", Some("28000")),
        // The server requires a password, and the address has none.
        ("by_password", "postgres", "require", None),
    ] {
        let address = format!("postgres://{login}@{servers}/{database}?sslmode={sslmode}&connect_timeout=5");
        let Err(Error::Connect(error)) = connect(&address).await else { panic!("{address} connected") };
        assert_not_connected_to(&next);
        assert_eq!(error.code().map(SqlState::code), code, "{address}: {error}");
    }
}

#[tokio::test]
async fn a_rejected_login_is_attempted_once() {
    let (rejecting, logins) = rejecting_server("28P01").await;
    let address = format!("postgres://me@127.0.0.1:{0},127.0.0.1:{0}/app?sslmode=disable", rejecting.port());
    let Err(Error::Connect(error)) = connect(&address).await else { panic!("the rejected login succeeded") };
    assert_eq!(error.code().map(SqlState::code), Some("28P01"));
    assert_eq!(logins.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn a_server_that_is_not_reached_is_skipped() {
    let database = Database::create().await;
    let (place, name) = place_and_name(&database);
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    for unreachable in [closed.to_string(), "no-such-host.invalid:5432".to_owned()] {
        let address = format!("postgres://postgres@{unreachable},{place}/{name}");
        assert!(connect(&address).await.is_ok(), "{address}");
    }
    let Err(Error::Connect(error)) = connect(&format!("postgres://postgres@{closed}/{name}")).await else {
        panic!("a closed port took a connection")
    };
    assert!(error.to_string().contains(&closed.to_string()), "{error}");
}

#[tokio::test]
async fn a_server_that_is_starting_is_skipped_and_a_full_one_is_not() {
    let database = Database::create().await;
    let (place, name) = place_and_name(&database);
    let connect_after = async |code| {
        let (first, _) = rejecting_server(code).await;
        connect(&format!("postgres://postgres@{first},{place}/{name}?sslmode=disable")).await
    };
    assert!(connect_after("57P03").await.is_ok());
    let Err(Error::Connect(full)) = connect_after("53300").await else { panic!("the next server was tried") };
    assert_eq!(full.code().map(SqlState::code), Some("53300"));
}

#[tokio::test]
async fn a_server_that_allows_no_writes_is_rejected_where_writes_are_required() {
    let database = Database::create().await;
    let (place, name) = place_and_name(&database);
    let read_only = "options=-c%20default_transaction_read_only%3Don";
    let address = format!("postgres://postgres@{place},{place}/{name}?{read_only}");
    let writable = Connector::parse(&address).unwrap().writable();
    let error = writable.connect().await.map(drop).unwrap_err();
    assert!(error.to_string().contains("does not allow writes"), "{error}");
}

#[tokio::test]
async fn every_setting_of_the_address_reaches_the_server() {
    let database = Database::create().await;
    let settings = "application_name=some%20name&options=-c%20work_mem%3D7MB&connect_timeout=9";
    let client = connect(&format!("{}?{settings}", database.url("authenticator"))).await.unwrap();
    let sql = "select current_user::text, current_database()::text, current_setting('application_name'), \
               current_setting('work_mem')";
    let row = client.query_one(sql, &[]).await.unwrap();
    let values: [String; 4] = std::array::from_fn(|column| row.get(column));
    assert_eq!(values, ["authenticator", database.name(), "some name", "7MB"]);
}
