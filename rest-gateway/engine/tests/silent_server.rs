//! A Postgres that stops answering without closing its connections, as one does whose machine or network is gone.

// A test that cannot go on can only stop.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::net::SocketAddr;
use std::sync::Arc;

use common::{Api, eventually};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio_postgres::Config as Address;
use tokio_postgres::config::Host;

/// What a proxy before the database passes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Passes {
    Everything,
    /// Nothing on the connections that there are; new ones work.
    NewConnections,
    /// Nothing at all. Connections are still accepted.
    Nothing,
}

struct Proxy {
    address: SocketAddr,
    passes: watch::Sender<Passes>,
}

impl Proxy {
    async fn before(database: &Address) -> Proxy {
        let Some(Host::Tcp(host)) = database.get_hosts().first() else { panic!("no host") };
        let server = (host.clone(), database.get_ports()[0]);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (passes, state) = watch::channel(Passes::Everything);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let opened_while = *state.borrow();
                let server = TcpStream::connect((server.0.as_str(), server.1)).await.unwrap();
                let (from_client, to_client) = client.into_split();
                let (from_server, to_server) = server.into_split();
                tokio::spawn(pass(from_client, to_server, state.clone(), opened_while));
                tokio::spawn(pass(from_server, to_client, state.clone(), opened_while));
            }
        });
        Proxy { address, passes }
    }
}

/// Passes bytes on while the proxy does, and otherwise swallows them.
async fn pass(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    state: watch::Receiver<Passes>,
    opened_while: Passes,
) {
    let mut buffer = vec![0; 16 * 1024];
    while let Ok(count @ 1..) = from.read(&mut buffer).await {
        let now = *state.borrow();
        let passes = match now {
            Passes::Everything => true,
            Passes::NewConnections => opened_while == Passes::NewConnections,
            Passes::Nothing => false,
        };
        if passes && to.write_all(&buffer[..count]).await.is_err() {
            return;
        }
    }
}

/// The cinema behind a proxy. The anonymous role's statements may take a tenth of a second.
async fn behind_proxy() -> (Api, Arc<Proxy>) {
    let database = test_db::Database::create().await;
    let address: Address = database.url("authenticator").parse().unwrap();
    let proxy = Arc::new(Proxy::before(&address).await);
    let uri = format!("postgres://authenticator@{}/{}?sslmode=disable", proxy.address, database.name());
    let fixture = format!(
        "{}
         do $$ begin
           execute format('alter role anon in database %I set statement_timeout = ''100ms''', current_database());
         end $$;",
        include_str!("common/cinema.sql")
    );
    let api = Api::with_database(database, &fixture, |config| {
        config.db_uri = uri;
        config.db_pool = 2;
    });
    (api.await, proxy)
}

#[actix_web::test]
async fn a_request_is_given_up_when_its_statements_should_have_ended() {
    let (api, proxy) = behind_proxy().await;
    let ask = async || api.get("/directors?id=eq.1&select=id").await;
    assert_eq!(ask().await.status, 200);
    proxy.passes.send_replace(Passes::NewConnections);
    let given_up = ask().await;
    assert_eq!((given_up.error(), given_up.header("retry-after")), ((503, "PGRST001".to_owned()), "1"));
    // Its connection is not used again.
    eventually(async || ask().await.status == 200).await;
}

#[actix_web::test]
async fn a_server_that_answers_nobody_is_given_up_in_seconds_and_found_again() {
    let (api, proxy) = behind_proxy().await;
    // A statement without any limit of its own.
    let client = api.database.client().await;
    let function = "create function api.patient() returns int language sql stable set statement_timeout = 0
                      as 'select 1'; grant execute on function api.patient to anon";
    client.batch_execute(function).await.unwrap();
    eventually(async || api.get("/rpc/patient").await.status == 200).await;
    proxy.passes.send_replace(Passes::Nothing);
    assert_eq!(api.get("/rpc/patient").await.error(), (503, "PGRST001".to_owned()));
    // Nobody waits for the other connections as long again: a new one cannot be opened either.
    assert_eq!(api.get("/rpc/patient").await.status, 503);
    proxy.passes.send_replace(Passes::Everything);
    eventually(async || api.get("/rpc/patient").await.status == 200).await;
}
