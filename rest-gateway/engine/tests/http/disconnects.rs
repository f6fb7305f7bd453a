//! Clients that disconnect while their statement runs: the statement is cancelled at once, and the number of server
//! connections stays within the pool's size.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use crate::common::server::{send, serve};
use crate::common::{Api, eventually, user};
use actix_web::rt;
use rest_engine::Share;
use serde_json::json;
use test_db::Database;

const NAP: &str = "
    create function api.nap() returns void language sql stable set statement_timeout = 0
      as 'select pg_catalog.pg_sleep(30)';
    create function api.nap_and_write() returns void language plpgsql set statement_timeout = 0
      as $$ begin insert into api.directors values (1000 + (random() * 1e8)::int, 'asleep'); perform pg_catalog.pg_sleep(30); end $$;
    grant execute on all functions in schema api to anon;";

const POOL: usize = 10;

/// An engine with functions that sleep. One client may use the whole pool.
async fn napping() -> Api {
    Api::with_fixture(&format!("{}{NAP}", include_str!("common/cinema.sql")), |config| {
        config.db_pool = POOL;
        config.db_pool_client_share = Share::WHOLE;
        config.db_pool_anon_share = Share::WHOLE;
    })
    .await
}

async fn backends(database: &Database, condition: &str) -> i64 {
    let sql = format!(
        "select count(*) from pg_stat_activity
         where datname = current_database() and usename = 'authenticator' and {condition}"
    );
    database.client().await.query_one(&sql, &[]).await.unwrap().get(0)
}

const ASLEEP: &str = "state = 'active' and wait_event = 'PgSleep'";

#[actix_web::test]
async fn a_disconnect_cancels_the_clients_statement_at_once() {
    let api = napping().await;
    let address = serve(&api);
    let read = "GET /rpc/nap HTTP/1.1\r\nHost: x\r\n\r\n";
    let write = "POST /rpc/nap_and_write HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n";
    for leave in ["close", "reset"] {
        let mut clients = Vec::new();
        for number in 0..POOL {
            clients.push(send(address, if number % 2 == 0 { read } else { write }).await);
        }
        eventually(async || backends(&api.database, ASLEEP).await == POOL as i64).await;
        for client in clients {
            if leave == "reset" {
                client.set_zero_linger().unwrap();
            }
            drop(client);
        }
        // `eventually` gives up long before the statements would end by themselves.
        eventually(async || api.get("/directors?id=eq.1&select=id").await.status == 200).await;
        eventually(async || backends(&api.database, ASLEEP).await == 0).await;
        eventually(async || backends(&api.database, "state <> 'idle'").await == 0).await;
        assert_eq!(api.sql("select from api.directors where name = 'asleep'").await, json!([]));
    }
}

/// Writes the largest number of the engine's server connections to `most`, until `stop` is set.
async fn watch_backends(api: &Api, most: Arc<AtomicI64>, stop: Arc<AtomicBool>) {
    let client = api.database.client().await;
    while !stop.load(Ordering::Relaxed) {
        // The LISTEN connection does not belong to the pool.
        let sql = "select count(*) from pg_stat_activity
                   where datname = current_database() and usename = 'authenticator' and query not like 'LISTEN %'";
        most.fetch_max(client.query_one(sql, &[]).await.unwrap().get(0), Ordering::Relaxed);
        rt::task::yield_now().await;
    }
}

#[actix_web::test]
async fn the_server_never_has_more_connections_than_the_pool_while_requests_are_dropped() {
    let api = Api::with_fixture(&format!("{}{NAP}", include_str!("common/cinema.sql")), |config| {
        config.db_pool = 3;
        config.db_pool_client_share = Share::WHOLE;
        config.db_pool_anon_share = Share::WHOLE;
        // No connection is reused, so that connections that are being closed count as well.
        config.db_pool_max_idletime = std::time::Duration::ZERO;
    })
    .await;
    let (most, stop) = (Arc::new(AtomicI64::new(0)), Arc::new(AtomicBool::new(false)));
    let storm = async {
        for round in 0..15 {
            let requests: Vec<_> = (0..6)
                .map(|number| match number % 2 {
                    0 => rt::spawn(api.get("/rpc/nap").into_future()),
                    _ => rt::spawn(api.get("/films?limit=1").token(user("ada")).into_future()),
                })
                .collect();
            eventually(async || backends(&api.database, ASLEEP).await > 0).await;
            requests.iter().for_each(rt::task::JoinHandle::abort);
            if round % 5 == 0 {
                // A reload makes every open connection outdated.
                api.engine.reload().await.unwrap();
            }
        }
        eventually(async || backends(&api.database, "state <> 'idle'").await == 0).await;
        stop.store(true, Ordering::Relaxed);
    };
    tokio::join!(storm, watch_backends(&api, most.clone(), stop.clone()));
    let most = most.load(Ordering::Relaxed);
    assert!((1..=3).contains(&most), "{most} connections");
    assert_eq!(api.get("/films?limit=0").await.status, 200);
}
