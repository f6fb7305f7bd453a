//! Sessions on a real Postgres.

// A failed setup step fails the test.
#![allow(clippy::unwrap_used)]

mod batches;
mod connection;
mod statements;
mod values;

use bytes::Bytes;
use postgres_connect::Connector;
use postgres_wire::{Bind, Row, Session};
use test_db::Database;

async fn on(database: &Database) -> Session {
    postgres_wire::connect(&Connector::parse(&database.superuser_url()).unwrap()).await.unwrap()
}

async fn session() -> (Database, Session) {
    let database = Database::create().await;
    let session = on(&database).await;
    (database, session)
}

fn bind(text: &str) -> Bind {
    Bind::Text(Bytes::copy_from_slice(text.as_bytes()))
}

fn text(row: &Row) -> &str {
    row.text(0).unwrap().unwrap()
}

async fn count(session: &mut Session, of: &str) -> i64 {
    let rows = session.query(&format!("select count(*) from {of}"), &[]).await.unwrap();
    rows[0].bigint(0).unwrap().unwrap()
}
