//! The messages that the engine sends to Postgres, recorded by a proxy: a request whose statements are prepared is one
//! round trip, and an implicit transaction has no BEGIN.

use std::mem;
use std::sync::{Arc, Mutex};

use crate::common::{Api, proxy};
use serde_json::json;
use tokio::io::{self, AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};

/// The tags of the messages to Postgres: P Parse, D Describe, B Bind, E Execute, S Sync.
type Recording = Arc<Mutex<String>>;

/// Starts a proxy that records the messages to Postgres. Returns its port.
async fn record(database: &str, recording: Recording) -> u16 {
    proxy::start(database, move |engine, postgres| {
        let (from_engine, mut to_engine) = engine.into_split();
        let (mut from_postgres, to_postgres) = postgres.into_split();
        tokio::spawn(forward(from_engine, to_postgres, recording.clone()));
        tokio::spawn(async move { io::copy(&mut from_postgres, &mut to_engine).await });
    })
    .await
}

async fn forward(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, recording: Recording) -> io::Result<()> {
    // The first message, StartupMessage, has no tag.
    let mut tag = None;
    loop {
        if let Some(tag) = tag {
            recording.lock().unwrap().push(char::from(tag));
            to.write_u8(tag).await?;
        }
        let length = from.read_u32().await?;
        let mut rest = vec![0; length as usize - 4];
        from.read_exact(&mut rest).await?;
        to.write_u32(length).await?;
        to.write_all(&rest).await?;
        tag = Some(from.read_u8().await?);
    }
}

/// The cinema over one recorded connection.
async fn recorded() -> (Api, Recording) {
    let recording = Recording::default();
    let database = test_db::Database::create().await;
    let port = record(&database.url("authenticator"), recording.clone()).await;
    let uri = format!("postgres://authenticator@127.0.0.1:{port}/{}?sslmode=disable", database.name());
    let api = Api::with_database(database, include_str!("common/cinema.sql"), |config| {
        config.db_uri = uri;
        config.db_pool = 1;
    });
    (api.await, recording)
}

#[actix_web::test]
async fn a_request_with_prepared_statements_is_one_round_trip() {
    let (api, recording) = recorded().await;
    let messages = || mem::take(&mut *recording.lock().unwrap());
    // Three statements: settings, the query, and the response overrides that SQL may have set.
    let read = async || api.get("/films?select=id&id=eq.1").await.status;
    let write = async || api.patch("/films?id=eq.1", json!({"year": 2001})).await.status;
    // This insert cannot set response overrides, so that they are not read.
    let insert = async |id| api.post("/directors", json!({"id": id, "name": "N"})).await.status;
    // The result is checked before the commit, which needs an explicit transaction.
    let checked = async || {
        let bounded = "handling=strict, max-affected=1";
        api.patch("/films?id=eq.1", json!({"year": 2001})).prefer(bounded).await.status
    };
    for first in [read().await, write().await, insert(8).await, checked().await] {
        assert!(first < 300, "{first}");
    }
    messages();
    assert_eq!((read().await, messages().as_str()), (200, "BEBEBES"));
    assert_eq!((write().await, messages().as_str()), (204, "BEBEBES"));
    assert_eq!((insert(9).await, messages().as_str()), (201, "BEBES"));
    assert_eq!((checked().await, messages().as_str()), (204, "BEBESBEBESBES"));
}
