//! Reuse of pool connections: maximum lifetime, maximum idle time, and rebinding to another thread.

use std::time::Duration;

use crate::common::Api;
use actix_web::rt;
use rest_engine::Config;
use serde_json::Value;

const BACKEND_PID: &str = "
    create function api.backend_pid() returns int stable language sql as 'select pg_backend_pid()';
    grant execute on function api.backend_pid to anon;";

/// The backend PIDs of two consecutive requests.
async fn backend_pids(change: impl FnOnce(&mut Config)) -> [Value; 2] {
    let fixture = include_str!("common/cinema.sql").to_owned() + BACKEND_PID;
    let api = Api::with_fixture(&fixture, |config| {
        config.db_pool = 1;
        change(config);
    })
    .await;
    [api.get("/rpc/backend_pid").await.json(), api.get("/rpc/backend_pid").await.json()]
}

#[actix_web::test]
async fn reuses_a_connection_that_is_neither_too_old_nor_idle_for_too_long() {
    let [first, second] = backend_pids(|_| ()).await;
    assert!(first.is_i64() && first == second, "{first} {second}");
}

#[actix_web::test]
async fn closes_a_connection_after_its_maximum_lifetime() {
    let [first, second] = backend_pids(|config| config.db_pool_max_lifetime = Duration::ZERO).await;
    assert_ne!(first, second);
}

#[actix_web::test]
async fn closes_a_connection_after_its_maximum_idle_time() {
    let [first, second] = backend_pids(|config| config.db_pool_max_idletime = Duration::ZERO).await;
    assert_ne!(first, second);
}

#[actix_web::test]
async fn rebinds_an_idle_connection_to_the_thread_that_needs_one() {
    let fixture = include_str!("common/cinema.sql").to_owned() + BACKEND_PID;
    let api = Api::with_fixture(&fixture, |config| config.db_pool = 2).await;
    let first = api.get("/rpc/backend_pid").await.json();
    let request = api.get("/rpc/backend_pid");
    let other_thread = std::thread::spawn(move || rt::System::new().block_on(request.into_future()).json());
    assert_eq!(other_thread.join().unwrap(), first);
}
