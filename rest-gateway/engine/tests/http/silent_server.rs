//! A Postgres that stops answering without closing its connections, as when its machine or network fails.

use crate::common::{Api, eventually, proxy};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::watch;

/// The bytes that the proxy forwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Passes {
    Everything,
    /// Bytes of new connections only. Existing ones are silent.
    NewConnections,
    /// Nothing. Connections are still accepted.
    Nothing,
}

/// Starts a proxy that forwards everything at first. Returns its port and its switch.
async fn start_proxy(database: &str) -> (u16, watch::Sender<Passes>) {
    let (passes, state) = watch::channel(Passes::Everything);
    let start = proxy::start(database, move |client, server| {
        let opened_while = *state.borrow();
        let (from_client, to_client) = client.into_split();
        let (from_server, to_server) = server.into_split();
        tokio::spawn(forward(from_client, to_server, state.clone(), opened_while));
        tokio::spawn(forward(from_server, to_client, state.clone(), opened_while));
    });
    (start.await, passes)
}

/// Forwards bytes as the proxy's state says, and drops the others.
async fn forward(
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

/// The cinema behind a proxy. The anonymous role has a statement timeout of 100 ms.
async fn behind_proxy() -> (Api, watch::Sender<Passes>) {
    let database = test_db::Database::create().await;
    let (port, passes) = start_proxy(&database.url("authenticator")).await;
    let uri = format!("postgres://authenticator@127.0.0.1:{port}/{}?sslmode=disable", database.name());
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
    (api.await, passes)
}

#[actix_web::test]
async fn a_request_fails_soon_after_its_statement_timeout() {
    let (api, passes) = behind_proxy().await;
    let ask = async || api.get("/directors?id=eq.1&select=id").await;
    assert_eq!(ask().await.status, 200);
    passes.send_replace(Passes::NewConnections);
    let failed = ask().await;
    assert_eq!((failed.error(), failed.header("retry-after")), ((503, "PGRST001".to_owned()), "1"));
    // The silent connection is not reused.
    eventually(async || ask().await.status == 200).await;
}

#[actix_web::test]
async fn requests_to_a_silent_server_fail_in_seconds_until_it_answers_again() {
    let (api, passes) = behind_proxy().await;
    // A statement without a statement timeout.
    let client = api.database.client().await;
    let function = "create function api.unlimited() returns int language sql stable set statement_timeout = 0
                      as 'select 1'; grant execute on function api.unlimited to anon";
    client.batch_execute(function).await.unwrap();
    eventually(async || api.get("/rpc/unlimited").await.status == 200).await;
    passes.send_replace(Passes::Nothing);
    assert_eq!(api.get("/rpc/unlimited").await.error(), (503, "PGRST001".to_owned()));
    // The idle connections were abandoned as well, and a new one cannot be opened.
    assert_eq!(api.get("/rpc/unlimited").await.status, 503);
    passes.send_replace(Passes::Everything);
    eventually(async || api.get("/rpc/unlimited").await.status == 200).await;
}
