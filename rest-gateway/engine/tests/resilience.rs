//! A database that goes away and comes back, and clients that vanish in the middle of a write.

// A test that cannot go on can only stop.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::future::Future;
use std::task::Poll;

use common::{Api, eventually};
use rest_engine::{Config, Engine};
use serde_json::json;
use tokio_postgres::{Client, NoTls};

/// A superuser's connection to another database of the same server.
async fn outside(api: &Api) -> Client {
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
async fn an_outage_is_answered_with_503_and_survived() {
    let api = Api::cinema().await;
    assert_eq!(api.get("/films?limit=0").await.status, 200);
    let (outside, name) = (outside(&api).await, api.database.name().to_owned());
    cut_off(&outside, &name).await;
    eventually(async || api.get("/films").await.error() == (503, "PGRST000".to_owned())).await;
    let refused = api.get("/films").await;
    assert_eq!((refused.status, refused.header("retry-after")), (503, "1"));
    assert_eq!(refused.json()["message"], "Database connection error.");
    outside.batch_execute(&format!("alter database {name} allow_connections true")).await.unwrap();
    eventually(async || api.get("/films?limit=0").await.status == 200).await;
    // Whoever listens for changes is back as well.
    let client = api.database.client().await;
    client.batch_execute("create table api.added (id int); grant select on api.added to anon").await.unwrap();
    eventually(async || api.get("/added").await.status == 200).await;
}

#[actix_web::test]
async fn an_engine_that_starts_before_its_database_waits_for_it() {
    let api = Api::cinema().await;
    let (outside, name) = (outside(&api).await, api.database.name().to_owned());
    cut_off(&outside, &name).await;
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
    let nobody = late.get("/films").header("Authorization", "Bearer nonsense").await;
    assert_eq!(nobody.error(), (401, "PGRST301".to_owned()), "a token is looked at before anything else");
    outside.batch_execute(&format!("alter database {name} allow_connections true")).await.unwrap();
    eventually(async || late.engine.is_ready()).await;
    assert_eq!(late.get("/films?limit=0").await.status, 200);
    late.engine.shutdown().await;
}

#[actix_web::test]
async fn a_connection_that_ends_in_the_middle_of_a_request_is_told_as_postgrest_tells_it() {
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
        let told = json!({
            "code": "PGRST001",
            "details": "no connection to the server\n",
            "hint": null,
            "message": "Database client error. Retrying the connection.",
        });
        assert_eq!((lost.outcome(), lost.header("retry-after")), ((503, told), "1"));
        assert_eq!(api.get("/films?limit=0").await.status, 200, "the next has a connection of its own");
    }
    // Words that a function only borrows are its own.
    let raised = api.post("/rpc/shutting_down", json!({})).await;
    assert_eq!((raised.error(), &raised.json()["message"]), ((503, "57P01".to_owned()), &json!("not now")));
}

#[actix_web::test]
async fn a_statement_that_is_ended_from_outside_with_its_connection_is_told_alike() {
    let api = Api::cinema().await;
    let (client, _blocker) = slow_function(&api).await;
    let waiting = actix_web::rt::spawn(api.post("/rpc/slow", json!({"id": 50})).into_future());
    eventually(async || is_blocked(&client).await).await;
    let end = "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and not granted
               and database = (select oid from pg_database where datname = current_database())";
    client.query(end, &[]).await.unwrap();
    assert_eq!(waiting.await.unwrap().error(), (503, "PGRST001".to_owned()));
}

#[actix_web::test]
async fn a_full_pool_answers_504() {
    let api = Api::with_config(|config| {
        config.db_pool = 1;
        config.db_pool_acquisition_timeout = std::time::Duration::from_millis(50);
    })
    .await;
    let (client, blocker) = slow_function(&api).await;
    let waiting = actix_web::rt::spawn(api.post("/rpc/slow", json!({"id": 50})).into_future());
    eventually(async || is_blocked(&client).await).await;
    assert_eq!(api.get("/films").await.error(), (504, "PGRST003".to_owned()));
    assert!(api.engine.metrics().contains("pgrst_db_pool_timeouts_total 1\n"));
    blocker.batch_execute("select pg_advisory_unlock(1)").await.unwrap();
    assert_eq!(waiting.await.unwrap().status, 200);
}

