//! Pool shares: the costly queries of one client, or of the anonymous role, leave connections to others.

use crate::common::{Api, Response, eventually, user};
use actix_web::rt::{self, task::JoinHandle};
use rest_engine::{Config, Share};
use serde_json::json;

/// A regular expression whose back-references make Postgres backtrack for minutes.
const COSTLY: &str = r"/films?title=match.^(.*)(.*)(.*)(.*)\1\2\3\4$&select=id";

async fn costly_films(statement_timeout: &str, change: impl FnOnce(&mut Config)) -> Api {
    let fixture = format!(
        "{}
         insert into api.films (id, title) values (900, repeat('abcdefghij', 200) || 'x');
         do $$ begin
           execute format('alter role anon in database %I set statement_timeout = ''{statement_timeout}''', current_database());
         end $$;",
        include_str!("common/cinema.sql")
    );
    Api::with_fixture(&fixture, change).await
}

fn send_costly(api: &Api, count: usize) -> Vec<JoinHandle<Response>> {
    (0..count).map(|_| rt::spawn(api.get(COSTLY).into_future())).collect()
}

/// The number of queries that run now.
async fn running(api: &Api) -> i64 {
    let sql = "select count(*) from pg_stat_activity where datname = current_database() and state = 'active'
               and usename = 'authenticator'";
    api.database.client().await.query_one(sql, &[]).await.unwrap().get(0)
}

#[actix_web::test]
async fn costly_queries_of_one_client_do_not_block_other_clients() {
    let api = costly_films("2min", |config| {
        config.db_pool = 4;
        config.db_pool_anon_share = Share::WHOLE;
    })
    .await;
    let costly = send_costly(&api, 10);
    eventually(async || running(&api).await == 2).await;
    for _ in 0..30 {
        let light = api.get("/directors?id=eq.1&select=id").token(user("ada")).await;
        assert_eq!((light.status, light.json()), (200, json!([{"id": 1}])));
    }
    assert_eq!(running(&api).await, 2, "half of the pool, as at the beginning");
    assert!(costly.iter().all(|request| !request.is_finished()));
    costly.iter().for_each(JoinHandle::abort);
    eventually(async || running(&api).await == 0).await;
}

#[actix_web::test]
async fn the_anonymous_role_leaves_a_connection_to_authenticated_requests() {
    let api = costly_films("2min", |config| {
        config.db_pool = 3;
        config.db_pool_client_share = Share::WHOLE;
    })
    .await;
    let costly = send_costly(&api, 10);
    eventually(async || running(&api).await == 2).await;
    for _ in 0..10 {
        assert_eq!(api.get("/directors?id=eq.1").token(user("ada")).await.status, 200);
    }
    assert!(costly.iter().all(|request| !request.is_finished()));
    costly.iter().for_each(JoinHandle::abort);
}

#[actix_web::test]
async fn a_statement_timeout_is_answered_like_in_postgrest() {
    let api = costly_films("100ms", |config| config.db_pool = 2).await;
    for request in send_costly(&api, 3) {
        assert_eq!(request.await.unwrap().error(), (500, "57014".to_owned()));
    }
}
