//! Prepared statements that the server has dropped or invalidated are prepared again. The engine recognises the error
//! in every language of the server's messages.

use crate::common::{Api, proxy};
use serde_json::json;
use tokio::io::{self, AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};

/// Starts a proxy that replaces the texts of the database's errors, and returns its port. `lc_messages` could not do
/// this on every machine, because the installed languages differ.
async fn start_translating_proxy(database: &str) -> u16 {
    proxy::start(database, |client, server| {
        let (mut from_client, to_client) = client.into_split();
        let (from_server, mut to_server) = server.into_split();
        tokio::spawn(translate(from_server, to_client));
        tokio::spawn(async move { io::copy(&mut from_client, &mut to_server).await });
    })
    .await
}

async fn translate(mut from: OwnedReadHalf, mut to: OwnedWriteHalf) -> io::Result<()> {
    loop {
        let tag = from.read_u8().await?;
        let length = from.read_u32().await?;
        let mut body = vec![0; length as usize - 4];
        from.read_exact(&mut body).await?;
        if tag == b'E' {
            body = translated(&body);
        }
        to.write_u8(tag).await?;
        to.write_u32(u32::try_from(body.len()).unwrap() + 4).await?;
        to.write_all(&body).await?;
    }
}

/// The fields of an error, each a letter and a text that ends with a NUL.
fn translated(fields: &[u8]) -> Vec<u8> {
    let mut all = Vec::new();
    for field in fields.split(|byte| *byte == 0).filter(|field| !field.is_empty()) {
        all.extend_from_slice(if field[0] == b'M' { "MIrgendetwas ging schief".as_bytes() } else { field });
        all.push(0);
    }
    all.push(0);
    all
}

#[actix_web::test]
async fn a_statement_of_an_older_schema_is_prepared_again_whatever_the_language_of_the_error() {
    let database = test_db::Database::create().await;
    let port = start_translating_proxy(&database.url("authenticator")).await;
    let uri = format!("postgres://authenticator@127.0.0.1:{port}/{}?sslmode=disable", database.name());
    // A reload would close the connection together with its statements.
    let api = Api::with_database(database, include_str!("common/cinema.sql"), |config| {
        config.db_uri = uri;
        config.db_pool = 1;
        config.db_channel_enabled = false;
    })
    .await;
    let ask = async || api.get("/directors?id=eq.1").await;
    assert_eq!((ask().await.status, ask().await.status), (200, 200));
    let client = api.database.client().await;
    let change = "alter table api.directors add column added int default 7";
    client.batch_execute(change).await.unwrap();
    let answer = ask().await;
    assert_eq!((answer.status, &answer.json()[0]["added"]), (200, &json!(7)), "{}", answer.body);
    let invalid = api.get("/directors?id=eq.none").await;
    assert_eq!(invalid.json()["message"], "Irgendetwas ging schief", "the proxy translates");
}

#[actix_web::test]
async fn statements_that_a_function_has_deallocated_are_prepared_again() {
    let fixture = format!(
        "{}
         create function api.forget_all() returns void language plpgsql volatile
           as $$ begin execute 'deallocate all'; end $$;
         grant execute on function api.forget_all to anon;",
        include_str!("common/cinema.sql")
    );
    let api = Api::with_fixture(&fixture, |config| config.db_pool = 1).await;
    for _ in 0..3 {
        assert_eq!(api.get("/directors?id=eq.1&select=id").await.ids(), [1]);
        let forgotten = api.post("/rpc/forget_all", json!({})).await;
        assert_eq!(forgotten.status, 204, "{}", forgotten.body);
        assert_eq!(api.get("/directors?id=eq.1&select=id").await.ids(), [1]);
        assert_eq!(api.patch("/directors?id=eq.1", json!({"born": null})).await.status, 204);
    }
}
