//! For how long a connection is lent again.

// A test that cannot go on can only stop.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::time::Duration;

use actix_web::rt;
use common::Api;
use rest_engine::Config;
use serde_json::Value;

const WHICH: &str = "
    create function api.which() returns int stable language sql as 'select pg_backend_pid()';
    grant execute on function api.which to anon;";

/// The connections that two requests, one after the other, have.
async fn connections(change: impl FnOnce(&mut Config)) -> [Value; 2] {
    let fixture = include_str!("common/cinema.sql").to_owned() + WHICH;
    let api = Api::with_fixture(&fixture, |config| {
        config.db_pool = 1;
        change(config);
    })
    .await;
    [api.get("/rpc/which").await.json(), api.get("/rpc/which").await.json()]
}

#[actix_web::test]
async fn a_connection_is_used_again_as_long_as_it_is_neither_too_old_nor_idle_for_too_long() {
    let [first, second] = connections(|_| ()).await;
    assert!(first.is_i64() && first == second, "{first} {second}");
}

#[actix_web::test]
async fn a_connection_that_is_too_old_is_closed() {
    let [first, second] = connections(|config| config.db_pool_max_lifetime = Duration::ZERO).await;
    assert_ne!(first, second);
}

#[actix_web::test]
async fn a_connection_that_was_idle_for_too_long_is_closed() {
    let [first, second] = connections(|config| config.db_pool_max_idletime = Duration::ZERO).await;
    assert_ne!(first, second);
}

#[actix_web::test]
async fn a_connection_that_waits_moves_to_the_thread_that_asks() {
    let fixture = include_str!("common/cinema.sql").to_owned() + WHICH;
    let api = Api::with_fixture(&fixture, |config| config.db_pool = 2).await;
    let here = api.get("/rpc/which").await.json();
    let ask = api.get("/rpc/which");
    let asking = std::thread::spawn(move || rt::System::new().block_on(ask.into_future()).json());
    assert_eq!(asking.join().unwrap(), here);
}
