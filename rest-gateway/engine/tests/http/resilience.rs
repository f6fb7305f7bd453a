//! Outages of the database, and clients that disconnect in the middle of a write.

use std::future::Future;
use std::task::Poll;

use crate::common::{Api, commit_waits_for_lock, eventually, is_idle, waits_for_lock};
use rest_engine::{Config, Engine};
use serde_json::json;
use tokio_postgres::{Client, NoTls};

/// A superuser's connection to another database of the same server.
async fn maintenance_connection(api: &Api) -> Client {
    let url = api.database.superuser_url().replace(api.database.name(), "postgres");
    let (client, connection) = tokio_postgres::connect(&url, NoTls).await.unwrap();
    actix_web::rt::spawn(connection);
    client
}

async fn cut_off(client: &Client, database: &str) {
    client.batch_execute(&format!("alter database {database} allow_connections false")).await.unwrap();
    let end = "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1";
    client.query(end, &[&database]).await.unwrap();
}

#[actix_web::test]
async fn answers_503_during_an_outage_and_recovers() {
    let api = Api::cinema().await;
    assert_eq!(api.get("/films?limit=0").await.status, 200);
    let (maintenance, name) = (maintenance_connection(&api).await, api.database.name().to_owned());
    cut_off(&maintenance, &name).await;
    eventually(async || api.get("/films").await.error() == (503, "PGRST000".to_owned())).await;
    let refused = api.get("/films").await;
    assert_eq!((refused.status, refused.header("retry-after")), (503, "1"));
    assert_eq!(refused.json()["message"], "Database connection error.");
    maintenance.batch_execute(&format!("alter database {name} allow_connections true")).await.unwrap();
    eventually(async || api.get("/films?limit=0").await.status == 200).await;
    // The LISTEN connection is open again as well.
    let client = api.database.client().await;
    client.batch_execute("create table api.added (id int); grant select on api.added to anon").await.unwrap();
    eventually(async || api.get("/added").await.status == 200).await;
}

#[actix_web::test]
async fn an_engine_that_starts_during_an_outage_becomes_ready_after_it() {
    let api = Api::cinema().await;
    let (maintenance, name) = (maintenance_connection(&api).await, api.database.name().to_owned());
    cut_off(&maintenance, &name).await;
    let config = Config {
        db_schemas: vec!["api".to_owned()],
        db_anon_role: Some("anon".to_owned()),
        jwt_secret: api.config.jwt_secret.clone(),
        ..Config::new(api.database.url("authenticator"))
    };
    let engine = Engine::connect(config).await.unwrap();
    assert!(!engine.is_ready());
    let late = Api { engine, ..api };
    let refused = late.get("/films").await;
    assert_eq!((refused.error(), refused.header("retry-after")), ((503, "PGRST002".to_owned()), "1"));
    let invalid_token = late.get("/films").header("Authorization", "Bearer nonsense").await;
    assert_eq!(invalid_token.error(), (401, "PGRST301".to_owned()), "the token is verified first");
    maintenance.batch_execute(&format!("alter database {name} allow_connections true")).await.unwrap();
    eventually(async || late.engine.is_ready()).await;
    assert_eq!(late.get("/films?limit=0").await.status, 200);
    late.engine.shutdown().await;
}

#[actix_web::test]
async fn a_connection_lost_during_a_request_is_answered_like_in_postgrest() {
    let api = Api::with_config(|config| config.db_pool = 1).await;
    let client = api.database.client().await;
    client
        .batch_execute(
            "create function api.end_it() returns void language sql security definer
               as 'select pg_terminate_backend(pg_backend_pid())';
             create function api.shutting_down() returns void language plpgsql
               as $$ begin raise sqlstate '57P01' using message = 'not now'; end $$;
             grant execute on all functions in schema api to anon",
        )
        .await
        .unwrap();
    api.engine.reload().await.unwrap();
    for _ in 0..2 {
        let lost = api.post("/rpc/end_it", json!({})).await;
        let expected = json!({
            "code": "PGRST001",
            "details": "no connection to the server\n",
            "hint": null,
            "message": "Database client error. Retrying the connection.",
        });
        assert_eq!((lost.outcome(), lost.header("retry-after")), ((503, expected), "1"));
        assert_eq!(api.get("/films?limit=0").await.status, 200, "the next request gets another connection");
    }
    // An error that a function raises with the code of a shutdown does not count as a lost connection.
    let raised = api.post("/rpc/shutting_down", json!({})).await;
    assert_eq!((raised.error(), &raised.json()["message"]), ((503, "57P01".to_owned()), &json!("not now")));
}

#[actix_web::test]
async fn a_connection_that_an_operator_terminates_is_answered_alike() {
    let api = Api::cinema().await;
    let blocker = slow_function(&api).await;
    let waiting = actix_web::rt::spawn(api.post("/rpc/slow", json!({"id": 50})).into_future());
    eventually(async || waits_for_lock(&api).await).await;
    let end = "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and not granted
               and database = (select oid from pg_database where datname = current_database())";
    blocker.query(end, &[]).await.unwrap();
    assert_eq!(waiting.await.unwrap().error(), (503, "PGRST001".to_owned()));
}

