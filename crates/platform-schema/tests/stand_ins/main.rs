//! The stand-ins for extensions over SQL: names, arguments, rights and results. The workers of the gateway have their tests
//! in `rest-gateway/tests/extension_workers`.

// A failed setup step fails the test.
#![allow(clippy::unwrap_used)]

mod cron;
mod http;
mod net;
mod pgjwt;
mod pgmq;
mod vault;

use platform_schema::stand_ins::STAND_INS;
use test_db::Database;
use tokio_postgres::{Client, SimpleQueryMessage};

/// A database with a stand-in, which its script installs.
async fn with(stand_in: &str) -> (Database, Client) {
    let database = Database::platform().await;
    let client = database.client().await;
    let stand_in = STAND_INS.into_iter().find(|it| it.name == stand_in).unwrap();
    if let Some(schema) = stand_in.schema {
        client.batch_execute(&format!("create schema if not exists {schema}")).await.unwrap();
    }
    client.batch_execute(&stand_in.script.replace("@extschema@", "extensions")).await.unwrap();
    let installed = format!("select {}", stand_in.is_installed);
    assert!(client.query_one(&installed, &[]).await.unwrap().get::<_, bool>(0));
    (database, client)
}

/// The rows of the last statement, with the columns joined by a bar.
async fn rows(client: &Client, sql: &str) -> Vec<String> {
    let mut rows = Vec::new();
    for message in client.simple_query(sql).await.unwrap() {
        match message {
            SimpleQueryMessage::RowDescription(_) => rows.clear(),
            SimpleQueryMessage::Row(row) => {
                let columns = (0..row.len()).map(|column| row.get(column).unwrap_or("null"));
                rows.push(columns.collect::<Vec<_>>().join("|"));
            }
            _ => {}
        }
    }
    rows
}

async fn error(client: &Client, sql: &str) -> String {
    let error = client.batch_execute(sql).await.unwrap_err();
    error.as_db_error().unwrap().message().to_owned()
}
