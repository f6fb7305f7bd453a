//! A database that accepts only encrypted connections.

use crate::common::{Api, eventually};
use rest_engine::{Config, Engine};
use serde_json::json;

async fn cinema() -> Api {
    Api::with_database(test_db::Database::encrypted().await, include_str!("common/cinema.sql"), |_| ()).await
}

#[actix_web::test]
async fn reads_writes_and_listens_over_tls() {
    let api = cinema().await;
    assert_eq!(api.get("/films?limit=0").await.status, 200);
    assert_eq!(api.post("/directors", json!({"id": 70, "name": "unseen"})).await.status, 201);
    let client = api.database.client().await;
    client.batch_execute("create table api.added (id int); grant select on api.added to anon").await.unwrap();
    client.batch_execute("notify pgrst, 'reload schema'").await.unwrap();
    eventually(async || api.get("/added").await.status == 200).await;
}

#[actix_web::test]
async fn a_disconnect_cancels_the_statement_over_tls() {
    let api = cinema().await;
    let client = api.database.client().await;
    let function =
        "create function api.sleep() returns int language plpgsql volatile set statement_timeout = 0 as $$
                      begin perform pg_sleep(600); return 1; end $$;
                    grant execute on function api.sleep to anon; notify pgrst, 'reload schema'";
    client.batch_execute(function).await.unwrap();
    eventually(async || api.request("OPTIONS", "/rpc/sleep").await.status == 200).await;
    let busy = "select from pg_stat_activity
                where datname = current_database() and usename = 'authenticator' and state = 'active'";
    let sleeps = async || !client.query(busy, &[]).await.unwrap().is_empty();
    let request = actix_web::rt::spawn(api.post("/rpc/sleep", json!({})).into_future());
    eventually(&sleeps).await;
    request.abort();
    assert!(request.await.is_err());
    eventually(async || !sleeps().await).await;
    assert_eq!(api.get("/films?limit=0").await.status, 200);
}

#[actix_web::test]
async fn sslmode_disable_leaves_the_engine_unready_and_an_invalid_sslmode_is_an_error() {
    let api = cinema().await;
    let (url, _) = api.config.db_uri.split_once('?').unwrap();
    let config = Config { db_uri: format!("{url}?sslmode=disable"), ..api.config.clone() };
    let engine = Engine::connect(config).await.unwrap();
    assert!(!engine.is_ready());
    let config = Config { db_uri: format!("{url}?sslmode=yes"), ..api.config.clone() };
    let error = Engine::connect(config).await.err().unwrap().to_string();
    assert!(error.contains("sslmode must be"), "{error}");
}
