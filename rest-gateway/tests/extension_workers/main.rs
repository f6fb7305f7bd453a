//! The workers behind the stand-ins for `pg_net` and `pg_cron` and the server behind that for `http`, with a real Postgres
//! and a real HTTP server.

// A failed setup step fails the test.
#![allow(clippy::unwrap_used, clippy::panic)]

mod cron;
mod http;
mod net;
mod receiver;

use platform_schema::stand_ins::STAND_INS;
use rest_gateway::extension_workers::{ExtensionWorkers, Options};
use std::time::Duration;
use test_db::Database;
use tokio_postgres::Client;

const DEADLINE: Duration = Duration::from_secs(30);
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Workers on a database. Container addresses of the gateway lead to `gateway_url`.
fn workers(database: &Database, gateway_url: &str) -> ExtensionWorkers {
    let options = Options {
        db_url: database.superuser_url(),
        gateway_url: gateway_url.to_owned(),
        gateway_port: 54321,
    };
    ExtensionWorkers::start(options).unwrap()
}

async fn create_extension(client: &Client, name: &str) {
    let stand_in = STAND_INS.into_iter().find(|it| it.name == name).unwrap();
    client.batch_execute(stand_in.script).await.unwrap();
}

/// Asks until the query returns a value that is not empty.
async fn eventually(client: &Client, query: &str) -> String {
    let asking = async {
        loop {
            let row = client.query_opt(query, &[]).await.unwrap();
            let value = row.and_then(|row| row.get::<_, Option<String>>(0)).unwrap_or_default();
            if !value.is_empty() {
                return value;
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    };
    tokio::time::timeout(DEADLINE, asking).await.unwrap_or_else(|_| panic!("nothing for: {query}"))
}