#[actix_web::test]
async fn a_request_that_waits_too_long_for_a_connection_gets_504() {
    let api = Api::with_config(|config| {
        config.db_pool = 1;
        config.db_pool_acquisition_timeout = std::time::Duration::from_millis(50);
    })
    .await;
    let blocker = slow_function(&api).await;
    let waiting = actix_web::rt::spawn(api.post("/rpc/slow", json!({"id": 50})).into_future());
    eventually(async || waits_for_lock(&api).await).await;
    assert_eq!(api.get("/films").await.error(), (504, "PGRST003".to_owned()));
    assert!(api.engine.metrics().contains("pgrst_db_pool_timeouts_total 1\n"));
    blocker.batch_execute("select pg_advisory_unlock(1)").await.unwrap();
    assert_eq!(waiting.await.unwrap().status, 200);
}

#[actix_web::test]
async fn a_request_that_would_wait_longer_than_is_allowed_gets_503_at_once() {
    let api = Api::with_config(|config| {
        config.db_pool = 1;
        // Longer than a test may take: nothing here waits for it.
        config.db_pool_acquisition_timeout = std::time::Duration::from_secs(3600);
        config.db_pool_max_wait = Some(std::time::Duration::from_nanos(1));
    })
    .await;
    let blocker = slow_function(&api).await;
    // The expected wait is the time that earlier requests took, for each request that waits already.
    assert_eq!(api.get("/films?limit=0").await.status, 200);
    let running = actix_web::rt::spawn(api.post("/rpc/slow", json!({"id": 50})).into_future());
    eventually(async || waits_for_lock(&api).await).await;
    let waiting = actix_web::rt::spawn(api.get("/films?limit=0").into_future());
    eventually(async || api.engine.metrics().contains("pgrst_db_pool_waiting 1\n")).await;
    for _ in 0..3 {
        let rejected = api.get("/films?limit=0").await;
        assert_eq!((rejected.error(), rejected.header("retry-after")), ((503, "PGRSTX01".to_owned()), "1"));
    }
    assert!(!running.is_finished() && !waiting.is_finished(), "the pool was full all the time");
    blocker.batch_execute("select pg_advisory_unlock(1)").await.unwrap();
    assert_eq!((running.await.unwrap().status, waiting.await.unwrap().status), (200, 200));
    assert_eq!(api.get("/films?limit=0").await.status, 200);
}

#[actix_web::test]
async fn rejects_bodies_that_exceed_the_memory_budget_of_all_bodies() {
    let api = Api::with_config(|config| {
        config.max_bodies = 12;
        config.max_bodies_wait = std::time::Duration::from_millis(50);
    })
    .await;
    let blocker = slow_function(&api).await;
    let waiting = actix_web::rt::spawn(api.post("/rpc/slow", json!({"id": 50})).into_future());
    eventually(async || waits_for_lock(&api).await).await;
    let refused = api.post("/rpc/slow", json!({"id": 51})).await;
    assert_eq!((refused.error(), refused.header("retry-after")), ((503, "PGRSTX01".to_owned()), "1"));
    assert_eq!(api.get("/films?limit=0").await.status, 200);
    blocker.batch_execute("select pg_advisory_unlock(1)").await.unwrap();
    assert_eq!(waiting.await.unwrap().status, 200);
    // Every request releases its part of the budget, also a rejected one.
    assert_eq!(api.post("/rpc/slow", json!({"id": 51})).await.status, 200);
    assert_eq!(api.post("/rpc/slow", json!({"id": 52, "more": 1})).await.status, 503);
    assert_eq!(api.post("/rpc/slow", json!({"id": 52})).await.status, 200);
}

/// Creates a function that writes and then waits for a lock. The returned client holds the lock.
async fn slow_function(api: &Api) -> Client {
    let client = api.database.client().await;
    client
        .batch_execute(
            "create function api.slow(id int) returns int language plpgsql volatile set statement_timeout = 0 as $$ begin
               insert into api.directors values (slow.id, 'slow');
               perform pg_advisory_xact_lock(1);
               return slow.id; end $$;
             grant execute on function api.slow to anon",
        )
        .await
        .unwrap();
    eventually(async || api.request("OPTIONS", "/rpc/slow?id=1").await.status == 200).await;
    let blocker = api.database.client().await;
    blocker.batch_execute("select pg_advisory_lock(1)").await.unwrap();
    blocker
}