#[actix_web::test]
async fn bodies_beyond_what_the_server_holds_at_once_are_turned_away() {
    let api = Api::with_config(|config| {
        config.max_bodies = 12;
        config.max_bodies_wait = std::time::Duration::from_millis(50);
    })
    .await;
    let (client, blocker) = slow_function(&api).await;
    let waiting = actix_web::rt::spawn(api.post("/rpc/slow", json!({"id": 50})).into_future());
    eventually(async || is_blocked(&client).await).await;
    let refused = api.post("/rpc/slow", json!({"id": 51})).await;
    assert_eq!((refused.error(), refused.header("retry-after")), ((503, "PGRSTX01".to_owned()), "1"));
    assert_eq!(api.get("/films?limit=0").await.status, 200);
    blocker.batch_execute("select pg_advisory_unlock(1)").await.unwrap();
    assert_eq!(waiting.await.unwrap().status, 200);
    // A request gives back what it held, also one that was turned away.
    assert_eq!(api.post("/rpc/slow", json!({"id": 51})).await.status, 200);
    assert_eq!(api.post("/rpc/slow", json!({"id": 52, "more": 1})).await.status, 503);
    assert_eq!(api.post("/rpc/slow", json!({"id": 52})).await.status, 200);
}

/// A function that writes and then waits for a lock, which the second connection holds.
async fn slow_function(api: &Api) -> (Client, Client) {
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
    (client, blocker)
}

async fn is_blocked(client: &Client) -> bool {
    let waiting = "select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())";
    !client.query(waiting, &[]).await.unwrap().is_empty()
}

#[actix_web::test]
async fn a_write_is_stopped_and_undone_when_its_client_vanishes() {
    let api = Api::with_config(|config| config.db_pool = 1).await;
    let (client, blocker) = slow_function(&api).await;
    for (id, warm) in [(60, false), (61, true)] {
        if warm {
            blocker.batch_execute("select pg_advisory_unlock(1)").await.unwrap();
            assert_eq!(api.post("/rpc/slow", json!({"id": 59})).await.status, 200);
            blocker.batch_execute("select pg_advisory_lock(1)").await.unwrap();
        }
        let request = actix_web::rt::spawn(api.post("/rpc/slow", json!({ "id": id })).into_future());
        eventually(async || is_blocked(&client).await).await;
        request.abort();
        assert!(request.await.is_err());
        // The connection is not lent again while its transaction is open: the next request has another one.
        let next = api.get("/rpc/settings?name=request.path").await;
        assert_eq!(next.json(), "/rpc/settings");
        eventually(async || !is_blocked(&client).await).await;
        eventually(async || {
            let busy = "select from pg_stat_activity where datname = current_database() and usename = 'authenticator' and state <> 'idle'";
            client.query(busy, &[]).await.unwrap().is_empty()
        })
        .await;
        let written = api.sql(&format!("select name from api.directors where id = {id}")).await;
        assert_eq!(written, json!([]));
    }
    assert_eq!(api.get("/films?limit=0").await.status, 200);
}

/// Drives a future as a client does that leaves after so many steps of the server.
async fn after_steps<F: Future>(future: F, steps: usize) -> Option<F::Output> {
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
async fn a_client_that_vanishes_at_any_step_of_a_write_leaves_nothing_behind_in_the_pool() {
    let api = Api::with_config(|config| config.db_pool = 1).await;
    // All at once when prepared; step by step when the result may refuse the commit; and prepared on the way.
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
            let finished = after_steps(write(id).into_future(), usize::try_from(steps).unwrap()).await;
            // Whoever comes next gets an answer of their own, and what they write is there at once.
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
        assert!(left_early > 1, "a write is more than one step");
    }
    // No transaction stays open behind anybody.
    eventually(async || {
        let open = "select from pg_stat_activity where datname = current_database() and usename = 'authenticator' and state <> 'idle'";
        api.sql(open).await == json!([])
    })
    .await;
}

#[actix_web::test]
async fn a_client_that_vanishes_while_the_commit_waits_leaves_a_pool_that_works() {
    let api = Api::with_config(|config| config.db_pool = 1).await;
    let client = api.database.client().await;
    client
        .batch_execute(
            "create function api.wait() returns trigger language plpgsql as
               $$ begin perform pg_advisory_xact_lock(1); return null; end $$;
             create constraint trigger wait after insert on api.reviews
               deferrable initially deferred for each row execute function api.wait();
             alter role anon set statement_timeout = 0;",
        )
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
        eventually(async || is_blocked(&client).await).await;
        request.abort();
        assert!(request.await.is_err());
        assert_eq!(api.get("/directors?id=eq.1&select=id").await.ids(), [1]);
        eventually(async || !is_blocked(&client).await).await;
        blocker.batch_execute("select pg_advisory_unlock(1)").await.unwrap();
        assert_eq!(api.sql(&format!("select from api.reviews where id = {id}")).await, json!([]));
    }
}

#[actix_web::test]
async fn a_server_that_is_made_read_only_under_way_is_written_to_as_before() {
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
