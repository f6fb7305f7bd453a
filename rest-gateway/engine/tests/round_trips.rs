//! What the engine says to Postgres, overheard between the two: a request whose statements the connection knows is one
//! message, and begins no transaction that is one already.

// A test that cannot go on can only stop.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::mem;
use std::sync::{Arc, Mutex};

use common::Api;
use serde_json::json;
use tokio::io::{self, AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio_postgres::Config as Address;
use tokio_postgres::config::Host;

/// The messages that went to Postgres, each by its letter in the protocol: P parse, D describe, B bind, E execute, S
/// sync.
type Heard = Arc<Mutex<String>>;

/// Stands between the engine and Postgres; gives the port that it is asked at.
async fn overhear(database: &Address, heard: Heard) -> u16 {
    let Some(Host::Tcp(host)) = database.get_hosts().first() else { panic!("the database is not at a host") };
    let place = (host.clone(), database.get_ports()[0]);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((engine, _)) = listener.accept().await {
            let postgres = TcpStream::connect((place.0.as_str(), place.1)).await.unwrap();
            let ((asks, mut hears), (mut answers, asked)) = (engine.into_split(), postgres.into_split());
            tokio::spawn(pass_on(asks, asked, heard.clone()));
            tokio::spawn(async move { io::copy(&mut answers, &mut hears).await });
        }
    });
    port
}

async fn pass_on(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, heard: Heard) -> io::Result<()> {
    // The first message has no letter.
    let mut letter = None;
    loop {
        if let Some(letter) = letter {
            heard.lock().unwrap().push(char::from(letter));
            to.write_u8(letter).await?;
        }
        let length = from.read_u32().await?;
        let mut rest = vec![0; length as usize - 4];
        from.read_exact(&mut rest).await?;
        to.write_u32(length).await?;
        to.write_all(&rest).await?;
        letter = Some(from.read_u8().await?);
    }
}

/// The cinema over one connection that is overheard, and what is heard there.
async fn overheard() -> (Api, Heard) {
    let heard = Heard::default();
    let database = test_db::Database::create().await;
    let address: Address = database.url("authenticator").parse().unwrap();
    let port = overhear(&address, heard.clone()).await;
    let uri = format!("postgres://authenticator@127.0.0.1:{port}/{}?sslmode=disable", database.name());
    let api = Api::with_database(database, include_str!("common/cinema.sql"), |config| {
        config.db_uri = uri;
        config.db_pool = 1;
    });
    (api.await, heard)
}

#[actix_web::test]
async fn a_request_whose_statements_are_known_is_one_message() {
    let (api, heard) = overheard().await;
    let said = || mem::take(&mut *heard.lock().unwrap());
    // Settings, the query, and what SQL has said about the answer.
    let read = async || api.get("/films?select=id&id=eq.1").await.status;
    let write = async || api.patch("/films?id=eq.1", json!({"year": 2001})).await.status;
    // Here nothing can say anything about the answer.
    let insert = async |id| api.post("/directors", json!({"id": id, "name": "N"})).await.status;
    // A result that may refuse the commit is looked at before it.
    let checked = async || {
        let bounded = "handling=strict, max-affected=1";
        api.patch("/films?id=eq.1", json!({"year": 2001})).prefer(bounded).await.status
    };
    for first in [read().await, write().await, insert(8).await, checked().await] {
        assert!(first < 300, "{first}");
    }
    said();
    assert_eq!((read().await, said().as_str()), (200, "BEBEBES"));
    assert_eq!((write().await, said().as_str()), (204, "BEBEBES"));
    assert_eq!((insert(9).await, said().as_str()), (201, "BEBES"));
    assert_eq!((checked().await, said().as_str()), (204, "BEBESBEBESBES"));
}