#[actix_web::test]
async fn a_disconnect_cancels_and_rolls_back_the_write() {
    let api = Api::with_config(|config| config.db_pool = 1).await;
    let blocker = slow_function(&api).await;
    for (id, warm) in [(60, false), (61, true)] {
        if warm {
            blocker.batch_execute("select pg_advisory_unlock(1)").await.unwrap();
            assert_eq!(api.post("/rpc/slow", json!({"id": 59})).await.status, 200);
            blocker.batch_execute("select pg_advisory_lock(1)").await.unwrap();
        }
        let request = actix_web::rt::spawn(api.post("/rpc/slow", json!({ "id": id })).into_future());
        eventually(async || waits_for_lock(&api).await).await;
        request.abort();
        assert!(request.await.is_err());
        // The connection is not reused while its transaction is open. The next request gets another one.
        let next = api.get("/rpc/settings?name=request.path").await;
        assert_eq!(next.json(), "/rpc/settings");
        eventually(async || !waits_for_lock(&api).await).await;
        eventually(async || is_idle(&api).await).await;
        let written = api.sql(&format!("select name from api.directors where id = {id}")).await;
        assert_eq!(written, json!([]));
    }
    assert_eq!(api.get("/films?limit=0").await.status, 200);
}

/// Polls a future `steps` times, then drops it, as when a client disconnects there. `None` if it had not finished.
async fn poll_times<F: Future>(future: F, steps: usize) -> Option<F::Output> {
    let mut future = std::pin::pin!(future);
    let mut taken = 0;
    std::future::poll_fn(|context| {
        if taken == steps {
            return Poll::Ready(None);
        }
        taken += 1;
        future.as_mut().poll(context).map(Some)
    })
    .await
}

#[actix_web::test]
async fn a_disconnect_at_any_step_of_a_write_leaves_the_pool_clean() {
    let api = Api::with_config(|config| config.db_pool = 1).await;
    // One round trip with prepared statements; several when the result may reject the commit; and several when the
    // statement is prepared first.
    for (first, accept, known) in [
        (1000, "application/json", true),
        (2000, "application/vnd.pgrst.object+json", true),
        (3000, "application/json", false),
    ] {
        let write = |id: i32| {
            let row = json!({"id": id, "name": "vanishing"});
            let shown = if known { "id".to_owned() } else { format!("id,as{id}:name") };
            let ask = api.post(&format!("/directors?select={shown}"), row);
            ask.prefer("return=representation").accept(accept)
        };
        let mut left_early = 0;
        for steps in 0.. {
            let id = first + steps;
            let finished = poll_times(write(id).into_future(), usize::try_from(steps).unwrap()).await;
            // The next request gets its own response, and its write is committed at once.
            let next = write(id + 500).await;
            assert_eq!(next.status, 201, "after {steps} steps: {}", next.body);
            assert!(next.body.contains(&(id + 500).to_string()), "after {steps} steps: {}", next.body);
            let kept = api.sql(&format!("select id from api.directors where id = {}", id + 500)).await;
            assert_eq!(kept, json!([{ "id": id + 500 }]), "after {steps} steps");
            if let Some(answer) = finished {
                assert_eq!(answer.status, 201);
                break;
            }
            left_early += 1;
        }
        assert!(left_early > 1, "a write takes more than one step");
    }
    // No transaction stays open.
    eventually(async || is_idle(&api).await).await;
}

#[actix_web::test]
async fn a_disconnect_while_the_commit_waits_leaves_the_pool_usable() {
    let api = Api::with_config(|config| config.db_pool = 1).await;
    let client = api.database.client().await;
    client
        .batch_execute(&(commit_waits_for_lock("api.reviews") + "alter role anon set statement_timeout = 0;"))
        .await
        .unwrap();
    let blocker = api.database.client().await;
    for (id, warm) in [(60, false), (61, true)] {
        if warm {
            assert_eq!(api.post("/reviews", json!({"id": 59, "film_id": 1})).await.status, 201);
        }
        blocker.batch_execute("select pg_advisory_lock(1)").await.unwrap();
        let write = api.post("/reviews", json!({"id": id, "film_id": 1}));
        let request = actix_web::rt::spawn(write.into_future());
        eventually(async || waits_for_lock(&api).await).await;
        request.abort();
        assert!(request.await.is_err());
        assert_eq!(api.get("/directors?id=eq.1&select=id").await.ids(), [1]);
        eventually(async || !waits_for_lock(&api).await).await;
        blocker.batch_execute("select pg_advisory_unlock(1)").await.unwrap();
        assert_eq!(api.sql(&format!("select from api.reviews where id = {id}")).await, json!([]));
    }
}

#[actix_web::test]
async fn writes_go_on_after_the_default_transaction_mode_becomes_read_only() {
    // No other test of this file uses this server.
    let database = test_db::Database::encrypted().await;
    let api =
        Api::with_database(database, include_str!("common/cinema.sql"), |config| config.db_pool = 1).await;
    let client = api.database.client().await;
    let becomes = async |mode: &str| {
        client
            .batch_execute(&format!("alter system set default_transaction_read_only = {mode}"))
            .await
            .unwrap();
        client.batch_execute("select pg_reload_conf()").await.unwrap();
        let setting = "select current_setting('default_transaction_read_only') as mode";
        eventually(async || api.sql(setting).await[0]["mode"] == mode).await;
    };
    let writes = async |id| api.post("/directors", json!({"id": id, "name": "N"})).await.status == 201;
    assert!(writes(10).await && writes(11).await);
    becomes("on").await;
    assert!(writes(12).await && writes(13).await);
    becomes("off").await;
    assert!(writes(14).await && writes(15).await);
}
